"""Which runs and recordings of a machine were made at the same time."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import FloatField, Q
from django.db.models.functions import Cast, Extract

from benchdb.models import Recording, Run
from benchdb.recordings.windows import DAY, overlaps

LONGEST_RUN = 7 * DAY  #: seconds; how far back a run may have begun that a recording still overlaps


def runs_during(recording: Recording) -> Iterator[Run]:
    """Standing runs of the recording's machine whose load it overlaps."""
    if recording.machine_id is None or not recording.date_is_known:
        return
    start, end = (moment - recording.clock_ahead for moment in (recording.start, recording.end))
    near = Run.objects.active().filter(setup__machine=recording.machine_id, started_at__isnull=False)
    begun = near.annotate(begun=Cast(Extract("started_at", "epoch"), FloatField()))
    for run in begun.filter(begun__gte=start - LONGEST_RUN, begun__lte=end).select_related("setup"):
        if overlaps(run, recording):
            yield run


def recordings_during(run: Run) -> Iterator[Recording]:
    """Recordings of the run's machine that overlap its load."""
    if run.setup.machine_id is None or run.started_at is None:
        return
    begun = run.started_at.timestamp()  # a clock is at most 14 hours ahead
    near = Q(end__gte=begun - DAY, start__lte=begun + LONGEST_RUN + DAY)
    for recording in Recording.objects.filter(near, machine=run.setup.machine_id, date_is_known=True):
        if overlaps(run, recording):
            yield recording
