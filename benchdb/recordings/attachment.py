"""Which recordings belong to which runs: attached by directory, by time or by somebody's choice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.db.models import QuerySet

from benchdb.domain.activity.series import Window
from benchdb.models import Recording, Run, RunRecording
from benchdb.recordings.derivation import derive
from benchdb.recordings.directories import bounded, of_directory
from benchdb.recordings.matching import Together, recordings_during, runs_during
from benchdb.recordings.summaries import summarise
from benchdb.recordings.windows import LoadTimes, load_times

BATCH = 1000  #: rows in one statement


def attach_directory(
    runs: Sequence[Run], recordings: Sequence[Recording], *, came_before: Collection[int] = ()
) -> list[Recording]:
    """Those of one directory that were made together. The recordings that got no runs, because it would be too many.

    `came_before`: uploads whose recordings were attached before all of the directory was there.
    """
    times = load_times(runs)
    pairs, left_out = bounded(of_directory(runs, recordings, times))
    if came_before:
        detach_from_others([pair for pair in pairs if pair[0].file.upload_id in came_before], runs)
    attach_each(pairs, RunRecording.How.DIRECTORY, times)
    return left_out


def attach_by_time(recordings: Iterable[Recording] = (), runs: Iterable[Run] = ()) -> list[Recording]:
    """Runs and recordings of the same machine that overlap in time. The recordings that overlap too many."""
    together = defaultdict[Recording, dict[int, Run]](dict)
    for recording, theirs in (*runs_during(recordings), *recordings_during(runs)):
        together[recording].update({run.pk: run for run in theirs})
    pairs, left_out = bounded((recording, [*theirs.values()], 0) for recording, theirs in together.items() if theirs)
    if pairs:
        everyone = list(dict.fromkeys(run for _, theirs in pairs for run in theirs))
        attach_each(pairs, RunRecording.How.TIME, load_times(everyone))
    return left_out


@transaction.atomic
def attach(runs: Sequence[Run], recording: Recording, how: RunRecording.How) -> list[RunRecording]:
    """Attach `recording`, or attach it anew: windows, summaries inside them, and the derived measurements of runs."""
    return attach_each([(recording, runs)], how, load_times(runs))


@transaction.atomic
def attach_each(
    pairs: Iterable[tuple[Recording, Sequence[Run]]], how: RunRecording.How, times: LoadTimes
) -> list[RunRecording]:
    """Each recording with its runs. What is computed of a run is computed once, whatever is attached to it."""
    attached, affected = list[RunRecording](), dict[int, Run]()
    pairs = [pair for pair in pairs if pair[1]]
    Recording.hold(recording for recording, _ in pairs)
    for recording, runs in pairs:
        ours = store(runs, recording, how, times)
        shared = recording.attachments.filter(window_start=None).exclude(run__in=runs).select_related("run__setup")
        changed = [*ours, *(shared if any(one.window_start is None for one in ours) else ())]
        summarise(changed, recording)
        affected.update({one.run_id: one.run for one in changed})
        attached += ours
    derive(affected.values())
    return attached


def store(runs: Sequence[Run], recording: Recording, how: RunRecording.How, times: LoadTimes) -> list[RunRecording]:
    """Somebody's choice stands above what was found; else an attachment stays what it was."""
    changed = ["side", "window_start", "window_end", *(["how"] if how == RunRecording.How.CHOICE else [])]
    windows = times.windows_on(recording, runs)
    rows = [attachment(run, recording, how, window) for run, window in zip(runs, windows, strict=True)]
    return RunRecording.objects.bulk_create(
        rows, BATCH, update_conflicts=True, unique_fields=("run", "recording"), update_fields=changed
    )


def attachment(run: Run, recording: Recording, how: RunRecording.How, window: Window | None) -> RunRecording:
    start, end = (window.start, window.end) if window else (None, None)
    side = side_of(run, recording)
    return RunRecording(run=run, recording=recording, how=how, side=side, window_start=start, window_end=end)


def side_of(run: Run, recording: Recording) -> str:
    """The machine under load is the server; another machine's recording is the client's.

    Where nobody says which machine was under load, a recording is of it, unless somebody said that it is the client's.
    """
    known = run.setup.machine_id
    is_server = not recording.is_of_client if known is None else known == recording.machine_id
    return str(RunRecording.Side.SERVER if is_server else RunRecording.Side.CLIENT)


def attach_anew(recording: Recording) -> None:
    """Where its day or its clock changed: runs of its directory or of somebody's choice stay, others are found anew."""
    for how in (RunRecording.How.DIRECTORY, RunRecording.How.CHOICE):
        attached = recording.attachments.filter(how=how).select_related("run__setup")
        attach([one.run for one in attached], recording, how)
    detach(recording.attachments.filter(how=RunRecording.How.TIME))
    attach_by_time([recording])


def detach_each(recordings: Iterable[Recording], runs: Sequence[Run] | None = None) -> None:
    """From the runs of their directories: what came later made it unclear of which machine they are. `runs`: from these
    alone."""
    of_runs = {} if runs is None else {"run__in": runs}
    for recording in recordings:
        detach(recording.attachments.filter(how=RunRecording.How.DIRECTORY, **of_runs))


def detach_from_others(pairs: Iterable[Together], runs: Sequence[Run]) -> None:
    """Recordings from those of the directory's runs that are not theirs by all that is there now."""
    theirs, every = {row.pk: {run.pk for run in some} for row, some in pairs}, {run.pk: run for run in runs}
    attached = RunRecording.objects.filter(recording__in=theirs, how=RunRecording.How.DIRECTORY)
    rows = attached.values_list("pk", "recording_id", "run_id")
    wrong = {number: run for number, row, run in rows if run in every and run not in theirs[row]}
    detach(RunRecording.objects.filter(pk__in=wrong))


def detach(attached: QuerySet[RunRecording]) -> None:
    """What does not belong together."""
    runs = {one.run_id: one.run for one in attached.select_related("run__setup")}
    attached.delete()
    derive(runs.values())
