"""Recordings in which the load of a run is not found: made at another time, or nobody knows when the load was."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q, QuerySet

from benchdb.domain.activity.derived import DERIVED
from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import Measurement, RunRecording

OUTSIDE, UNTIMED = "recordings of another time", "loads of unknown time"  #: the kinds of caveat


def caveats(runs: Any) -> tuple[Caveat, ...]:
    """How many runs have no cost for either reason; no run counts twice. `runs`: a query of ids."""
    measured = Measurement.objects.filter(run__in=runs, metric__in=DERIVED, item="", line=0).values("run")
    attached = RunRecording.objects.filter(run__in=runs, side=RunRecording.Side.SERVER).exclude(run__in=measured)
    waits = Q(recording__date_is_known=False, recording__facts__has_key="date_printed")
    known = attached.exclude(run__in=attached.filter(waits).values("run"))
    untimed = known.filter(window_start=None)
    misses = Q(window_end__lte=F("recording__start")) | Q(window_start__gte=F("recording__end"))
    elsewhere = known.exclude(run__in=known.filter(~misses).values("run"))
    counts = {OUTSIDE: counted(elsewhere), UNTIMED: counted(untimed)}
    return tuple(caveat(kind, runs=count) for kind, count in counts.items() if count)


def counted(attached: QuerySet[RunRecording]) -> int:
    return attached.order_by().values("run").distinct().count()
