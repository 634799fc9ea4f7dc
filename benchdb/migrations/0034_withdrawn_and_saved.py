"""Uploads that were withdrawn, with who and why; questions that were saved, which pages show."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COUNTED = """
CREATE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON benchdb_savedquestion
  FOR EACH STATEMENT EXECUTE FUNCTION benchdb_count_change('data');
"""


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("benchdb", "0036_moments_have_names"),
    ]

    operations = [
        migrations.AddField(
            "upload",
            "withdrawn_at",
            models.DateTimeField(blank=True, help_text="since when its runs do not count", null=True),
        ),
        migrations.AddField("upload", "withdrawn_because", models.TextField(blank=True)),
        migrations.AddField("upload", "withdrawn_by", models.CharField(blank=True, max_length=160)),
        migrations.CreateModel(
            name="SavedQuestion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, unique=True)),
                ("kind", models.CharField(help_text="compare, scaling, history, cost", max_length=16)),
                ("query", models.TextField(help_text="the canonical question, without its moment")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="saved_questions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ("name",)},
        ),
        migrations.RunSQL(COUNTED, migrations.RunSQL.noop),
    ]
