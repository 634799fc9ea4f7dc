"""What each run came in, beside its start in the packed arrays; and the recordings that show a reboot, found quickly."""

from django.db import migrations, models

UPLOADED = "JOIN benchdb_uploadfile f ON f.id = {run}.file_id"
BUNDLE = "string_agg(int8send(benchdb_bundle(f.upload_id, f.archive_id, f.name)), '' ORDER BY {run}.id)"

# From md5, which every release of PostgreSQL computes alike, as it does not the hashes that it indexes by.
FUNCTION = """
CREATE OR REPLACE FUNCTION benchdb_bundle(upload bigint, archive bigint, name text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || left(md5(concat_ws('/', upload, coalesce(archive, 0), regexp_replace(name, '[^/]*$', ''))), 16))
         ::bit(64)::bigint
$$;
"""
COLUMN = "ALTER TABLE benchdb_setupruns ADD COLUMN IF NOT EXISTS bundles bytea NOT NULL DEFAULT '';"
VIEWS = f"""
CREATE OR REPLACE VIEW benchdb_runs_to_pack AS
  SELECT id, setup_id, status, provenance, stored_at,
         int4send(coalesce(trial, 2147483647)) AS trial,
         int8send(coalesce((extract(epoch FROM started_at) * 1000000)::bigint, -9223372036854775808)) AS started,
         int8send((extract(epoch FROM stored_at) * 1000000)::bigint) AS stored,
         file_id
  FROM benchdb_run WHERE retired_at IS NULL AND excluded_at IS NULL;
CREATE OR REPLACE VIEW benchdb_setupruns_rebuilt AS
  SELECT r.setup_id, r.status, r.provenance, count(*)::integer AS count,
         string_agg(int8send(r.id), '' ORDER BY r.id) AS runs,
         string_agg(r.trial, '' ORDER BY r.id) AS trials,
         string_agg(r.started, '' ORDER BY r.id) AS started,
         string_agg(r.stored, '' ORDER BY r.id) AS stored,
         max(r.stored_at) AS newest,
         {BUNDLE.format(run="r")} AS bundles
  FROM benchdb_runs_to_pack r {UPLOADED.format(run="r")} GROUP BY r.setup_id, r.status, r.provenance;
"""
INSERTED = f"""
CREATE OR REPLACE FUNCTION benchdb_runs_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
  groups bigint;
  appended bigint;
BEGIN
  SELECT array_agg(DISTINCT setup_id), count(DISTINCT (setup_id, status, provenance)) INTO setups, groups
    FROM new_rows WHERE retired_at IS NULL AND excluded_at IS NULL;
  IF setups IS NULL THEN RETURN NULL; END IF;
  PERFORM benchdb_lock_setups(setups);
  INSERT INTO benchdb_setupruns AS packed
    SELECT n.setup_id, n.status, n.provenance, count(*),
           string_agg(int8send(n.id), '' ORDER BY n.id),
           string_agg(int4send(coalesce(n.trial, 2147483647)), '' ORDER BY n.id),
           string_agg(int8send(coalesce((extract(epoch FROM n.started_at) * 1000000)::bigint, -9223372036854775808)),
                      '' ORDER BY n.id),
           string_agg(int8send((extract(epoch FROM n.stored_at) * 1000000)::bigint), '' ORDER BY n.id),
           max(n.stored_at),
           {BUNDLE.format(run="n")}
    FROM new_rows n {UPLOADED.format(run="n")} WHERE n.retired_at IS NULL AND n.excluded_at IS NULL
    GROUP BY n.setup_id, n.status, n.provenance
  ON CONFLICT (setup_id, status, provenance) DO UPDATE SET
    count = packed.count + excluded.count, runs = packed.runs || excluded.runs,
    trials = packed.trials || excluded.trials, started = packed.started || excluded.started,
    stored = packed.stored || excluded.stored, newest = greatest(packed.newest, excluded.newest),
    bundles = packed.bundles || excluded.bundles
  WHERE substring(packed.runs FROM length(packed.runs) - 7) < substring(excluded.runs FROM 1 FOR 8);
  GET DIAGNOSTICS appended = ROW_COUNT;
  IF appended < groups THEN  -- another transaction took later ids, and was quicker
    PERFORM benchdb_pack_setups(setups);
  END IF;
  RETURN NULL;
END $$;
"""
UPDATED = """
CREATE OR REPLACE FUNCTION benchdb_runs_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT touched.id) INTO setups FROM (
    SELECT w.setup_id AS before, n.setup_id AS after
    FROM old_rows w JOIN new_rows n ON n.id = w.id
    WHERE (w.retired_at IS NULL AND w.excluded_at IS NULL OR n.retired_at IS NULL AND n.excluded_at IS NULL)
      AND (w.setup_id, w.status, w.provenance, w.trial, w.started_at, w.stored_at, w.file_id,
           w.retired_at IS NULL AND w.excluded_at IS NULL)
          IS DISTINCT FROM
          (n.setup_id, n.status, n.provenance, n.trial, n.started_at, n.stored_at, n.file_id,
           n.retired_at IS NULL AND n.excluded_at IS NULL)
  ) changed, unnest(ARRAY[before, after]) AS touched(id);
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;
"""
# Of a row, not of a statement: a file's state changes often, what it came in hardly ever.
MOVED = """
CREATE OR REPLACE FUNCTION benchdb_file_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT setup_id) INTO setups FROM benchdb_runs_to_pack WHERE file_id = NEW.id;
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER pack_moved AFTER UPDATE ON benchdb_uploadfile FOR EACH ROW
  WHEN ((OLD.upload_id, OLD.archive_id, OLD.name) IS DISTINCT FROM (NEW.upload_id, NEW.archive_id, NEW.name))
  EXECUTE FUNCTION benchdb_file_moved();
"""


class Migration(migrations.Migration):
    # Backwards nothing is taken away: what is kept here beside the rest disturbs no older release.
    # Quick: what the stored runs came in is written by the next migration, a few setups at a time.
    dependencies = [("benchdb", "0040_logs_withdrawn_by_rule")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(FUNCTION + COLUMN + VIEWS + INSERTED + UPDATED + MOVED, migrations.RunSQL.noop)
            ],
            state_operations=[
                migrations.AddField(
                    "setupruns",
                    "bundles",
                    models.BinaryField(default=b"", help_text="what each came in, int64: another number for another one"),
                    preserve_default=False,
                ),
            ],
        ),
        migrations.AddIndex(
            "trace",
            models.Index(fields=["recording"], condition=models.Q(metric="restart"), name="restarts"),
        ),
    ]
