"""A worker of the quick queue notes which uploads take long: they wait in the heavy one from then on."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0044_failed_connections")]

    operations = [
        migrations.AddField(
            model_name="upload",
            name="takes_long",
            field=models.BooleanField(
                default=False, db_default=False, help_text="found so on the quick queue: it waits in the heavy one"
            ),
        ),
    ]
