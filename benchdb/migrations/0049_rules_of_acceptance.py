"""Rules of what differences a site accepts, and when machines had booted: what comparisons are judged under.

Rules are part of the data version, as runs are.
"""

from django.db import migrations, models

COUNTED = """
CREATE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON benchdb_acceptancerule
  FOR EACH STATEMENT EXECUTE FUNCTION benchdb_count_change('data');
"""


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0048_uploads_that_take_long")]

    operations = [
        migrations.CreateModel(
            name="AcceptanceRule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("dimension", models.CharField(help_text="the condition that may differ", max_length=200)),
                ("extent", models.CharField(help_text="patch or any", max_length=8)),
                (
                    "same",
                    models.CharField(
                        blank=True, help_text="a condition that must be on record and the same", max_length=200
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("made_by", models.CharField(blank=True, max_length=160)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={"ordering": ("-pk",)},
        ),
        migrations.AddConstraint(
            model_name="acceptancerule",
            constraint=models.UniqueConstraint(
                models.F("dimension"), condition=models.Q(("ended_at", None)), name="one_rule_in_force_a_dimension"
            ),
        ),
        migrations.AddField(
            model_name="run",
            name="booted_at",
            field=models.DateTimeField(
                blank=True, help_text="of its machine, where somebody said", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="run",
            index=models.Index(
                condition=models.Q(("booted_at__isnull", False)), fields=["setup", "booted_at"], name="runs_with_boots"
            ),
        ),
        migrations.RunSQL(COUNTED, migrations.RunSQL.noop),
    ]
