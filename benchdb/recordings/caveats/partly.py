"""Loads that were recorded in part: what a request cost during the rest is not known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchdb.domain.activity.series import Window
from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import RunRecording, WindowSummary
from benchdb.models.recordings import counting
from benchdb.reads.runs import ListedRun
from benchdb.recordings.basis import SECONDS_OF_A_SAMPLE, coverage_in

ALL = 0.75  #: share of a load from which on it counts as recorded: of a short one a sample at each end is left out
BUSY = "cpu.idle"  #: the trace that CPU times are made of; what a recording covers is one share for all of its own


def caveats(runs: Sequence[int]) -> tuple[Caveat, ...]:
    """Of how many runs, and the least share. `runs`: their ids."""
    shares = recorded_in_part(runs).values()
    return (caveat("partly recorded", runs=len(shares), total=len(runs), share=min(shares)),) if shares else ()


def with_shares(runs: Sequence[ListedRun]) -> list[ListedRun]:
    """The lines of a list, those that were recorded in part with the share that was. One query at most."""
    recorded = [run.pk for run in runs if run.is_recorded]
    shares = recorded_in_part(recorded) if recorded else {}
    return [replace(run, recorded_share=shares.get(run.pk)) for run in runs]


def recorded_in_part(runs: Sequence[int]) -> dict[int, float]:
    """Run -> the share of its load, of those of which it is a part only."""
    return {run: share for run, share in recorded_shares(runs).items() if share < ALL}


def recorded_shares(runs: Sequence[int]) -> dict[int, float]:
    """Run -> the share of its load that its costs are of; of several recordings that which counts."""
    known = WindowSummary.objects.filter(
        counting("attachment__"),
        trace__metric=BUSY,
        attachment__run__in=runs,
        attachment__side=RunRecording.Side.SERVER,
        attachment__window_start__isnull=False,
    )
    rows = known.order_by("attachment_id", "trace__item").values_list(
        *("attachment__run", "attachment__window_start", "attachment__window_end", "samples", SECONDS_OF_A_SAMPLE),
    )
    covered = ((run, coverage_in(Window(start, end), samples, step)) for run, start, end, samples, step in rows)
    return {run: one.share for run, one in covered if one.is_enough}
