"""The runs that count in the order of their starts, and trial by trial: made while the site goes on."""

import django.db.models.functions
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

ACTIVE = models.Q(retired_at=None, excluded_at=None)


class Migration(migrations.Migration):
    atomic = False  # as CREATE INDEX CONCURRENTLY asks

    dependencies = [("benchdb", "0027_bounds_of_stored_series")]

    operations = [
        AddIndexConcurrently(
            "run",
            models.Index(
                django.db.models.functions.Coalesce("started_at", "stored_at"), "id", condition=ACTIVE, name="runs_by_moment"
            ),
        ),
        AddIndexConcurrently("run", models.Index(fields=("trial", "id"), condition=ACTIVE, name="runs_by_trial")),
    ]
