"""Unused invitations are listed and can be withdrawn: who made them, for whom, and since when they are over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0074_changes_no_longer_there")]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="made_by",
            field=models.CharField(blank=True, db_default="", default="", help_text="their name", max_length=160),
        ),
        migrations.AddField(
            model_name="invitation",
            name="note",
            field=models.CharField(blank=True, db_default="", default="", help_text="whom it is for", max_length=120),
        ),
        migrations.AddField(
            model_name="invitation",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
