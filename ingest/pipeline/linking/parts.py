"""One folder that was sent in several uploads: what lies beside an upload's files, and came with another part.

The parts are read in the order in which they came (see `queues.turns`), but for those that are read once more. Of two,
the one that ends last sees what the other one stored: only one at a time ends, and it looks at those that have ended
before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import TypeVar

from django.db.models import F, Func, QuerySet, Value

from benchdb.domain.place import IMPORT
from benchdb.models import Recording, Run, UploadFile
from ingest.declared.declared_facts import Folder
from ingest.pipeline.ingestion import Ingestion

M = TypeVar("M", Recording, Run)
LAST = (Value("[^/]*$"), Value(""))  #: what a name has below its folder
FOLDER = Func(F("file__name"), *LAST, function="regexp_replace")  #: with its slash
OWN_FOLDER = Func(F("name"), *LAST, function="regexp_replace")  #: likewise, of a file


def join_parts(ingestion: Ingestion) -> None:
    """Know the other parts that are read; no other one ends, is withdrawn or restored before this transaction ends."""
    upload = ingestion.upload
    if IMPORT in upload.facts:
        upload.hold_import()
        others = dict(upload.other_parts.values_list("pk", "facts"))
        withdrawn = dict(upload.withdrawn_parts.values_list("pk", "facts"))
        ingestion.parts, ingestion.withdrawn = {upload.pk, *others}, {*withdrawn}
        every = {**others, **withdrawn}.items()
        ingestion.alike = {upload.pk, *(number for number, facts in every if facts == upload.facts)}


def others(ingestion: Ingestion) -> Collection[int]:
    return [number for number in ingestion.parts if number != ingestion.upload.pk]


def with_withdrawn(ingestion: Ingestion) -> Collection[int]:
    """The other parts, and those that count once their withdrawal is undone."""
    return [*others(ingestion), *ingestion.withdrawn]


def recordings_beside(ingestion: Ingestion, folders: Iterable[Folder]) -> Iterable[Recording]:
    """Of the other parts, withdrawn ones too, those that lie in these folders."""
    parts = with_withdrawn(ingestion)
    if not parts:
        return ()
    rows = Recording.objects.filter(file__upload__in=parts, file__archive=None).select_related("file", "machine")
    return of_folders(rows, folders)


def copies_in(ingestion: Ingestion) -> dict[Folder, list[Recording]]:
    """Folder of the upload -> recordings of which it has the same bytes again: they belong to its runs as well."""
    known = ingestion.upload.files.filter(state=UploadFile.State.KNOWN)
    own, beside = copies_of(known, ingestion.recordings.values()), copies_beside(ingestion)
    return {place: [*dict.fromkeys((*own.get(place, ()), *beside.get(place, ())))] for place in {**own, **beside}}


def copies_beside(ingestion: Ingestion) -> dict[Folder, list[Recording]]:
    """Likewise, where another part brought the same bytes to a folder of this one. Withdrawn parts, too: the recording
    counts while the part does that it came with, whichever of the parts with its bytes are withdrawn and when."""
    parts = with_withdrawn(ingestion)
    folders = {(run.file.archive_id, run.file.place.folder) for run in ingestion.runs.values()} if parts else ()
    files = UploadFile.objects.filter(upload__in=parts, archive=None, state=UploadFile.State.KNOWN)
    known = files.annotate(folder=OWN_FOLDER).filter(folder__in=loose(folders)) if folders else files.none()
    every = [*ingestion.parts, *ingestion.withdrawn]
    recordings = Recording.objects.filter(file__upload__in=every, file__log__in=known.values("log"))
    return copies_of(known, recordings.select_related("file", "machine").order_by("pk") if folders else ())


def copies_of(known: QuerySet[UploadFile], recordings: Iterable[Recording]) -> dict[Folder, list[Recording]]:
    by_log: dict[str, list[Recording]] = defaultdict(list)
    for recording in recordings:
        by_log[recording.file.log_id].append(recording)
    if not by_log:
        return {}
    copies: dict[Folder, dict[Recording, None]] = defaultdict(dict)
    for file in known.filter(log__in=by_log).order_by("upload", "position"):
        place = file.archive_id, file.place.folder
        elsewhere = (row for row in by_log[file.log_id] if (row.file.archive_id, row.file.place.folder) != place)
        copies[place].update(dict.fromkeys(elsewhere))
    return {place: [*rows] for place, rows in copies.items() if rows}


def runs_beside(ingestion: Ingestion, folders: Iterable[Folder]) -> Iterable[Run]:
    """Likewise, those that were not replaced."""
    parts = with_withdrawn(ingestion)
    if not parts:
        return ()
    rows = Run.objects.filter(file__upload__in=parts, file__archive=None, retired_at=None)
    return of_folders(rows.select_related("file", "setup__machine"), folders)


def of_folders(rows: QuerySet[M], folders: Iterable[Folder]) -> QuerySet[M]:
    lying = rows.annotate(folder=FOLDER).filter(folder__in=loose(folders))
    return rows.filter(pk__in=lying.values("pk")).order_by("pk")


def loose(folders: Iterable[Folder]) -> list[str]:
    """Those outside archives, each with its slash."""
    return [f"{folder}/" if folder else "" for archive, folder in folders if archive is None]
