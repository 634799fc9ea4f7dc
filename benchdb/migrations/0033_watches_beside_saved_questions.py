"""Watches were made beside saved questions: databases that had either of them first end here."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0028_runs_by_moment"), ("benchdb", "0034_withdrawn_and_saved")]

    operations = []
