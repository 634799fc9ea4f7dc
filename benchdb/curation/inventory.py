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
from benchdb.models import AuditEntry, Machine, Recording, Run, Setup
from benchdb.models.inventory import Named

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
    for name in EDITED[kind_of(row)]:
        if name in values:
            setattr(row, name, typed(row, name, values[name]))
    try:
        row.full_clean(exclude=("slug", *row.read_from_name))
    except ValidationError as error:
        raise BadCorrection(" ".join(error.messages)) from error
    row.save()
    return row


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
        raise BadCorrection("choose another one to merge it into")
    kind = kind_of(row)
    known = {name: getattr(row, name) for name in EDITED[kind]}
    page = f"/{kind}s/{row.slug}/"
    runs = move_runs(kind, row, into, Run.objects.filter(**{f"setup__{kind}": row}))
    recordings = list[int]()
    if isinstance(row, Machine):
        of_row = Recording.objects.filter(machine=row)
        recordings = list(of_row.values_list("pk", flat=True))
        of_row.update(machine=into)
    record(
        f"{kind}.{MERGED}",
        str(row),
        before={**known, "slug": row.slug, "runs": runs, "recordings": recordings},
        after={"into": into.pk, "name": into.name},
        page=page,
    )
    row.delete()
    return Run.objects.active().filter(pk__in=runs).count()


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
        raise BadCorrection("this is not a merge into it")
    if type(into).called(entry.before["name"]).exists():
        raise BadCorrection(f"there is already one called {entry.before['name']}")
    row = type(into)(**{name: entry.before[name] for name in EDITED[kind]})
    row.save()
    runs = move_runs(kind, into, row, Run.objects.filter(pk__in=entry.before["runs"], **{f"setup__{kind}": into}))
    if isinstance(into, Machine):
        Recording.objects.filter(pk__in=entry.before["recordings"], machine=into).update(machine=row)
    record(f"{kind}.{PARTED}", str(row), after={"from": into.name, "runs": len(runs)}, page=f"/{kind}s/{row.slug}/")
    return row


def merged_into(kind: str, slug: str) -> str:
    """The name of what the row of this address was merged into; "" where it was not."""
    entries = AuditEntry.objects.filter(action=f"{kind}.{MERGED}", address=f"/{kind}s/{slug}/")
    return str(entries[0].after["name"]) if entries else ""
