"""Recordings whose load was over before there were samples enough of it: they say nothing of what a request cost."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, F, FloatField, Min, OuterRef, Subquery
from django.db.models.functions import Cast, NullIf

from benchdb.domain.activity.coverage import FEWEST_SAMPLES
from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import RunRecording, Timeline
from benchdb.models.recordings import counting
from benchdb.recordings.caveats.elsewhere import without_costs

TOO_SHORT = "recordings too short"  #: the kind of caveat that says so
RAMP_UP = 2  #: samples at the edges of a load, beside the FEWEST_SAMPLES within it


def caveats(runs: Any) -> tuple[Caveat, ...]:
    """How many runs have a recording of the machine under load, and too few samples in it. `runs`: a query of ids."""
    known = without_costs(
        RunRecording.objects.filter(
            counting(),
            run__in=runs,
            side=RunRecording.Side.SERVER,
            window_start__isnull=False,
            window_end__isnull=False,
        )
    )
    longest = Timeline.objects.filter(recording=OuterRef("recording")).order_by("-count").values("count")[:1]
    count = NullIf(Cast(Subquery(longest), FloatField()) - 1.0, 0.0)
    steps = known.annotate(
        step=(F("recording__end") - F("recording__start")) / count, lasted=F("window_end") - F("window_start")
    )
    short = steps.filter(lasted__lt=F("step") * (FEWEST_SAMPLES + RAMP_UP)).order_by()
    counted = short.aggregate(runs=Count("run", distinct=True), shortest=Min("lasted"), sample=Min("step"))
    if not counted["runs"]:
        return ()
    step = round(counted["sample"]) or counted["sample"]
    needed = (FEWEST_SAMPLES + RAMP_UP) * step
    return (caveat(TOO_SHORT, runs=counted["runs"], lasted=counted["shortest"], step=step, needed=needed),)
