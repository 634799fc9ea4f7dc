"""Recordings in which the load of a run is not found: made at another time, or nobody knows when the load was."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from benchdb.domain.activity.derived import DERIVED
from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import Measurement, RunRecording
from benchdb.models.recordings import counting

OUTSIDE, UNTIMED = "recordings of another time", "loads of unknown time"  #: the kinds of caveat


def caveats(runs: Any) -> tuple[Caveat, ...]:
    """How many runs have no cost for either reason; no run counts twice. `runs`: a query of ids."""
    of_server = RunRecording.objects.filter(counting(), side=RunRecording.Side.SERVER)
    same_run = of_server.filter(run=OuterRef("run"))
    waits = Q(recording__date_is_known=False, recording__facts__has_key="date_printed")
    misses = Q(window_end__lte=F("recording__start")) | Q(window_start__gte=F("recording__end"))
    known = without_costs(of_server.filter(run__in=runs)).exclude(Exists(same_run.filter(waits)))
    untimed, elsewhere = known.filter(window_start=None), known.exclude(Exists(same_run.exclude(misses)))
    counts = {OUTSIDE: counted(elsewhere), UNTIMED: counted(untimed)}
    return tuple(caveat(kind, runs=count) for kind, count in counts.items() if count)


def without_costs(attached: QuerySet[RunRecording]) -> QuerySet[RunRecording]:
    """Those whose run has none. Asked of each run: a list of all that have costs is too long to be looked through."""
    derived = Measurement.objects.filter(run=OuterRef("run"), metric__in=DERIVED, item="", line=0)
    return attached.exclude(Exists(derived))


def counted(attached: QuerySet[RunRecording]) -> int:
    return attached.order_by().values("run").distinct().count()
