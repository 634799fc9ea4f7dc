"""What ties a recording to a run is called an attachment. Columns keep their names, so the database is not touched."""

import django.db.models.deletion
from django.db import migrations, models

UNIQUE = "one_summary_per_tie_and_trace"
KEPT = {"on_delete": django.db.models.deletion.CASCADE}
SUMMARIES = KEPT | {"related_name": "summaries", "to": "benchdb.runrecording"}


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0056_logs_elsewhere")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("windowsummary", UNIQUE),
                migrations.RenameField("windowsummary", "tie", "attachment"),
                migrations.AlterField("windowsummary", "attachment", models.ForeignKey(db_column="tie_id", **SUMMARIES)),
                migrations.AddConstraint(
                    "windowsummary", models.UniqueConstraint(fields=("attachment", "trace"), name=UNIQUE)
                ),
                migrations.AlterField(
                    "runrecording",
                    "run",
                    models.ForeignKey(related_name="attachments", to="benchdb.run", **KEPT),
                ),
                migrations.AlterField(
                    "runrecording",
                    "recording",
                    models.ForeignKey(related_name="attachments", to="benchdb.recording", **KEPT),
                ),
                migrations.AlterField(
                    "permalinkexport",
                    "permalink",
                    models.ForeignKey(related_name="exports", to="benchdb.permalink", **KEPT),
                ),
            ]
        )
    ]
