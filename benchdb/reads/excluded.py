"""The runs that somebody excluded, of those that a question is about."""

from __future__ import annotations

from datetime import datetime

from benchdb.domain.dimensions import ITEM
from benchdb.models import Run
from benchdb.reads.conditions import Where, filtered
from benchdb.reads.versions import UntilChanged

Excluded = list[tuple[int, str]]  #: (run, why)


def excluded_runs(where: Where, moment: datetime | None) -> Excluded:
    """At that moment; None = today. Most sites have none at all, which is known without a look at each question."""
    if not are_any():
        return []
    there = Run.objects.filter(filtered([(key, values) for key, values in where if key != ITEM.key]))
    if moment:
        stood = there.filter(stored_at__lte=moment, excluded_at__lte=moment).exclude(retired_at__lte=moment)
    else:
        stood = there.filter(retired_at=None, excluded_at__isnull=False)
    return list(stood.order_by("pk").values_list("pk", "excluded_because"))


def _are_any() -> bool:
    return Run.objects.filter(excluded_at__isnull=False).exists()


are_any = UntilChanged(_are_any)
