"""Names that were merged lead on as names that were given up do: those of merges that nobody undid, too.

What old names lead to is part of the data version, as names are.
"""

from django.db import migrations, models
from django.db.models.functions import Lower

from benchdb.curation.merges import Entry, lasting_merges

COUNTED = """
CREATE TRIGGER count_changes AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON benchdb_formername
  FOR EACH STATEMENT EXECUTE FUNCTION benchdb_count_change('data', 'names');
"""
UNCOUNTED = "DROP TRIGGER count_changes ON benchdb_formername;"


def remember_merges(apps, schema_editor):
    entries = apps.get_model("benchdb", "AuditEntry")._default_manager
    for kind in ("Machine", "Kernel", "Server"):
        words = (f"{kind.lower()}.merged", f"{kind.lower()}.parted")
        rows = entries.filter(action__in=words).order_by("pk")
        fields = ("pk", "action", "subject", "before", "after")
        lasting = lasting_merges(Entry(pk, action.rpartition(".")[2], *rest) for pk, action, *rest in rows.values_list(*fields))
        for one in lasting:
            remember(apps.get_model("benchdb", "FormerName"), apps.get_model("benchdb", kind), kind.lower(), one)


def remember(former_names, model, kind, one):
    """Unless something else has the name today, or it leads elsewhere, or what it was merged into is gone."""
    name, before = one.entry.before["name"], one.entry.before
    own = former_names._default_manager.filter(kind=kind)
    own.filter(pk__in=before.get("former_names", ()), merge=None).update(merge=one.entry.pk)
    folded = {"folded": Lower("name")}
    is_taken = any(
        rows.annotate(**folded).filter(folded=Lower(models.Value(name))).exists() for rows in (model._default_manager, own)
    )
    if not is_taken and model._default_manager.filter(pk=one.row).exists():
        own.create(kind=kind, name=name, slug=before["slug"], row=one.row, merge=one.entry.pk)


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0069_caveats_as_values")]

    operations = [
        migrations.AddField(
            model_name="formername",
            name="merge",
            field=models.BigIntegerField(help_text="the audit entry of the merge; none: it was renamed", null=True),
        ),
        migrations.RunPython(remember_merges, migrations.RunPython.noop, elidable=True),
        migrations.RunSQL(COUNTED, UNCOUNTED),
    ]
