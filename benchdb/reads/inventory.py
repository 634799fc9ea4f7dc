"""Machines, kernels and servers with the number of their runs; setups; tags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from benchdb.models import Kernel, Machine, Recording, Run, Server, Setup, Tag
from benchdb.models.inventory import Named
from benchdb.reads.packed.census import latest
from benchdb.reads.search.labels import labels_among
from benchdb.reads.search.selection import everything

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class InventoryKind:
    """One of the three inventories."""

    key: str  #: the dimension's name
    model: type[Named]
    title: str
    fields: tuple[str, ...]  #: shown in the list and on the page

    @property
    def titles(self) -> list[tuple[str, str]]:
        """(field, its title) of what is shown."""
        return [(field, str(self.model._meta.get_field(field).verbose_name)) for field in self.fields]

    def facts(self, row: Named) -> list[tuple[str, str, Any]]:
        """(field, its title, its value) of what is known."""
        return [(field, title, getattr(row, field)) for field, title in self.titles if getattr(row, field)]


KINDS = {
    "machines": InventoryKind("machine", Machine, "Machines", ("cpu_model", "cpu_count", "memory_bytes")),
    "kernels": InventoryKind("kernel", Kernel, "Kernels", ("os", "series", "release", "flavour", "build", "patches")),
    "servers": InventoryKind("server", Server, "Servers", ("product", "version")),
}


def inventory(kind: str, words: Sequence[str] = ()) -> list[Any]:
    """All of one kind whose name has each word, with the number of their `runs` that count."""
    model = KINDS[kind].model
    rows = model._default_manager.order_by(*model._meta.ordering)
    for word in words:
        rows = rows.filter(name__icontains=word)
    return counted(kind, rows)


def counted(kind: str, rows: Iterable[Any]) -> list[Any]:
    """Each row with the number of its `runs` that count, and when the `newest` of them was stored."""
    census, key = latest.census(), KINDS[kind].key
    runs, newest = census.sums(key, census.counts), census.newest_by(key)
    listed = list(rows)
    for row in listed:
        row.runs = runs.get(row.name, 0)
        row.newest = moment(newest[row.name]) if row.runs else None
    return listed


def moment(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)


def rows_of(kind: str) -> QuerySet[Any]:
    """All of one kind."""
    return KINDS[kind].model._default_manager.all()


def runs_on(kind: str, row: Named) -> int:
    """How many runs that count a machine, a kernel or a server has."""
    return Run.objects.active().filter(**{f"setup__{kind}": row}).count()


def machines_of_recordings() -> frozenset[int]:
    """The ids of the machines that hosts of recordings are, of those that count."""
    counting = Recording.objects.filter(machine__isnull=False, file__upload__withdrawn_at=None)
    return frozenset(counting.values_list("machine_id", flat=True).distinct())


def setups() -> QuerySet[Setup]:
    return Setup.objects.select_related("machine", "kernel", "server")


def tag_counts() -> list[tuple[str, int]]:
    """Every tag, and how many runs that count have it."""
    census, labels = latest.labelled()
    counts = labels_among("tag", everything(census), labels)
    return [(name, counts.get(name, 0)) for name in Tag.objects.values_list("name", flat=True)]


def machines_called(names: Sequence[str]) -> list[Machine]:
    """Those of these names, with what is known of them."""
    return list(Machine.objects.filter(name__in=names))


def slugs(kind: str) -> dict[str, str]:
    """Name -> the last part of its address."""
    return dict(rows_of(kind).values_list("name", "slug"))
