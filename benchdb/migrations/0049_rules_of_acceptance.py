"""Rules of what differences a site accepts. Comparisons are judged under them, so they are part of the data version."""

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
        migrations.RunSQL(COUNTED, migrations.RunSQL.noop),
    ]
