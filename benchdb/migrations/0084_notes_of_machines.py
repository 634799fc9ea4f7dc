"""What people say was done to a machine, by day. Part of the data version, as rules and names are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COUNTED = """
CREATE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON benchdb_machinenote
  FOR EACH STATEMENT EXECUTE FUNCTION benchdb_count_change('data');
"""


class Migration(migrations.Migration):
    dependencies = [
        ("benchdb", "0083_packed_once"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="MachineNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateField(help_text="its day, or the first one")),
                ("until", models.DateField(help_text="the last day")),
                ("text", models.CharField(max_length=500)),
                ("made_by", models.CharField(help_text="the writer's name then", max_length=160)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "machine",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="dated_notes",
                        to="benchdb.machine",
                    ),
                ),
                (
                    "writer",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="machine_notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-since", "-pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("until__gte", models.F("since"))), name="a_note_ends_after_it_begins"
                    )
                ],
            },
        ),
        migrations.RunSQL(COUNTED, migrations.RunSQL.noop),
    ]
