"""Hosts beside a load, of which nobody knew which one was under load: what is answered of one settles the others."""

from __future__ import annotations

from benchdb.models import Recording, Run, UploadFile
from benchdb.recordings.attachment import attach_directory
from benchdb.recordings.machines import machine_of


def settle(recording: Recording) -> None:
    """Attach a recording that waited to the runs of its folder, now that its machine is known; and those that waited
    with it, where that says what they are of."""
    runs = runs_beside(recording)
    if not runs or recording.attachments.exists():
        return
    waiting = waiting_with(recording)
    loaded = {run.setup.machine for run in runs}
    is_loaded = recording.machine in loaded
    if is_loaded:
        for other in waiting:
            other.machine = machine_of(other.host, other.facts, [other.file.upload_id]).machine
    elif len(waiting) == 1 and len(loaded) == 1:
        waiting[0].machine = loaded.pop()
    else:
        waiting = []
    Recording.objects.bulk_update(waiting, ("machine",))
    attach_directory(runs, [recording, *waiting])


def runs_beside(recording: Recording) -> list[Run]:
    """The runs of its folder, which came with it or with another part of it, where their machine is known."""
    file = recording.file
    runs = Run.objects.active().filter(file__upload__in=parts_of(file), file__archive=file.archive_id)
    named = runs.filter(setup__machine__isnull=False).select_related("file", "setup__machine").order_by("pk")
    return [run for run in named if run.file.place.folder == file.place.folder]


def parts_of(file: UploadFile) -> list[int]:
    """The uploads that its folder came with."""
    return [file.upload_id, *(() if file.archive_id else file.upload.other_parts.values_list("pk", flat=True))]


def waiting_with(recording: Recording) -> list[Recording]:
    file = recording.file
    rows = Recording.objects.filter(file__upload__in=parts_of(file), file__archive=file.archive_id, machine=None)
    others = rows.exclude(host__in=("", recording.host)).filter(attachments=None).select_related("file").order_by("pk")
    return [other for other in others if other.file.place.folder == file.place.folder]
