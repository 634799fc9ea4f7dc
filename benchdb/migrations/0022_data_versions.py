"""A number that grows with every committed change of what pages show; and the runs with caveats, found quickly."""

from django.db import migrations, models

SHARDS = 256
# Each writer counts on a row of its own, chosen by its process: writers do not wait for one another, and readers see
# the sum grow at the moment the change is committed, neither before nor after.
VERSIONS = f"""
CREATE TABLE benchdb_dataversion (
  topic varchar(8) NOT NULL, shard smallint NOT NULL, changes bigint NOT NULL, PRIMARY KEY (topic, shard)
) WITH (fillfactor = 50);
INSERT INTO benchdb_dataversion SELECT topic, shard, 0 FROM unnest(ARRAY['data', 'names']) AS topic,
  generate_series(0, {SHARDS - 1}) AS shard;
CREATE FUNCTION benchdb_data_version(wanted text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT sum(changes)::bigint FROM benchdb_dataversion WHERE topic = wanted
$$;
CREATE FUNCTION benchdb_count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE benchdb_dataversion SET changes = changes + 1 WHERE shard = pg_backend_pid() % {SHARDS} AND topic = ANY(TG_ARGV);
  RETURN NULL;
END $$;
"""
TRIGGER = """
CREATE TRIGGER count_changes AFTER {events} ON benchdb_{table}
  FOR EACH STATEMENT EXECUTE FUNCTION benchdb_count_change({topics});
"""
DATA = (
    "run", "measurement", "setup", "study", "study_runs", "tag", "tag_runs", "upload", "uploadfile", "permalink",
    "recording", "runrecording", "windowsummary", "trace",
)  # fmt: skip
NAMES = ("machine", "kernel", "server")
ANY = "INSERT OR UPDATE OR DELETE OR TRUNCATE"
TRIGGERS = "".join(TRIGGER.format(table=table, events=ANY, topics="'data'") for table in DATA)
TRIGGERS += "".join(TRIGGER.format(table=table, events=ANY, topics="'data', 'names'") for table in NAMES)
UNDO = "".join(f"DROP TRIGGER count_changes ON benchdb_{table};" for table in (*DATA, *NAMES))
UNDO += "DROP FUNCTION benchdb_count_change, benchdb_data_version; DROP TABLE benchdb_dataversion;"


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0021_pack_stored_runs")]

    operations = [
        migrations.RunSQL(VERSIONS + TRIGGERS, UNDO),
        migrations.AddIndex(
            model_name="run",
            index=models.Index(
                condition=models.Q(("caveats", []), ("limits", []), _negated=True, _connector="AND"),
                fields=["setup"],
                name="runs_with_caveats",
            ),
        ),
    ]
