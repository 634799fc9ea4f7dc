"""Every answer says what was excluded of its runs, so whether there is any must be found without reading all."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # the site goes on meanwhile

    dependencies = [("benchdb", "0065_former_names")]

    operations = [
        AddIndexConcurrently(
            "run",
            models.Index(fields=("setup",), condition=models.Q(excluded_at__isnull=False), name="runs_excluded"),
        ),
    ]
