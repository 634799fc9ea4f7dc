from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0039_lines_of_chunks")]

    operations = [
        migrations.AddField(
            "log",
            "withdrawn_at",
            models.DateTimeField(blank=True, help_text="since when its bytes are not kept", null=True),
        ),
        migrations.AddField(
            "log",
            "withdrawn_by",
            models.CharField(
                blank=True, db_default="", default="", help_text="the rule: older than 365 days", max_length=80
            ),
        ),
    ]
