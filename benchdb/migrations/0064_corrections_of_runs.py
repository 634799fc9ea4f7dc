"""Chosen runs can be corrected together: what was said of each stays with it, and what it had is kept to be put back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0063_notes_beside_logs")]

    operations = [
        migrations.CreateModel(
            name="RunCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("facts", models.JSONField(help_text="what was said: machine, kernel, server, zone, cpus, tuning…")),
                ("before", models.JSONField(help_text="groups of runs that were alike, with what they had instead")),
                ("runs", models.PositiveIntegerField(help_text="how many it changed")),
                ("uploads", models.PositiveIntegerField(help_text="that they came with")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("made_by", models.CharField(max_length=160)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by", models.CharField(blank=True, default="", max_length=160)),
            ],
            options={"ordering": ("-pk",)},
        ),
        migrations.AddField(
            model_name="run",
            name="stated",
            field=models.JSONField(
                blank=True,
                db_default={},
                default=dict,
                help_text="what was said of this run alone, once it was here",
            ),
        ),
    ]
