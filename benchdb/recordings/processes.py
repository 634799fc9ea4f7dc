"""CPU time of single processes (pidstat), and how busy single CPUs were (sar -P ALL, mpstat), inside a load window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np
from django.db.models import Q

from benchdb.domain.activity.coverage import coverage
from benchdb.domain.activity.derived import OF_A_PROCESS, Means
from benchdb.domain.activity.limits import are_all
from benchdb.domain.activity.series import Floats, Window, inside, usual_step
from benchdb.models import RunRecording, Trace
from benchdb.recordings.windows import loaded

RECENT = 8  #: recordings that are kept in mind
REST = ("cpu.idle", "cpu.iowait")  #: what a CPU does not work in


class Processes:
    """CPU time of processes beside some loads; what several loads share of a recording is read once."""

    def __init__(self) -> None:
        self._of = lru_cache(RECENT)(processes_of)

    def means(self, servers: Iterable[RunRecording], programs: tuple[str, ...]) -> Means:
        """(OF_A_PROCESS, process) -> its mean, in CPUs, of the first recording that has processes of these programs.

        A process that a sample does not have was idle in it. Nothing where too little of the window was recorded.
        """
        for attached in servers if programs else ():
            window = loaded(attached)
            known = inside_of(self._of(attached.recording_id, programs), window) if window else {}
            if known:
                return known
        return {}


def processes_of(recording: int, programs: tuple[str, ...]) -> list[Trace]:
    wanted = Q()
    for program in programs:
        wanted |= Q(item__icontains=f" {program}")
    rows = Trace.objects.filter(wanted, recording=recording, metric=OF_A_PROCESS)
    return list(rows.select_related("timeline"))


def inside_of(traces: Iterable[Trace], window: Window) -> Means:
    sums, samples, seconds = dict[tuple[str, str], float](), 0, 0.0
    for trace in traces:
        times, values = trace.timeline.times, trace.values
        mask = inside(times, window)
        sums[trace.metric, trace.item] = float(np.nansum(values[mask]))
        if mask.sum() > samples:
            samples, seconds = int(mask.sum()), usual_step(times)
    if not coverage(samples, seconds, window.end - window.start).is_enough:
        return {}
    return {name: total / samples for name, total in sums.items()}


class SingleCpus:
    """Of some loads; what several of them share of a recording is read once."""

    def __init__(self) -> None:
        self._of = lru_cache(RECENT)(resting)

    def busy(self, servers: Iterable[RunRecording]) -> Mapping[str, float]:
        """CPU -> its mean busy share, by the first recording that has every single CPU; {} where none covers the load.

        An offline one counts as recorded. Of some CPUs alone nobody knows what the others did.
        """
        for attached in servers:
            window = loaded(attached)
            if not window:
                continue
            rest = self._of(attached.recording_id)
            if are_all(len(rest), (attached.recording.facts,)) and (known := busy_inside(rest, window)):
                return known
        return {}


def resting(recording: int) -> dict[str, tuple[Floats, Floats]]:
    """CPU -> (moments, the share of it that was not at work)."""
    rows = Trace.objects.filter(recording=recording, metric__in=REST, item__regex=r"^\d+$").select_related("timeline")
    rest: dict[str, tuple[Floats, Floats]] = {}
    for row in rows.order_by("metric"):  # idle first
        if row.metric == REST[0]:
            rest[row.item] = row.timeline.times, row.values
        elif row.item in rest and len(rest[row.item][0]) == len(row.values):
            rest[row.item] = rest[row.item][0], rest[row.item][1] + row.values
    return rest


def busy_inside(rest: Mapping[str, tuple[Floats, Floats]], window: Window) -> dict[str, float]:
    busy = {}
    for cpu, (times, shares) in rest.items():
        kept = shares[inside(times, window)]
        known = coverage(len(kept), usual_step(times), window.end - window.start)
        if known.is_enough and np.isfinite(kept).any():
            busy[cpu] = 1 - float(np.nanmean(kept))
    return busy
