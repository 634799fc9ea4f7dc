"""Runs whose recording contradicts the CPUs that were stated say so themselves, and so does each answer that they are in."""

from django.db import migrations
from django.db.models import F

SENTENCE = (
    "{stated:,} CPUs were stated, but {recorded:,} recorded. Figures that depend on the number of CPUs use the "
    "{recorded:,} recorded; the run stays filed under the stated count."
)


def say(apps, schema_editor):
    """Of each run the first recording of its server that knows its CPUs, as `benchdb.recordings.derivation` has it."""
    ties = apps.get_model("benchdb", "RunRecording").objects.filter(side="server", recording__facts__has_key="cpus")
    rows = ties.exclude(run__setup__cpus=None).order_by("pk").annotate(stated=F("run__setup__cpus"))
    runs = apps.get_model("benchdb", "Run").objects
    seen = set()
    for run, limits, stated, facts in rows.values_list("run", "run__limits", "stated", "recording__facts").iterator():
        recorded = int(facts["cpus"] or 0)
        if recorded and run not in seen:
            seen.add(run)
            if recorded != stated:
                sentence = SENTENCE.format(stated=stated, recorded=recorded)
                runs.filter(pk=run).exclude(limits__contains=[sentence]).update(limits=[*limits, sentence])


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0050_packed_series_uncompressed")]

    operations = [migrations.RunPython(say, migrations.RunPython.noop)]
