"""The load windows of runs on the clocks of recordings: which parts of a recording count for a run."""

from __future__ import annotations

from benchdb.domain.activity.series import Window
from benchdb.models import Recording, Run, RunRecording

DAY = 86_400.0  #: seconds
SLACK = 2.0  #: seconds; archives keep whole or even ones


def window_of(run: Run, recording: Recording) -> Window | None:
    """The run's load window on the recording's clock; None where nobody knows when the run was.

    Where it does not say so itself, the time at which its file was last written (an archive knows it) is its end, if
    all of the window then lies inside the recording: of a file that was copied later it would not.
    """
    lasted = run.measurements.filter(metric="duration", item="").values_list("value", flat=True).first()
    if not lasted or not recording.date_is_known:
        return None
    if run.started_at is not None:
        start = run.started_at.timestamp() + recording.clock_ahead
        return Window(start, start + lasted)
    written = run.file.modified_at
    if written is None or run.file.runs.filter(retired_at=None).count() > 1:
        return None
    end = written.timestamp() + recording.clock_ahead
    window = Window(end - lasted, end)
    lies_inside = recording.start <= window.start + SLACK and window.end <= recording.end + SLACK
    return window if lies_inside else None


def overlaps(run: Run, recording: Recording) -> bool:
    window = window_of(run, recording)
    return window is not None and window.start <= recording.end and window.end >= recording.start


def counted(attached: RunRecording) -> Window | None:
    """The part of a recording that counts for a run: its load window without the ramp-up.

    Without a window it is all of the recording, if no other run shares it; else None: it could not be told apart.
    """
    if attached.window_start is not None and attached.window_end is not None:
        return Window(attached.window_start, attached.window_end).settled
    if RunRecording.objects.filter(recording=attached.recording_id).count() > 1:
        return None
    return Window(attached.recording.start - DAY, attached.recording.end)
