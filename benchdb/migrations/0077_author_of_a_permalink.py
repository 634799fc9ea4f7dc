"""Who froze a permalink; not known of those that are frozen already."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("benchdb", "0076_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="permalink",
            name="author",
            field=models.CharField(
                blank=True, db_default="", default="", help_text="who froze it first; not part of its id", max_length=150
            ),
        ),
    ]
