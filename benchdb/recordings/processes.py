"""CPU time of single processes inside a run's load window, from recordings that have them (pidstat)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from django.db.models import Q

from benchdb.domain.activity.coverage import coverage
from benchdb.domain.activity.derived import OF_A_PROCESS, Means
from benchdb.domain.activity.series import Window, inside, usual_step
from benchdb.models import Recording, RunRecording, Trace
from benchdb.recordings.windows import loaded


def means_of_processes(servers: Iterable[RunRecording], programs: tuple[str, ...]) -> Means:
    """(OF_A_PROCESS, process) -> its mean, in CPUs, of the first recording that has processes of these programs.

    A process that a sample does not have was idle in it. Nothing where too little of the window was recorded.
    """
    for attached in servers if programs else ():
        window = loaded(attached)
        known = inside_of(attached.recording, window, programs) if window else {}
        if known:
            return known
    return {}


def inside_of(recording: Recording, window: Window, programs: tuple[str, ...]) -> Means:
    wanted = Q()
    for program in programs:
        wanted |= Q(item__icontains=f" {program}")
    traces = Trace.objects.filter(wanted, recording=recording, metric=OF_A_PROCESS).select_related("timeline")
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
