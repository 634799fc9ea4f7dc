"""Which values each dimension takes among some runs, and how often: what a filter offers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from benchdb.comparison.select import condition
from benchdb.dimensions import MANY, MISSING, Dimension, dimension
from benchdb.models import Run

Where = Sequence[tuple[str, tuple[str, ...]]]

OFFERED = (
    "study", "tag", "provenance", "machine", "os", "kernel_series", "kernel", "kernel_flavour", "kernel_patches",
    "zone", "cpus", "server", "tool", "concurrency", "status",
)  # fmt: skip
MOST_VALUES = 40


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a filter offers."""

    value: str
    count: int  #: runs
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    """One dimension and its values, counted among the runs that all other filters let through."""

    dimension: Dimension
    choices: tuple[Choice, ...]

    @property
    def is_open(self) -> bool:
        return any(choice.is_chosen for choice in self.choices)


def filtered(where: Where) -> Q:
    """Runs that `where` lets through."""
    found = Q()
    for key, values in where:
        found &= condition(dimension(key), values)
    return found


def facets(where: Where, keys: Iterable[str] = OFFERED, extra: Q | None = None) -> list[Facet]:
    """One query per dimension. Dimensions with a single value that is not chosen are left out: they filter nothing."""
    found = [facet(dimension(key), where, extra or Q()) for key in keys]
    return [each for each in found if len(each.choices) > 1 or each.is_open]


def facet(known: Dimension, where: Where, extra: Q) -> Facet:
    others = [(key, values) for key, values in where if key != known.key]
    chosen = set(dict(where).get(known.key, ()))
    runs = Run.objects.standing().filter(filtered(others), extra).order_by()
    counted = runs.values_list(known.path).annotate(n=Count("pk", distinct=True))
    counts: dict[str, int] = {}
    for value, n in counted:
        text = known.text(value)
        counts[text] = counts.get(text, 0) + n
    if known.key in MANY:
        counts.pop(MISSING, None)
    values = sorted({*counts, *chosen}, key=known.order)[:MOST_VALUES]
    return Facet(known, tuple(Choice(value, counts.get(value, 0), value in chosen) for value in values))
