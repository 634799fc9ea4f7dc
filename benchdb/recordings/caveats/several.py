"""Loads that were recorded on several machines, of which it is not known what a request cost on all of them."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q

from benchdb.domain.activity.derived import DERIVED
from benchdb.domain.caveats import Caveat, caveat, of_row
from benchdb.models import Measurement, Run
from benchdb.recordings.servers import NO_COST, NONE_STATED

SEVERAL = "runs on several machines"  #: the kind of caveat that says so


def caveats(runs: Any) -> tuple[Caveat, ...]:
    """How many runs have no cost for it, and the machines of the first. `runs`: a query of ids."""
    derived = Measurement.objects.filter(run=OuterRef("pk"), metric__in=DERIVED, item="", line=0)
    limited = Q(limits__contains=[{"kind": NO_COST}]) | Q(limits__contains=[{"kind": NONE_STATED}])
    without = Run.objects.filter(limited, ~Exists(derived), pk__in=runs).order_by("pk")
    known = [of_row(one) for limits in without.values_list("limits", flat=True) for one in limits]
    several = [one["hosts"] for one in known if one.kind in (NO_COST, NONE_STATED)]
    return (caveat(SEVERAL, runs=len(several), hosts=several[0]),) if several else ()
