"""What a permalink's page shows of its answer, kept as it was drawn."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0042_bundles_of_stored_runs")]

    operations = [
        migrations.CreateModel(
            name="PermalinkBody",
            fields=[
                (
                    "permalink",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="body",
                        serialize=False,
                        to="benchdb.permalink",
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        help_text="SHA-256 of what it was drawn from: the answer and the code", max_length=64
                    ),
                ),
                ("data", models.BinaryField(help_text="compressed with zstandard")),
            ],
        ),
    ]
