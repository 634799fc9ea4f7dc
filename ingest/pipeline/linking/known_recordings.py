"""What becomes of a recording whose bytes are stored already: it is not stored again, and belongs to the loads beside
it, or to none of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from benchdb.models import RunRecording, UploadFile
from benchdb.wording import words
from ingest.declared.declared_facts import Folder
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import OF_LOADS


def note_known_recordings(ingestion: Ingestion) -> None:
    """On its file, behind where its bytes are; nothing where no load lies beside it."""
    recorded = {row.file.log_id for row in ingestion.recordings.values()}
    known = ingestion.upload.files.filter(state=UploadFile.State.KNOWN, log__in=recorded) if recorded else ()
    loads = Counter[Folder]((run.file.archive_id, run.file.place.folder) for run in ingestion.runs.values())
    beside = {file: (file.archive_id, file.place.folder) for file in known}
    files = [file for file, folder in beside.items() if loads[folder] and file.problems]
    if not files:
        return
    attached = attached_loads(ingestion, {file.log_id for file in files})
    for file in files:
        number = attached[file.log_id, beside[file]]
        more = words("copy of its loads" if number else "copy of no load", runs=number or loads[beside[file]])
        note_loads(file.problems[0], more)
    UploadFile.objects.bulk_update(files, ("problems",), batch_size=1000)


def note_loads(note: dict[str, Any], more: str) -> None:
    """Instead of what the worker before this one noted, where an upload is read once more."""
    before = note.get(OF_LOADS, more)
    note["message"] = f"{note['message'].removesuffix(f' {before}')} {more}"
    note[OF_LOADS] = more


def attached_loads(ingestion: Ingestion, logs: set[str]) -> Counter[tuple[str, Folder]]:
    """(SHA-256 of a recording, folder) -> how many of its loads have that recording."""
    rows = RunRecording.objects.filter(run__in=ingestion.runs, recording__file__log__in=logs)
    folders = {run.pk: (run.file.archive_id, run.file.place.folder) for run in ingestion.runs.values()}
    pairs = set(rows.values_list("recording__file__log", "run"))
    return Counter((log, folders[run]) for log, run in pairs)
