"""The address that a permalink's exports name is kept with it; until now it was read from its export in plain text."""

import re

import zstandard
from django.db import migrations, models


def from_exports(apps, schema_editor):
    exports = apps.get_model("benchdb", "PermalinkExport")._default_manager.filter(name="txt")
    links = apps.get_model("benchdb", "Permalink")._default_manager
    for link, data in exports.values_list("permalink", "data").iterator():
        text = zstandard.ZstdDecompressor().decompress(bytes(data)).decode()
        if named := re.search(rf"^\S+/p/{link}/$", text, re.MULTILINE):
            links.filter(pk=link).update(address=named[0])


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0071_merged_names")]

    operations = [
        migrations.AddField(
            model_name="permalink",
            name="address",
            field=models.TextField(
                blank=True, db_default="", help_text="that its exports name, of the day it was frozen"
            ),
        ),
        migrations.RunPython(from_exports, migrations.RunPython.noop, elidable=True),
    ]
