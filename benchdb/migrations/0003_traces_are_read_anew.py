"""Files that were read before there were states get one. Traces get another form: they are made from logs that are kept,
so the uploads they came from are read again. A migration of its own, because PostgreSQL alters no table whose rows were
changed in the same transaction.
"""

from django.db import migrations, models


def read_before(apps, schema_editor):
    """The states of files that were read before there were states."""
    files = apps.get_model("benchdb", "UploadFile").objects.filter(upload__state__in=("stored", "failed"))
    files.update(state="failed")
    files.filter(problems__0__message__startswith="These bytes are stored already").update(state="known")
    runs, traces = (apps.get_model("benchdb", name).objects.values("file") for name in ("Run", "Trace"))
    files.filter(models.Q(pk__in=runs) | models.Q(pk__in=traces)).update(state="stored")
    files.filter(models.Q(name="benchdb.toml") | models.Q(name__endswith="/benchdb.toml")).update(state="facts")


def read_anew(apps, schema_editor):
    Upload = apps.get_model("benchdb", "Upload")
    with_traces = Upload.objects.filter(files__traces__isnull=False).values("pk")
    apps.get_model("benchdb", "UploadFile").objects.filter(traces__isnull=False).update(state="queued")
    Upload.objects.filter(pk__in=list(with_traces.values_list("pk", flat=True))).update(state="queued", attempts=0)


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0002_bundles")]
    operations = [
        migrations.RunPython(read_before, migrations.RunPython.noop),
        migrations.RunPython(read_anew, migrations.RunPython.noop),
    ]
