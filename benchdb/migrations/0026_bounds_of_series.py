"""The lowest and the highest value of each packed series, kept by the same triggers: what a list is sorted by."""

from django.db import migrations, models

VIEW = """
CREATE OR REPLACE VIEW benchdb_packedseries_rebuilt AS
  SELECT r.setup_id, m.metric, m.item, r.status, r.provenance, count(*)::integer AS count,
         string_agg(int8send(r.id), '' ORDER BY r.id) AS runs,
         string_agg(r.trial, '' ORDER BY r.id) AS trials,
         string_agg(float8send(m.value), '' ORDER BY r.id) AS values{more}
  FROM benchdb_runs_to_pack r JOIN benchdb_measurement m ON m.run_id = r.id
  GROUP BY r.setup_id, m.metric, m.item, r.status, r.provenance;
"""
FUNCTION = """
CREATE OR REPLACE FUNCTION benchdb_measurements_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
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
           string_agg(float8send(m.value), '' ORDER BY r.id){more}
    FROM new_rows m JOIN benchdb_runs_to_pack r ON r.id = m.run_id
    GROUP BY r.setup_id, m.metric, m.item, r.status, r.provenance
  ON CONFLICT (setup_id, metric, item, status, provenance) DO UPDATE SET
    count = packed.count + excluded.count, runs = packed.runs || excluded.runs,
    trials = packed.trials || excluded.trials, values = packed.values || excluded.values{kept}
  WHERE substring(packed.runs FROM length(packed.runs) - 7) < substring(excluded.runs FROM 1 FOR 8);
  GET DIAGNOSTICS appended = ROW_COUNT;
  IF appended < groups THEN
    PERFORM benchdb_pack_setups(setups);
  END IF;
  RETURN NULL;
END $$;
"""
MORE = ", min(m.value) AS lowest, max(m.value) AS highest"
KEPT = """,
    lowest = least(packed.lowest, excluded.lowest), highest = greatest(packed.highest, excluded.highest)"""
# A default that is a constant: no row is written. The next migration fills them in.
COLUMNS = """
ALTER TABLE benchdb_packedseries ADD COLUMN lowest double precision NOT NULL DEFAULT 'NaN',
  ADD COLUMN highest double precision NOT NULL DEFAULT 'NaN';
"""
UNDO = "DROP VIEW benchdb_packedseries_rebuilt;" + VIEW.format(more="") + FUNCTION.format(more="", kept="")
UNDO += "ALTER TABLE benchdb_packedseries DROP COLUMN lowest, DROP COLUMN highest;"


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0032_watches")]

    operations = [
        migrations.RunSQL(
            COLUMNS + VIEW.format(more=MORE) + FUNCTION.format(more=MORE, kept=KEPT),
            UNDO,
            state_operations=[
                migrations.AddField("packedseries", "lowest", models.FloatField(default=0.0), preserve_default=False),
                migrations.AddField("packedseries", "highest", models.FloatField(default=0.0), preserve_default=False),
            ],
        )
    ]
