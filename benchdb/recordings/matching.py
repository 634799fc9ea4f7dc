"""Which runs and recordings belong together: of one directory, or of one machine at one time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from django.db.models import FloatField, Q
from django.db.models.functions import Cast, Extract

from benchdb.models import Recording, Run
from benchdb.recordings.windows import DAY, LoadTimes, load_times

LONGEST_RUN = 7 * DAY  #: seconds; how far back a run may have begun that a recording still overlaps

Together = tuple[Recording, Sequence[Run]]  #: a recording and the runs whose load it overlaps


def runs_during(recordings: Iterable[Recording]) -> Iterator[Together]:
    """Standing runs of each recording's machine whose load it overlaps."""
    for recording in recordings:
        if recording.machine_id is not None and recording.date_is_known:
            near = runs_near(recording)
            yield recording, during(near, recording, load_times(near))


def runs_near(recording: Recording) -> list[Run]:
    start, end = (moment - recording.clock_ahead for moment in (recording.start, recording.end))
    started = Run.objects.active().filter(setup__machine=recording.machine_id, started_at__isnull=False)
    begun = started.annotate(begun=Cast(Extract("started_at", "epoch"), FloatField()))
    return list(begun.filter(begun__gte=start - LONGEST_RUN, begun__lte=end).select_related("setup"))


def recordings_during(runs: Iterable[Run]) -> Iterator[Together]:
    """Recordings of the runs' machines that overlap their load."""
    by_machine = defaultdict[int, list[Run]](list)
    for run in runs:
        if run.setup.machine_id is not None and run.started_at is not None:
            by_machine[run.setup.machine_id].append(run)
    for machine, theirs in by_machine.items():
        if near := recordings_near(machine, [run.started_at.timestamp() for run in theirs if run.started_at]):
            times = load_times(theirs)
            yield from ((recording, during(theirs, recording, times)) for recording in near)


def recordings_near(machine: int | None, begun: Sequence[float]) -> list[Recording]:
    """Those that may overlap runs that began then. `machine`: None for those of any."""
    near = Q(end__gte=min(begun) - DAY, start__lte=max(begun) + LONGEST_RUN + DAY)  # clocks: at most 14 hours ahead
    of_machine = {"machine__isnull": False} if machine is None else {"machine": machine}
    return list(Recording.objects.filter(near, date_is_known=True, **of_machine))


def during(runs: Sequence[Run], recording: Recording, times: LoadTimes) -> list[Run]:
    return [runs[place] for place in np.flatnonzero(times.overlap(recording)).tolist()]
