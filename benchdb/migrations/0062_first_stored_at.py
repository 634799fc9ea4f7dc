"""A run that takes the place of an earlier reading stands, where nobody knows when it began, at that one's moment.

It stood at the moment of the correction, and so a corrected fact changed the order of a history.
"""

from importlib import import_module

from django.db import migrations, models
from django.db.models.functions import Coalesce

packed = import_module("benchdb.migrations.0041_bundles_and_reboots")
VIEWS = packed.VIEWS.replace("FROM stored_at)", "FROM coalesce(first_stored_at, stored_at))")
INSERTED = packed.INSERTED.replace("FROM n.stored_at)", "FROM coalesce(n.first_stored_at, n.stored_at))")
UPDATED = packed.UPDATED.replace("w.stored_at,", "w.stored_at, w.first_stored_at,").replace(
    "n.stored_at,", "n.stored_at, n.first_stored_at,"
)
#: What was stored behind the first correction of its file was read once more. The triggers pack it anew.
FILL = """
UPDATE benchdb_run SET first_stored_at = first.stored_at
FROM (
  SELECT file_id, min(stored_at) AS stored_at, min(retired_at) AS retired_at
  FROM benchdb_run WHERE file_id IN (SELECT file_id FROM benchdb_run WHERE retired_at IS NOT NULL) GROUP BY file_id
) AS first
WHERE benchdb_run.file_id = first.file_id AND benchdb_run.stored_at >= first.retired_at;
"""
ACTIVE = models.Q(retired_at=None, excluded_at=None)


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0060_recordings_of_load_generators")]

    operations = [
        migrations.AddField(
            "run",
            "first_stored_at",
            models.DateTimeField(
                blank=True, help_text="of the first reading of the same log; NULL = this is it", null=True
            ),
        ),
        migrations.RemoveIndex("run", "runs_by_moment"),
        migrations.AddIndex(
            "run",
            models.Index(
                Coalesce("started_at", "first_stored_at", "stored_at"), "id", condition=ACTIVE, name="runs_by_moment"
            ),
        ),
        migrations.RunSQL(VIEWS + INSERTED + UPDATED, packed.VIEWS + packed.INSERTED + packed.UPDATED),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
