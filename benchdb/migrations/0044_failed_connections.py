"""The published failures of the founding study of 2.4 and 2.6 get their table, where nobody changed its questions."""

from django.db import migrations

SLUG = "kernel-24-26"
BEFORE = ["Throughput and time per page", "What the machine was doing"]
FAILURES = {
    "title": "Failed connections",
    "query": "study=kernel-24-26&metric=requests_failed&rows=item&cols=kernel",
    "note": "None failed, in 24 hours each.",
}


def add(apps, schema_editor):
    for study in apps.get_model("benchdb", "Study").objects.filter(slug=SLUG):
        if [entry.get("title") for entry in study.comparisons] == BEFORE:
            study.comparisons = [*study.comparisons, FAILURES]
            study.save(update_fields=["comparisons"])


def remove(apps, schema_editor):
    for study in apps.get_model("benchdb", "Study").objects.filter(slug=SLUG):
        study.comparisons = [entry for entry in study.comparisons if entry != FAILURES]
        study.save(update_fields=["comparisons"])


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0043_bodies_of_permalinks")]

    operations = [migrations.RunPython(add, remove)]
