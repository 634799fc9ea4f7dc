"""A recording may be stated to be of the load generator: `benchdb record` of a server elsewhere says so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0059_queued_again")]

    operations = [
        migrations.AddField(
            model_name="recording",
            name="is_of_client",
            field=models.BooleanField(default=False, help_text="of the load generator, as somebody stated"),
        ),
    ]
