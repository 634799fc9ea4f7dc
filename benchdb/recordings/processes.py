"""CPU time of single processes inside a run's load window, from recordings that have them (pidstat)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from django.db.models import Q

from benchdb.domain.activity.coverage import coverage
from benchdb.domain.activity.derived import OF_A_PROCESS, Means
from benchdb.domain.activity.series import Window, inside, usual_step
from benchdb.models import RunRecording, Trace
from benchdb.recordings.windows import loaded

RECENT = 8  #: recordings that are kept in mind


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
