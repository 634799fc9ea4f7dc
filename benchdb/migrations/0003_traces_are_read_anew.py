"""Traces get another form. They are made from logs that are kept, so the uploads they came from are read again."""

from django.db import migrations


def read_anew(apps, schema_editor):
    Upload = apps.get_model("benchdb", "Upload")
    with_traces = Upload.objects.filter(files__traces__isnull=False).values("pk")
    apps.get_model("benchdb", "UploadFile").objects.filter(traces__isnull=False).update(state="queued")
    Upload.objects.filter(pk__in=list(with_traces.values_list("pk", flat=True))).update(state="queued", attempts=0)


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0002_bundles")]
    operations = [
        migrations.RunPython(read_anew, migrations.RunPython.noop),
        migrations.DeleteModel(name="Trace"),
    ]
