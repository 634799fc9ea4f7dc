"""Packed series as they are: each run that is stored writes those of its setup anew, and packing them took most of that.

Series that are there stay as they are until their next change; both kinds are read.
"""

from django.db import migrations

#: PostgreSQL leaves the partitions of a table as they are where the table's own way changes.
CHANGE = """
DO $$ DECLARE changed record;
BEGIN
  FOR changed IN
    SELECT attrelid::regclass AS name, attname FROM pg_attribute
    WHERE atttypid = 'bytea'::regtype AND attrelid IN (
      SELECT relid FROM pg_partition_tree('benchdb_packedseries') UNION SELECT 'benchdb_setupruns'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STORAGE {how}', changed.name, changed.attname);
  END LOOP;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0049_rules_of_acceptance")]

    operations = [
        migrations.RunSQL(CHANGE.replace("{how}", "EXTERNAL"), CHANGE.replace("{how}", "EXTENDED")),
    ]
