"""A setup that somebody corrects is read anew by every process, as a renamed machine is."""

from django.db import migrations

TRIGGER = """
CREATE TRIGGER count_corrections AFTER UPDATE ON benchdb_setup
  FOR EACH STATEMENT EXECUTE FUNCTION benchdb_count_change('names');
"""


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0024_search")]

    operations = [migrations.RunSQL(TRIGGER, "DROP TRIGGER count_corrections ON benchdb_setup;")]
