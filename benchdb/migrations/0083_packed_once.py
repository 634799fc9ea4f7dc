"""A transaction that changes many runs one after another may say that what is packed of their setups is written once,
when it says so: a folder of 500 loads, whose recording names the machine, wrote all of them 500 times.

Who changes runs of a setup holds its row from then on, as before.
"""

from django.db import migrations

PACK = """
  DELETE FROM benchdb_setupruns WHERE setup_id = ANY(setups);
  DELETE FROM benchdb_packedseries WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_setupruns SELECT * FROM benchdb_setupruns_rebuilt WHERE setup_id = ANY(setups);
  INSERT INTO benchdb_packedseries SELECT * FROM benchdb_packedseries_rebuilt WHERE setup_id = ANY(setups);
  PERFORM benchdb_count_labels(setups);
"""
FUNCTION = """
CREATE OR REPLACE FUNCTION benchdb_pack_setups(setups bigint[]) RETURNS void LANGUAGE plpgsql AS $$
%s
BEGIN
  PERFORM benchdb_lock_setups(setups);
%s%s
END $$;
"""
DECLARED = """DECLARE
  waiting text := current_setting('benchdb.waiting_setups', true);"""
WAITS = """
  IF waiting <> '' THEN
    PERFORM set_config('benchdb.waiting_setups', array_agg(DISTINCT one)::text, true)
      FROM unnest(waiting::bigint[] || setups) AS one;
    RETURN;
  END IF;
"""


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0082_findings_of_permalinks")]

    operations = [
        migrations.RunSQL(FUNCTION % (DECLARED, WAITS, PACK), FUNCTION % ("", "", PACK)),
    ]
