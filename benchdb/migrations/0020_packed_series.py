"""The active runs of each setup and their numbers as arrays, kept by triggers (docs/decisions/0020)."""

import django.db.models.deletion
from django.db import migrations, models

TABLES = """
CREATE TABLE benchdb_setupruns (
  setup_id bigint NOT NULL REFERENCES benchdb_setup ON DELETE CASCADE,
  status varchar(12) NOT NULL,
  provenance varchar(10) NOT NULL,
  count integer NOT NULL,
  runs bytea NOT NULL,
  trials bytea NOT NULL,
  started bytea NOT NULL,
  stored bytea NOT NULL,
  newest timestamptz NOT NULL,
  PRIMARY KEY (setup_id, status, provenance)
);
CREATE TABLE benchdb_packedseries (
  setup_id bigint NOT NULL REFERENCES benchdb_setup ON DELETE CASCADE,
  metric varchar(80) NOT NULL,
  item varchar(200) NOT NULL,
  status varchar(12) NOT NULL,
  provenance varchar(10) NOT NULL,
  count integer NOT NULL,
  runs bytea NOT NULL,
  trials bytea NOT NULL,
  values bytea NOT NULL,
  PRIMARY KEY (setup_id, metric, item, status, provenance)
) PARTITION BY HASH (metric);
"""
PARTITIONS = 16
PARTITION = """
CREATE TABLE benchdb_packedseries_{number:02} PARTITION OF benchdb_packedseries
  FOR VALUES WITH (MODULUS {partitions}, REMAINDER {number});
"""
# What a rebuild gives. Views: the triggers, fsck and the tests all read the same definition.
VIEWS = """
CREATE VIEW benchdb_runs_to_pack AS
  SELECT id, setup_id, status, provenance, stored_at,
         int4send(coalesce(trial, 2147483647)) AS trial,
         int8send(coalesce((extract(epoch FROM started_at) * 1000000)::bigint, -9223372036854775808)) AS started,
         int8send((extract(epoch FROM stored_at) * 1000000)::bigint) AS stored
  FROM benchdb_run WHERE retired_at IS NULL AND excluded_at IS NULL;
CREATE VIEW benchdb_setupruns_rebuilt AS
  SELECT setup_id, status, provenance, count(*)::integer AS count,
         string_agg(int8send(id), '' ORDER BY id) AS runs,
         string_agg(trial, '' ORDER BY id) AS trials,
         string_agg(started, '' ORDER BY id) AS started,
         string_agg(stored, '' ORDER BY id) AS stored,
         max(stored_at) AS newest
  FROM benchdb_runs_to_pack GROUP BY setup_id, status, provenance;
CREATE VIEW benchdb_packedseries_rebuilt AS
  SELECT r.setup_id, m.metric, m.item, r.status, r.provenance, count(*)::integer AS count,
         string_agg(int8send(r.id), '' ORDER BY r.id) AS runs,
         string_agg(r.trial, '' ORDER BY r.id) AS trials,
         string_agg(float8send(m.value), '' ORDER BY r.id) AS values
  FROM benchdb_runs_to_pack r JOIN benchdb_measurement m ON m.run_id = r.id
  GROUP BY r.setup_id, m.metric, m.item, r.status, r.provenance;
"""
# Who changes runs of a setup holds its row until the end of the transaction: two that change the same setup wait for
# one another, and the second one sees what the first has done.
FUNCTIONS = """
CREATE FUNCTION benchdb_lock_setups(setups bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT 1 FROM benchdb_setup WHERE id = ANY(setups) ORDER BY id FOR NO KEY UPDATE
$$;

CREATE FUNCTION benchdb_pack_setups(setups bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM benchdb_lock_setups(setups);
  DELETE FROM benchdb_setupruns WHERE setup_id = ANY(setups);
  DELETE FROM benchdb_packedseries WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_setupruns SELECT * FROM benchdb_setupruns_rebuilt WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_packedseries SELECT * FROM benchdb_packedseries_rebuilt WHERE setup_id = ANY(setups);
END $$;

CREATE FUNCTION benchdb_runs_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
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
    SELECT setup_id, status, provenance, count(*),
           string_agg(int8send(id), '' ORDER BY id),
           string_agg(int4send(coalesce(trial, 2147483647)), '' ORDER BY id),
           string_agg(int8send(coalesce((extract(epoch FROM started_at) * 1000000)::bigint, -9223372036854775808)), ''
                      ORDER BY id),
           string_agg(int8send((extract(epoch FROM stored_at) * 1000000)::bigint), '' ORDER BY id),
           max(stored_at)
    FROM new_rows WHERE retired_at IS NULL AND excluded_at IS NULL
    GROUP BY setup_id, status, provenance
  ON CONFLICT (setup_id, status, provenance) DO UPDATE SET
    count = packed.count + excluded.count, runs = packed.runs || excluded.runs,
    trials = packed.trials || excluded.trials, started = packed.started || excluded.started,
    stored = packed.stored || excluded.stored, newest = greatest(packed.newest, excluded.newest)
  WHERE substring(packed.runs FROM length(packed.runs) - 7) < substring(excluded.runs FROM 1 FOR 8);
  GET DIAGNOSTICS appended = ROW_COUNT;
  IF appended < groups THEN  -- another transaction took later ids, and was quicker
    PERFORM benchdb_pack_setups(setups);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION benchdb_measurements_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
  groups bigint;
  appended bigint;
BEGIN
  SELECT array_agg(DISTINCT r.setup_id), count(DISTINCT (r.setup_id, m.metric, m.item, r.status, r.provenance))
    INTO setups, groups FROM new_rows m JOIN benchdb_runs_to_pack r ON r.id = m.run_id;
  IF setups IS NULL THEN RETURN NULL; END IF;
  PERFORM benchdb_lock_setups(setups);
  INSERT INTO benchdb_packedseries AS packed
    SELECT r.setup_id, m.metric, m.item, r.status, r.provenance, count(*),
           string_agg(int8send(r.id), '' ORDER BY r.id),
           string_agg(r.trial, '' ORDER BY r.id),
           string_agg(float8send(m.value), '' ORDER BY r.id)
    FROM new_rows m JOIN benchdb_runs_to_pack r ON r.id = m.run_id
    GROUP BY r.setup_id, m.metric, m.item, r.status, r.provenance
  ON CONFLICT (setup_id, metric, item, status, provenance) DO UPDATE SET
    count = packed.count + excluded.count, runs = packed.runs || excluded.runs,
    trials = packed.trials || excluded.trials, values = packed.values || excluded.values
  WHERE substring(packed.runs FROM length(packed.runs) - 7) < substring(excluded.runs FROM 1 FOR 8);
  GET DIAGNOSTICS appended = ROW_COUNT;
  IF appended < groups THEN
    PERFORM benchdb_pack_setups(setups);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION benchdb_runs_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT touched.id) INTO setups FROM (
    SELECT w.setup_id AS before, n.setup_id AS after
    FROM old_rows w JOIN new_rows n ON n.id = w.id
    WHERE (w.retired_at IS NULL AND w.excluded_at IS NULL OR n.retired_at IS NULL AND n.excluded_at IS NULL)
      AND (w.setup_id, w.status, w.provenance, w.trial, w.started_at, w.stored_at,
           w.retired_at IS NULL AND w.excluded_at IS NULL)
          IS DISTINCT FROM
          (n.setup_id, n.status, n.provenance, n.trial, n.started_at, n.stored_at,
           n.retired_at IS NULL AND n.excluded_at IS NULL)
  ) changed, unnest(ARRAY[before, after]) AS touched(id);
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION benchdb_runs_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT setup_id) INTO setups FROM old_rows WHERE retired_at IS NULL AND excluded_at IS NULL;
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION benchdb_measurements_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT r.setup_id) INTO setups FROM old_rows m JOIN benchdb_runs_to_pack r ON r.id = m.run_id;
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION benchdb_measurements_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT r.setup_id) INTO setups FROM (
    SELECT run_id FROM old_rows UNION SELECT run_id FROM new_rows
  ) changed JOIN benchdb_runs_to_pack r ON r.id = changed.run_id;
  IF setups IS NOT NULL THEN PERFORM benchdb_pack_setups(setups); END IF;
  RETURN NULL;
END $$;
"""
TRIGGERS = """
CREATE TRIGGER pack_inserted AFTER INSERT ON benchdb_run
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION benchdb_runs_inserted();
CREATE TRIGGER pack_updated AFTER UPDATE ON benchdb_run
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION benchdb_runs_updated();
CREATE TRIGGER pack_deleted AFTER DELETE ON benchdb_run
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION benchdb_runs_deleted();
CREATE TRIGGER pack_inserted AFTER INSERT ON benchdb_measurement
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION benchdb_measurements_inserted();
CREATE TRIGGER pack_updated AFTER UPDATE ON benchdb_measurement
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION benchdb_measurements_updated();
CREATE TRIGGER pack_deleted AFTER DELETE ON benchdb_measurement
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION benchdb_measurements_changed();
"""
UNDO = """
DROP TRIGGER pack_inserted ON benchdb_run;
DROP TRIGGER pack_updated ON benchdb_run;
DROP TRIGGER pack_deleted ON benchdb_run;
DROP TRIGGER pack_inserted ON benchdb_measurement;
DROP TRIGGER pack_updated ON benchdb_measurement;
DROP TRIGGER pack_deleted ON benchdb_measurement;
DROP FUNCTION benchdb_runs_inserted, benchdb_runs_updated, benchdb_runs_deleted, benchdb_measurements_inserted,
  benchdb_measurements_updated, benchdb_measurements_changed, benchdb_pack_setups, benchdb_lock_setups;
DROP VIEW benchdb_packedseries_rebuilt, benchdb_setupruns_rebuilt, benchdb_runs_to_pack;
DROP TABLE benchdb_packedseries, benchdb_setupruns;
"""
CREATE = TABLES + "".join(PARTITION.format(number=number, partitions=PARTITIONS) for number in range(PARTITIONS))


class Migration(migrations.Migration):
    # Quick: the arrays of the runs that are there are built by the next migration, a few setups at a time.
    dependencies = [("benchdb", "0015_permalinks_of_any_question")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(CREATE + VIEWS + FUNCTIONS + TRIGGERS, UNDO)],
            state_operations=[
                migrations.CreateModel(
                    name="SetupRuns",
                    fields=[
                        ("pk", models.CompositePrimaryKey("setup_id", "status", "provenance", blank=True, editable=False, primary_key=True, serialize=False)),
                        ("setup", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name="packed_runs", to="benchdb.setup")),
                        ("status", models.CharField(max_length=12)),
                        ("provenance", models.CharField(max_length=10)),
                        ("count", models.PositiveIntegerField(help_text="runs")),
                        ("runs", models.BinaryField(help_text="ids, int64")),
                        ("trials", models.BinaryField(help_text="int32")),
                        ("started", models.BinaryField(help_text="microseconds since 1970, int64")),
                        ("stored", models.BinaryField(help_text="microseconds since 1970, int64")),
                        ("newest", models.DateTimeField(help_text="when the last one was stored")),
                    ],
                ),
                migrations.CreateModel(
                    name="PackedSeries",
                    fields=[
                        ("pk", models.CompositePrimaryKey("setup_id", "metric", "item", "status", "provenance", blank=True, editable=False, primary_key=True, serialize=False)),
                        ("setup", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name="packed_series", to="benchdb.setup")),
                        ("metric", models.CharField(max_length=80)),
                        ("item", models.CharField(max_length=200)),
                        ("status", models.CharField(max_length=12)),
                        ("provenance", models.CharField(max_length=10)),
                        ("count", models.PositiveIntegerField(help_text="numbers")),
                        ("runs", models.BinaryField(help_text="ids, int64")),
                        ("trials", models.BinaryField(help_text="int32")),
                        ("values", models.BinaryField(help_text="float64, base units")),
                    ],
                ),
            ],
        ),
    ]
