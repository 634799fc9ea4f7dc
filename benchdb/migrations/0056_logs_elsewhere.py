"""Chunks of raw logs may be kept elsewhere: a column that PostgreSQL adds without touching a row."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0053_contradicted_cpus_are_said")]

    operations = [
        migrations.AddField(
            "logchunk",
            "elsewhere",
            models.CharField(
                db_default="", default="", help_text="its address (s3://…, folder:…), where it is not here", max_length=400
            ),
        ),
        migrations.AlterField("logchunk", "data", models.BinaryField(help_text="empty where it is elsewhere")),
    ]
