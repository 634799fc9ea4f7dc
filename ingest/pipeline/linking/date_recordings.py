"""Recordings whose date can be read in several ways -> their day, where what lies beside them fits only one of these.

The days that one printed date may be are four weeks apart and more. So a load that began within a day of the recording,
as a clock of another zone may show it, tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.domain.activity.series import Floats
from benchdb.models import Host, Recording, Run
from benchdb.recordings.attachment import attach_anew
from benchdb.recordings.clocks import clock_ahead, set_midnight
from benchdb.recordings.windows import DAY, load_times
from ingest.declared.days import TAKEN_FROM, days_of, midnight, order_agreed

RUNS, RECORDINGS, FILE = "runs", "recordings", "file"  #: what decides: the first that does is named
Spans = Mapping[str, tuple[float, float]]  #: order of the date's parts -> from when to when the recording is then


@dataclass(frozen=True, slots=True)
class Beside:
    """What the files of one directory say of times."""

    began: Floats  #: sorted, of its loads
    recorded: Floats  #: (n, 2) beginnings and ends of its recordings whose day is known

    def order_of(self, recording: Recording) -> tuple[str, str] | None:
        """(what decides, the order of the date's parts); None where nothing does."""
        spans = {
            order: (recording.start + midnight(day), recording.end + midnight(day))
            for order, day in days_of(recording).items()
        }
        fitting = {
            RUNS: {order for order, span in spans.items() if holds(self.began, *span)},
            RECORDINGS: {order for order, span in spans.items() if is_near(self.recorded, *span)},
            FILE: fitting_file(recording, spans),
        }
        return order_agreed(fitting)


def date_recordings(runs: Sequence[Run], recordings: Sequence[Recording]) -> None:
    """Of one directory; before anything is attached by its time."""
    unsure = [recording for recording in recordings if not recording.date_is_known and days_of(recording)]
    if not unsure:
        return
    beside = Beside(beginnings(runs), spans_of(recordings))
    for recording in unsure:
        if decided := beside.order_of(recording):
            take(recording, *decided)


def take(recording: Recording, source: str, order: str) -> None:
    """Read its date in this order, and keep why."""
    set_midnight(recording, midnight(days_of(recording)[order]))
    host = Host.objects.filter(name=recording.host).first() if recording.host else None
    recording.clock_ahead = clock_ahead(recording, host.timezone if host else "")
    recording.facts = {**recording.facts, TAKEN_FROM: source}
    recording.save(update_fields=("clock_ahead", "facts"))
    if recording.attachments.exists():
        attach_anew(recording)


def beginnings(runs: Sequence[Run]) -> Floats:
    """When their loads began: as is stated, else by when their files were last written."""
    times = load_times(runs)
    began = np.where(np.isnan(times.started), times.written - times.lasted, times.started)
    return np.sort(began[~np.isnan(began)])


def spans_of(recordings: Iterable[Recording]) -> Floats:
    known = [(recording.start, recording.end) for recording in recordings if recording.date_is_known]
    return np.array(known, float).reshape(-1, 2)


def holds(moments: Floats, start: float, end: float) -> bool:
    """Whether one of the sorted moments lies within a day of that time."""
    return bool(np.searchsorted(moments, start - DAY) < np.searchsorted(moments, end + DAY))


def is_near(spans: Floats, start: float, end: float) -> bool:
    """Whether one of the spans overlaps that time, or nearly."""
    return bool(np.any((spans[:, 0] <= end + DAY) & (spans[:, 1] >= start - DAY)))


def fitting_file(recording: Recording, spans: Spans) -> set[str]:
    """Of a file that was last written within a day of the recording's end, that one; and none that it came before."""
    file = recording.file
    last = min(moment.timestamp() for moment in (file.modified_at, file.upload.created_at) if moment is not None)
    possible = {order for order, (start, _) in spans.items() if start - DAY <= last}
    written = {order for order in possible if file.modified_at and abs(last - spans[order][1]) <= DAY}
    return written or possible
