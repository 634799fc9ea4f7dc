"""Files of one directory are one occasion: its recordings say what its runs' logs cannot, and belong to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from benchdb.models import Kernel, Machine, Recording, Run, Setup, UploadFile
from benchdb.recordings.tying import machine_of, tie_by_time, tie_directory
from ingest.facts import first_of
from ingest.store import SETUP_FIELDS, Storing, fingerprint, fitting
from ingest.telling import Place

Directory = tuple[int | None, str]  #: (the archive it is in, its path)


def settle(storing: Storing) -> None:
    """Give the upload's recordings their machines, its runs what the recordings' headers know, and tie them."""
    directories: dict[Directory, tuple[list[Run], list[Recording]]] = defaultdict(lambda: ([], []))
    for run in storing.runs:
        directories[directory(run.file)][0].append(run)
    for recording in storing.recordings:
        directories[directory(recording.file)][1].append(recording)
    for runs, recordings in directories.values():
        if recordings:
            name_machines(storing, recordings)
            fill_setups(storing, [run for run in runs if run.file.upload_id == storing.upload.pk], recordings)
            tie_directory(runs, recordings)
    tie_by_time(storing.recordings, (run for run in storing.runs if run.started_at))


def directory(file: UploadFile) -> Directory:
    """`a/b/run1.log` lies in `a/b`; loose files lie in "", for they came together."""
    return file.archive_id, Place(file.name).folder


def name_machines(storing: Storing, recordings: Sequence[Recording]) -> None:
    """The stated machine is the one that was recorded, if only one was; else each host stands for its own."""
    is_one_host = len({recording.host for recording in recordings}) == 1
    for recording in recordings:
        told = first_of("machine", *storing.told.facts_of(Place(recording.file.name, recording.file.archive_id)))
        machine = machine_of(recording.host, Machine.named(str(told)) if told and is_one_host else None)
        if machine != recording.machine:
            recording.machine = machine
            recording.save(update_fields=("machine",))


def fill_setups(storing: Storing, runs: Sequence[Run], recordings: Iterable[Recording]) -> None:
    """Machine, kernel and CPUs that nobody stated, as the recordings' headers name them, if they name one machine."""
    recordings = list(recordings)
    known = {recording.machine_id for recording in recordings}
    if len(known) != 1 or recordings[0].machine is None:
        return
    told: dict[str, Any] = {"machine": recordings[0].machine}
    kernels = {str(recording.facts.get("kernel", "")) for recording in recordings}
    cpus = {recording.facts.get("cpus") for recording in recordings}
    told["kernel"] = Kernel.named(kernels.pop()) if len(kernels) == 1 else None
    told["cpus"] = fitting(Setup, "cpus", cpus.pop()) if len(cpus) == 1 else None
    trials: dict[int, int] = {}
    left = set[int]()  #: setups that their runs have left
    for run in runs:
        if (setup := filled(run.setup, told)) != run.setup:
            left.add(run.setup.pk)
            run.setup, run.trial = setup, trial(storing, setup, run, trials)
            Run.objects.filter(pk=run.pk).update(setup=run.setup, trial=run.trial)
    Setup.objects.filter(pk__in=left, runs=None).delete()


def filled(setup: Setup, told: dict[str, Any]) -> Setup:
    """The setup with what it lacks; made where new. One of another machine stays as it is."""
    if setup.machine_id not in (None, told["machine"].pk):
        return setup
    values: dict[str, Any] = {name: getattr(setup, name) for name in SETUP_FIELDS}
    lacking = {name: value for name, value in told.items() if value is not None and values[name] is None}
    if not lacking:
        return setup
    values |= lacking
    return Setup.objects.get_or_create(fingerprint=fingerprint(values), defaults=values)[0]


def trial(storing: Storing, setup: Setup, run: Run, counted: dict[int, int]) -> int | None:
    """As the sender said; else the next one of the setup that the run now has."""
    if first_of("trial", *storing.told.facts_of(Place(run.file.name, run.file.archive_id))):
        return run.trial
    if setup.pk not in counted:
        counted[setup.pk] = Run.objects.standing().filter(setup=setup).count()
    counted[setup.pk] += 1
    return counted[setup.pk]
