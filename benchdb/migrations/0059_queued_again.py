"""An upload that is read once more knows since when: its reading time is not counted from its arrival."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0058_rules_of_one_tool_or_machine")]

    operations = [
        migrations.AddField(
            model_name="upload",
            name="queued_again_at",
            field=models.DateTimeField(blank=True, help_text="when it was last to be read once more", null=True),
        ),
    ]
