"""Which recordings belong to which runs: attached by directory, by time or by somebody's choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from benchdb.models import Recording, Run, RunRecording
from benchdb.recordings.derivation import derive
from benchdb.recordings.matching import recordings_during, runs_during
from benchdb.recordings.summaries import summarise
from benchdb.recordings.windows import window_of


def attach_directory(runs: Sequence[Run], recordings: Sequence[Recording]) -> None:
    """All of one directory: they were made together."""
    for recording in recordings:
        attach(runs, recording, RunRecording.How.DIRECTORY)


def attach_by_time(recordings: Iterable[Recording] = (), runs: Iterable[Run] = ()) -> None:
    """Runs and recordings of the same machine that overlap in time."""
    for recording in recordings:
        attach(list(runs_during(recording)), recording, RunRecording.How.TIME)
    for run in runs:
        for recording in recordings_during(run):
            attach([run], recording, RunRecording.How.TIME)


@transaction.atomic
def attach(runs: Sequence[Run], recording: Recording, how: RunRecording.How) -> list[RunRecording]:
    """Attach `recording`, or attach it anew: windows, summaries inside them, and the derived measurements of runs."""
    attached = [_attach_one(run, recording, how) for run in runs]
    shared = recording.attachments.filter(window_start=None).exclude(run__in=runs).select_related("run")
    affected = [*attached, *(shared if any(one.window_start is None for one in attached) else ())]
    summarise(affected, recording)
    for affected_run in dict.fromkeys(one.run for one in affected):
        derive(affected_run)
    return attached


def _attach_one(run: Run, recording: Recording, how: RunRecording.How) -> RunRecording:
    attached, is_new = RunRecording.objects.get_or_create(run=run, recording=recording, defaults={"how": how})
    if is_new or how == RunRecording.How.CHOICE:
        attached.how = how
    window = window_of(run, recording)
    attached.side = side_of(run, recording)
    attached.window_start, attached.window_end = (window.start, window.end) if window else (None, None)
    attached.save()
    return attached


def side_of(run: Run, recording: Recording) -> str:
    """The machine under load is the server; another machine's recording is the client's."""
    known = run.setup.machine_id
    return str(RunRecording.Side.SERVER if known in (None, recording.machine_id) else RunRecording.Side.CLIENT)


def detach(run: Run, recording: Recording) -> None:
    """What somebody says does not belong together."""
    RunRecording.objects.filter(run=run, recording=recording).delete()
    derive(run)
