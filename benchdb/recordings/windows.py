"""The load windows of runs on the clocks of recordings: which parts of a recording count for a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.db.models import Count
from numpy.typing import NDArray

from benchdb.domain.activity.series import Floats, Window
from benchdb.models import Measurement, Recording, Run, RunRecording, UploadFile

DAY = 86_400.0  #: seconds
SLACK = 2.0  #: seconds; archives keep whole or even ones


@dataclass(frozen=True, slots=True)
class LoadTimes:
    """What is known of the times at which some runs were under load."""

    places: Mapping[int, int]  #: of a run among them, by its id
    started: Floats  #: (n,) seconds since 1970; NaN = nobody knows
    written: Floats  #: (n,) seconds since 1970: when its file was last written, if it holds no other run; or NaN
    lasted: Floats  #: (n,) seconds, or NaN

    def starts_on(self, recording: Recording) -> Floats:
        """(n,) where the loads begin on the recording's clock; NaN where nobody knows.

        Where a run does not say so itself, the time at which its file was last written (an archive knows it) is its
        end, if all of the load then lies inside the recording: of a file that was copied later it would not.
        """
        if not recording.date_is_known:
            return np.full(len(self.lasted), np.nan)
        end = self.written + recording.clock_ahead
        begun = end - self.lasted
        lies_inside = (recording.start <= begun + SLACK) & (end <= recording.end + SLACK)
        known = self.started + recording.clock_ahead + 0.0 * self.lasted
        return np.where(np.isnan(self.started), np.where(lies_inside, begun, np.nan), known)

    def overlap(self, recording: Recording) -> NDArray[np.bool_]:
        """(n,) Whether the recording holds a part of the load, as far as it is known."""
        begun = self.starts_on(recording)
        during: NDArray[np.bool_] = (begun <= recording.end) & (begun + self.lasted >= recording.start)
        return during

    def windows_on(self, recording: Recording, runs: Sequence[Run]) -> list[Window | None]:
        """The load window of each of those runs on the recording's clock; None where nobody knows when it was."""
        places = [self.places[run.pk] for run in runs]
        starts, lasted = self.starts_on(recording)[places].tolist(), self.lasted[places].tolist()
        return [
            None if np.isnan(start) else Window(start, start + length)
            for start, length in zip(starts, lasted, strict=True)
        ]


def load_times(runs: Sequence[Run]) -> LoadTimes:
    """Of the runs in their order, asked at once however many they are."""
    durations = Measurement.objects.filter(run__in=[run.pk for run in runs], metric="duration", item="")
    lasted = dict(durations.order_by("-pk").values_list("run", "value"))
    written = written_alone({run.file_id for run in runs if run.started_at is None and lasted.get(run.pk)})
    return LoadTimes(
        places={run.pk: place for place, run in enumerate(runs)},
        started=np.array([run.started_at.timestamp() if run.started_at else np.nan for run in runs]),
        written=np.array([written.get(run.file_id, np.nan) for run in runs]),
        lasted=np.array([lasted.get(run.pk) or np.nan for run in runs]),
    )


def written_alone(files: Iterable[int]) -> dict[int, float]:
    """When each file of a single run was last written, where that is known."""
    by_file = Run.objects.filter(file__in=files, retired_at=None).values("file").annotate(runs=Count("pk"))
    single = by_file.filter(runs=1).values_list("file", flat=True)
    known = UploadFile.objects.filter(pk__in=single, modified_at__isnull=False).values_list("pk", "modified_at")
    return {file: moment.timestamp() for file, moment in known if moment}


def counted(attached: RunRecording) -> Window | None:
    """The part of a recording that counts for a run: its load window without the ramp-up.

    Without a window it is all of the recording, if no other run shares it; else None: it could not be told apart.
    """
    return loaded(attached) or whole(attached.recording)


def loaded(attached: RunRecording) -> Window | None:
    """The load window without the ramp-up, where it is known."""
    if attached.window_start is None or attached.window_end is None:
        return None
    return Window(attached.window_start, attached.window_end).settled


def whole(recording: Recording) -> Window | None:
    """All of a recording, if it belongs to one run."""
    is_shared = recording.attachments.count() > 1
    return None if is_shared else Window(recording.start - DAY, recording.end)
