"""How many active runs of each setup are of each study and have each tag; counts by setup, read from an index."""

import django.db.models.deletion
from django.db import migrations, models

TABLE = """
CREATE TABLE benchdb_labelledruns (
  kind varchar(5) NOT NULL,
  label bigint NOT NULL,
  setup_id bigint NOT NULL REFERENCES benchdb_setup ON DELETE CASCADE,
  status varchar(12) NOT NULL,
  provenance varchar(10) NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (setup_id, kind, label, status, provenance)
);
CREATE INDEX labelled_by_label ON benchdb_labelledruns (kind, label, setup_id);
CREATE INDEX setups_counted ON benchdb_setupruns (setup_id, status, provenance) INCLUDE (count, newest);
CREATE VIEW benchdb_labelledruns_rebuilt AS
  SELECT 'study'::varchar AS kind, t.study_id::bigint AS label, r.setup_id, r.status, r.provenance,
         count(*)::integer AS count
  FROM benchdb_study_runs t JOIN benchdb_runs_to_pack r ON r.id = t.run_id
  GROUP BY t.study_id, r.setup_id, r.status, r.provenance
  UNION ALL
  SELECT 'tag', t.tag_id, r.setup_id, r.status, r.provenance, count(*)::integer
  FROM benchdb_tag_runs t JOIN benchdb_runs_to_pack r ON r.id = t.run_id
  GROUP BY t.tag_id, r.setup_id, r.status, r.provenance;

CREATE FUNCTION benchdb_count_labels(setups bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM benchdb_lock_setups(setups);
  DELETE FROM benchdb_labelledruns WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_labelledruns SELECT * FROM benchdb_labelledruns_rebuilt WHERE setup_id = ANY(setups);
END $$;

CREATE OR REPLACE FUNCTION benchdb_pack_setups(setups bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM benchdb_lock_setups(setups);
  DELETE FROM benchdb_setupruns WHERE setup_id = ANY(setups);
  DELETE FROM benchdb_packedseries WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_setupruns SELECT * FROM benchdb_setupruns_rebuilt WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_packedseries SELECT * FROM benchdb_packedseries_rebuilt WHERE setup_id = ANY(setups);
  PERFORM benchdb_count_labels(setups);
END $$;

CREATE FUNCTION benchdb_labels_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  setups bigint[];
BEGIN
  SELECT array_agg(DISTINCT r.setup_id) INTO setups
    FROM changed_rows t JOIN benchdb_runs_to_pack r ON r.id = t.run_id;
  IF setups IS NOT NULL THEN PERFORM benchdb_count_labels(setups); END IF;
  RETURN NULL;
END $$;
"""
# A label is put on runs and taken off; it is never changed into another.
TRIGGERS = "".join(
    f"""
CREATE TRIGGER count_{event.lower()} AFTER {event} ON benchdb_{table}
  REFERENCING {side} TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION benchdb_labels_changed();
"""
    for table in ("study_runs", "tag_runs")
    for event, side in (("INSERT", "NEW"), ("DELETE", "OLD"))
)
UNDO = """
DROP TRIGGER count_insert ON benchdb_study_runs;
DROP TRIGGER count_delete ON benchdb_study_runs;
DROP TRIGGER count_insert ON benchdb_tag_runs;
DROP TRIGGER count_delete ON benchdb_tag_runs;
CREATE OR REPLACE FUNCTION benchdb_pack_setups(setups bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM benchdb_lock_setups(setups);
  DELETE FROM benchdb_setupruns WHERE setup_id = ANY(setups);
  DELETE FROM benchdb_packedseries WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_setupruns SELECT * FROM benchdb_setupruns_rebuilt WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_packedseries SELECT * FROM benchdb_packedseries_rebuilt WHERE setup_id = ANY(setups);
END $$;
DROP FUNCTION benchdb_labels_changed, benchdb_count_labels;
DROP VIEW benchdb_labelledruns_rebuilt;
DROP INDEX setups_counted;
DROP TABLE benchdb_labelledruns;
"""
FILL = "INSERT INTO benchdb_labelledruns SELECT * FROM benchdb_labelledruns_rebuilt"


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0022_data_versions")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(TABLE + TRIGGERS, UNDO), migrations.RunSQL(FILL, "")],
            state_operations=[
                migrations.CreateModel(
                    name="LabelledRuns",
                    fields=[
                        ("pk", models.CompositePrimaryKey("setup_id", "kind", "label", "status", "provenance", blank=True, editable=False, primary_key=True, serialize=False)),
                        ("kind", models.CharField(max_length=5)),
                        ("label", models.BigIntegerField(help_text="id of the study or the tag")),
                        ("setup", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name="labelled_runs", to="benchdb.setup")),
                        ("status", models.CharField(max_length=12)),
                        ("provenance", models.CharField(max_length=10)),
                        ("count", models.PositiveIntegerField(help_text="runs")),
                    ],
                ),
            ],
        ),
    ]
