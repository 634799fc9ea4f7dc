"""A change that a watch told may be there no longer: its runs were withdrawn. The next look at a watch finds it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0073_replaced_facts")]

    operations = [
        migrations.AddField(
            model_name="watchedchange",
            name="gone_at",
            field=models.DateTimeField(
                help_text="since when the history shows it no longer: its runs were withdrawn; none: it does", null=True
            ),
        ),
    ]
