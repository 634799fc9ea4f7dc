"""Machines, kernels and servers corrected by editors: renamed, edited, merged; and a merge undone.

A merge moves runs from setups of the one to the same setups of the other. What was frozen keeps its bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction

from benchdb.accounts.audit import record
from benchdb.domain.fingerprints import SETUP_FIELDS, fingerprint
from benchdb.models import AuditEntry, FormerName, Host, Kernel, Machine, Recording, Run, Server, Setup
from benchdb.models.inventory import Named
from benchdb.wording import words

MERGED, PARTED = "merged", "parted"
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
        raise BadCorrection(" ".join(error.messages)) from error
    row.save()
    keep_name(row, name_before, slug_before)
    return row


def keep_name(row: Named, name: str, slug: str) -> None:
    """What a renamed row was called leads to it from now on; what it is called now leads nowhere else."""
    if row.name.lower() == name.lower():
        return
    kind = kind_of(row)
    for taken in (name, row.name):
        FormerName.called(kind, taken).delete()
    FormerName.objects.create(kind=kind, name=name, slug=slug, row=row.pk)


def former_names(row: Named) -> list[FormerName]:
    """The newest first."""
    return list(FormerName.objects.filter(kind=kind_of(row), row=row.pk))


def typed(row: Named, name: str, text: str) -> Any:
    field = row._meta.get_field(name)
    text = text.replace("\0", "").strip()
    if isinstance(field, models.IntegerField):
        if not text:
            return None
        if not text.replace(",", "").isdigit():
            raise BadCorrection(f"{field.verbose_name}: expected a whole number, found {text[:40]!r}")
        return int(text.replace(",", ""))
    return text


@transaction.atomic
def merge(row: Named, into: Named) -> int:
    """Give all runs of `row` to `into`, and delete `row`. How many of those that count moved."""
    if type(row) is not type(into) or row.pk == into.pk:
        raise BadCorrection(words("merge into another"))
    kind = kind_of(row)
    known = {name: getattr(row, name) for name in EDITED[kind]}
    page = f"/{kind}s/{row.slug}/"
    runs = move_runs(kind, row, into, Run.objects.filter(**{f"setup__{kind}": row}))
    recorded = move_recorded(row, into) if isinstance(row, Machine) and isinstance(into, Machine) else {}
    formerly = [former.pk for former in former_names(row)]
    FormerName.objects.filter(pk__in=formerly).update(row=into.pk)
    counting = Run.objects.active().filter(pk__in=runs).count()
    record(
        f"{kind}.{MERGED}",
        str(row),
        before={
            **known,
            **recorded,
            "slug": row.slug,
            "counting": counting,
            "runs": runs,
            "former_names": formerly,
        },
        after={"into": into.pk, "name": into.name},
        page=page,
    )
    row.delete()
    return counting


def move_recorded(row: Machine, into: Machine) -> dict[str, list[int]]:
    """Its recordings and the names of its hosts, which the next recording prints; its own name is one from now on."""
    own = Host.objects.get_or_create(name=row.name)[0]
    Host.objects.filter(pk=own.pk, machine=None).update(machine=row)
    moved = {"recordings": Recording.objects.filter(machine=row), "hosts": Host.objects.filter(machine=row)}
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
    """The merges into it that can be undone, the newest first."""
    kind = kind_of(into)
    entries = AuditEntry.objects.filter(action=f"{kind}.{MERGED}", after__into=into.pk)
    names = set(type(into)._default_manager.values_list("name", flat=True))
    return [entry for entry in entries if entry.before["name"] not in names]


@transaction.atomic
def undo(entry: AuditEntry, into: Named) -> Named:
    """The merged row again, with its runs; those that were made since stay where they are."""
    kind = kind_of(into)
    if entry.action != f"{kind}.{MERGED}" or entry.after.get("into") != into.pk:
        raise BadCorrection(words("no merge into it"))
    if type(into).called(entry.before["name"]).exists():
        raise BadCorrection(words("name is taken", name=entry.before["name"]))
    row = type(into)(**{name: entry.before[name] for name in EDITED[kind]})
    row.save()
    FormerName.objects.filter(pk__in=entry.before.get("former_names", ()), row=into.pk).update(row=row.pk)
    runs = move_runs(kind, into, row, Run.objects.filter(pk__in=entry.before["runs"], **{f"setup__{kind}": into}))
    if isinstance(into, Machine):
        Recording.objects.filter(pk__in=entry.before["recordings"], machine=into).update(machine=row)
        Host.objects.filter(pk__in=entry.before.get("hosts", ()), machine=into).update(machine=row)
    record(f"{kind}.{PARTED}", str(row), after={"from": into.name, "runs": len(runs)}, page=f"/{kind}s/{row.slug}/")
    return row


def renamed_to(kind: str, slug: str) -> str:
    """The address of what had this one before it was renamed; "" where nothing had."""
    model = {known._meta.model_name: known for known in (Kernel, Machine, Server)}[kind]
    rows = FormerName.objects.filter(kind=kind, slug=slug).values("row")
    return str(model._default_manager.filter(pk__in=rows[:1]).values_list("slug", flat=True).first() or "")


def merged_into(kind: str, slug: str) -> str:
    """The name of what the row of this address was merged into; "" where it was not."""
    entries = AuditEntry.objects.filter(action=f"{kind}.{MERGED}", address=f"/{kind}s/{slug}/")
    return str(entries[0].after["name"]) if entries else ""
