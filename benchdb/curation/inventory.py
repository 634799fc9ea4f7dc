"""Machines, kernels and servers corrected by editors: renamed, edited, merged; and a merge undone.

A merge moves runs from setups of the one to the same setups of the other. What was frozen keeps its bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q

from benchdb.accounts.audit import record
from benchdb.curation.merges import MERGED, PARTED, Entry, LastingMerge, lasting_merges
from benchdb.domain.memory import memory_of
from benchdb.domain.setups.fingerprints import SETUP_FIELDS, fingerprint
from benchdb.domain.text.names import composed
from benchdb.domain.versions import folded
from benchdb.models import AuditEntry, FormerName, Host, Kernel, Machine, MachineNote, Recording, Run, Server, Setup
from benchdb.models.inventory import Named
from benchdb.wording import words

EDITED = {
    "machine": ("name", "cpu_model", "cpu_count", "memory_bytes", "notes"),
    "kernel": ("name", "notes"),
    "server": ("name", "notes"),
}


class BadCorrection(ValueError):
    """A correction that cannot be; the message says why."""


def kind_of(row: Named) -> str:
    return str(row._meta.model_name)


@transaction.atomic
def edit(row: Named, values: Mapping[str, str]) -> Named:
    """Set what was typed; an empty field is not recorded. The audit log keeps what it was."""
    row = type(row)._default_manager.select_for_update().get(pk=row.pk)
    name_before, slug_before = row.name, row.slug
    for name in EDITED[kind_of(row)]:
        if name in values:
            setattr(row, name, typed(row, name, values[name]))
    try:
        row.full_clean(exclude=("slug", *row.read_from_name))
    except ValidationError as error:
        raise BadCorrection(" ".join(faults_of(row, error))) from error
    row.save()
    keep_name(row, name_before, slug_before)
    return row


def faults_of(row: Named, error: ValidationError) -> list[str]:
    """Each message; Django's own, which have a code, with the field that they are about."""
    return [
        f"{row._meta.get_field(name).verbose_name}: {message}" if fault.code else message
        for name, faults in error.error_dict.items()
        for fault in faults
        for message in fault.messages
    ]


def keep_name(row: Named, name: str, slug: str) -> None:
    """What a renamed row was called leads to it from now on; what it is called now leads nowhere else."""
    if folded(row.name) == folded(name):
        return
    kind = kind_of(row)
    for taken in (name, row.name):
        FormerName.called(kind, taken).delete()
    FormerName.objects.create(kind=kind, name=name, slug=slug, row=row.pk)


def former_names(row: Named) -> list[FormerName]:
    """What it was called itself, the newest first; not what was merged into it."""
    return list(FormerName.objects.filter(kind=kind_of(row), row=row.pk, merge=None))


def typed(row: Named, name: str, text: str) -> Any:
    field = row._meta.get_field(name)
    text = text.replace("\0", "").strip()
    if name == "name" and text != row.name:
        return composed(text)
    if isinstance(field, models.IntegerField):
        if not text:
            return None
        if name == "memory_bytes":
            return typed_memory(text)
        if not text.replace(",", "").isdigit():
            raise BadCorrection(f"{field.verbose_name}: expected a whole number, found {text[:40]!r}")
        return int(text.replace(",", ""))
    return text


def typed_memory(text: str) -> int:
    memory = memory_of(text)
    if memory is None:
        raise BadCorrection(words("memory typed", text=text[:40]))
    return memory


@transaction.atomic
def merge(row: Named, into: Named) -> int:
    """Give all runs of `row` to `into`, and delete `row`: its name leads on. How many of those that count moved."""
    if type(row) is not type(into) or row.pk == into.pk:
        raise BadCorrection(words("merge into another"))
    kind = kind_of(row)
    known = {name: getattr(row, name) for name in EDITED[kind]}
    runs = move_runs(kind, row, into, Run.objects.filter(**{f"setup__{kind}": row}))
    recorded = move_recorded(row, into) if isinstance(row, Machine) and isinstance(into, Machine) else {}
    counting = Run.objects.active().filter(pk__in=runs).count()
    entry = record(
        f"{kind}.{MERGED}",
        str(row),
        before={**known, **recorded, "slug": row.slug, "row": row.pk, "counting": counting, "runs": runs},
        after={"into": into.pk, "name": into.name},
        page=f"/{kind}s/{row.slug}/",
    )
    lead_on(row, into, entry)
    row.delete()
    return counting


def lead_on(row: Named, into: Named, entry: AuditEntry) -> None:
    """What led to `row` leads to `into`, and its own name does."""
    kind = kind_of(row)
    formerly = FormerName.objects.filter(kind=kind, row=row.pk)
    formerly.filter(merge=None).update(merge=entry.pk)
    formerly.update(row=into.pk)
    FormerName.called(kind, row.name).delete()
    FormerName.objects.create(kind=kind, name=row.name, slug=row.slug, row=into.pk, merge=entry.pk)


def move_recorded(row: Machine, into: Machine) -> dict[str, list[int]]:
    """Its recordings, what was noted of it, and the names of its hosts, which the next recording prints; its own name
    is one from now on."""
    own = Host.objects.get_or_create(name=row.name)[0]
    Host.objects.filter(pk=own.pk, machine=None).update(machine=row)
    moved: dict[str, models.QuerySet[Any]] = {
        "recordings": Recording.objects.filter(machine=row),
        "hosts": Host.objects.filter(machine=row),
        "dated_notes": MachineNote.objects.filter(machine=row),
    }
    ids = {name: list(rows.order_by("pk").values_list("pk", flat=True)) for name, rows in moved.items()}
    for rows in moved.values():
        rows.update(machine=into)
    return ids


def move_runs(kind: str, row: Named | None, into: Named | None, runs: models.QuerySet[Run]) -> list[int]:
    """The runs now belong to the same setups of `into`, which are made where new; setups left empty go.

    `row` is None where nobody recorded what they were made on.
    """
    ids = sorted(runs.values_list("pk", flat=True))
    setups = list(Setup.objects.filter(pk__in=runs.order_by().values("setup").distinct()))
    for setup in setups:
        values: dict[str, Any] = {name: getattr(setup, name) for name in SETUP_FIELDS} | {kind: into}
        same = Setup.objects.get_or_create(fingerprint=fingerprint(values), defaults=values)[0]
        Run.objects.filter(pk__in=ids, setup=setup).update(setup=same)
    Setup.objects.filter(pk__in=[setup.pk for setup in setups], runs=None).delete()
    Setup.objects.filter(**{kind: row, "runs": None}).delete()
    return ids


def merges(into: Named) -> list[AuditEntry]:
    """The merges that lead to it and can be undone, the newest first: not those whose name it has taken itself."""
    kind = kind_of(into)
    here = [one.entry.pk for one in merges_of_kind(kind) if one.row == into.pk]
    entries = AuditEntry.objects.filter(pk__in=here)
    return [entry for entry in entries if folded(entry.before["name"]) != folded(into.name)]


def undone_merge(into: Named, number: str) -> AuditEntry | None:
    """The entry that says who undid the merge of that number."""
    entries = AuditEntry.objects.filter(action=f"{kind_of(into)}.{PARTED}")
    return entries.filter(after__entry=int(number)).first() if number.isascii() and number.isdigit() else None


def merges_of_kind(kind: str) -> list[LastingMerge]:
    """Those of machines, of kernels or of servers."""
    rows = AuditEntry.objects.filter(action__in=(f"{kind}.{MERGED}", f"{kind}.{PARTED}")).order_by("pk")
    fields = ("pk", "action", "subject", "before", "after")
    return lasting_merges(
        Entry(pk, action.rpartition(".")[2], subject, before, after)
        for pk, action, subject, before, after in rows.values_list(*fields)
    )


@transaction.atomic
def undo(entry: AuditEntry, into: Named) -> Named:
    """The merged row again, with its runs; those that were made since stay where they are.

    Where another row has its name by now, that one has them. The name leads on no more.
    """
    kind = kind_of(into)
    if entry.pk not in [one.pk for one in merges(into)]:
        raise BadCorrection(words("no merge into it"))
    row = again(entry, into)
    runs = move_runs(kind, into, row, moved_by(entry).filter(**{f"setup__{kind}": into}))
    if isinstance(into, Machine):
        Recording.objects.filter(pk__in=entry.before["recordings"], machine=into).update(machine=row)
        Host.objects.filter(pk__in=entry.before.get("hosts", ()), machine=into).update(machine=row)
        MachineNote.objects.filter(pk__in=entry.before.get("dated_notes", ()), machine=into).update(machine=row)
    after = {"from": into.name, "runs": len(runs), "entry": entry.pk, "row": row.pk}
    record(f"{kind}.{PARTED}", str(row), after=after, page=f"/{kind}s/{row.slug}/")
    return row


def again(entry: AuditEntry, into: Named) -> Named:
    """The row of a merge's name, made as it was where there is none; what led to it leads to it again."""
    kind, model = kind_of(into), type(into)
    FormerName.called(kind, entry.before["name"]).filter(merge=entry.pk).delete()
    row = model.called(entry.before["name"]).first()
    if row is None:
        was = {"pk": entry.before["row"]} if "row" in entry.before else {}
        row = model(**was, **{name: entry.before[name] for name in EDITED[kind]})
        row.save(force_insert=True)
    led = FormerName.objects.filter(kind=kind, row=into.pk)
    led.filter(Q(merge=entry.pk) | Q(pk__in=entry.before.get("former_names", ()))).update(row=row.pk, merge=None)
    beneath = [one.entry.pk for one in merges_of_kind(kind) if entry.pk in one.by]
    led.filter(merge__in=beneath).update(row=row.pk)
    return row


def moved_by(entry: AuditEntry) -> models.QuerySet[Run]:
    """The runs that a merge moved, and the readings that took their place since."""
    places = Run.objects.filter(pk__in=entry.before["runs"], file=OuterRef("file"), line=OuterRef("line"))
    return Run.objects.filter(Q(pk__in=entry.before["runs"]) | Exists(places))


def renamed_to(kind: str, slug: str) -> str:
    """The address of what had this one before it was renamed or merged; "" where nothing had."""
    model = {known._meta.model_name: known for known in (Kernel, Machine, Server)}[kind]
    rows = FormerName.objects.filter(kind=kind, slug=slug).values("row")
    return str(model._default_manager.filter(pk__in=rows[:1]).values_list("slug", flat=True).first() or "")
