"""Kernels' names are read anew: `kernel-6.1` is no operating system, and the `v657` of 6.18.44-fc-v657 no flavour."""

from django.db import migrations

from benchdb.domain.versions import kernel_name

FIELDS = ("os", "release", "series", "flavour", "build")


def read_anew(apps, schema_editor):
    kernels = apps.get_model("benchdb", "Kernel")._default_manager
    for kernel in kernels.all():
        parts = kernel_name(kernel.name)
        read = {name: getattr(parts, name)[: kernel._meta.get_field(name).max_length] for name in FIELDS}
        if any(getattr(kernel, name) != value for name, value in read.items()):
            kernels.filter(pk=kernel.pk).update(**read)


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0066_runs_excluded")]

    operations = [migrations.RunPython(read_anew, migrations.RunPython.noop, elidable=True)]
