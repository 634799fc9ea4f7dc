"""Step: files -> runs, recordings and problems, a batch of files at a time: identify, parse, store.

A batch is one transaction: a file's rows and its state are stored together or not at all, so that a worker may be
killed at any point, and the next one goes on with the files that are still queued.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from copy import copy

from django.conf import settings
from django.db import DataError, connection, transaction

from benchdb.domain.text.tomls import is_almost
from benchdb.models import Log, UploadFile
from benchdb.wording import words
from ingest.pipeline.attempts import fail_queued
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import (
    check_wanted,
    is_lone_time,
    note_contradicted,
    note_copies,
    note_misread,
    note_progress,
    note_renamed,
    note_unmatched,
    save_outcomes,
    set_outcome,
)
from ingest.pipeline.parse import parse_all, version_of
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.pipeline.rows.batch import Batch
from ingest.pipeline.rows.recordings import Recordings
from ingest.pipeline.rows.same_bytes import with_same_bytes
from ingest.pipeline.sandbox.reader import Items, reader
from ingest.pipeline.sandbox.wire import Skipped
from ingest.pipeline.stored_before import recall
from ingest.records import Problem, RunRecord, TraceRecord

BATCH_SECONDS = 0.5  #: of reading per transaction: how often a page can show progress
BATCH_FILES = 250
LOCK = "SELECT FROM benchdb_log WHERE sha256 = ANY(%s) ORDER BY sha256 FOR NO KEY UPDATE"

State = UploadFile.State


def store_files(ingestion: Ingestion) -> None:
    """All files that are queued, as long as the upload does not take too much CPU as a whole."""
    before = reader().cpu_seconds
    while count := store_next(ingestion, 1 if ingestion.singly > 0 else BATCH_FILES):
        ingestion.singly -= count
        if reader().cpu_seconds - before > settings.UPLOAD_CPU_SECONDS:
            limit = f"Its upload took more than {settings.UPLOAD_CPU_SECONDS} s of CPU."
            fail_queued(ingestion.upload, f"It was not read. {limit}")
            ingestion.files = None  # as they were


def store_next(ingestion: Ingestion, most: int) -> int:
    """The next files. How many they were.

    What the database refuses in one file leaves the others alone: they are stored again, one by one.
    """
    files = with_same_bytes(ingestion, ingestion.waiting(most))
    if not files:
        return 0
    Log.fetch([file.log for file in files])
    recall(ingestion)
    try:
        return store_together(ingestion, files)
    except DataError:
        return sum(store_alone(ingestion, file) for file in files)


def store_together(ingestion: Ingestion, files: list[UploadFile]) -> int:
    """In one transaction, as many of the files as there is time for. How many; DataError leaves nothing of them."""
    with transaction.atomic():
        lock_logs(files)
        batch = Batch(ingestion, files)
        stored = [file for file in files if store_existing(file, batch)]
        for file, items in parse_all(in_time(batch.new(files)), ingestion):
            store_file(file, items, batch)
            stored.append(file)
        batch.flush()
        noted = noted_since(stored, batch)
        save(ingestion, [*stored, *noted.values()])
    for file, as_saved in noted.items():
        file.problems = as_saved.problems
    ingestion.add(batch.runs, batch.recordings)
    ingestion.numbers |= batch.numbers.ours
    ingestion.loads |= batch.loads.ours
    return len(stored)


def noted_since(stored: Iterable[UploadFile], batch: Batch) -> dict[UploadFile, UploadFile]:
    """Files done before whose runs are found to be copies now: of the upload's earlier batches -> as they are to be."""
    ours, earlier = {file.pk for file in stored}, dict[UploadFile, UploadFile]()
    for file, copies in batch.copies.others():
        noted = file if file.pk in ours else earlier.setdefault(file, copy(file))
        note_copies(noted, copies)
    return earlier


def store_alone(ingestion: Ingestion, file: UploadFile) -> int:
    try:
        return store_together(ingestion, [file])
    except DataError as error:
        refused = Problem(0, f"Nothing of this file could be stored: {str(error).splitlines()[0]}.")
        set_outcome(file, State.FAILED, [refused])
        with transaction.atomic():
            save(ingestion, [file])
    return 1


def save(ingestion: Ingestion, done: list[UploadFile]) -> None:
    """What became of files, in the transaction of their rows. Cancelled where nobody wants them any more."""
    check_wanted(ingestion.upload, lock=True)
    save_outcomes(done)
    if done:
        note_progress(ingestion.upload)


def lock_logs(files: Iterable[UploadFile]) -> None:
    """Two uploads with the same bytes must not both find them new."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [sorted({file.log_id for file in files})])


def in_time(files: Iterable[UploadFile]) -> Iterator[UploadFile]:
    """As many as can be begun within a batch's time; the first in any case."""
    began = time.monotonic()
    for file in files:
        yield file
        if time.monotonic() - began > BATCH_SECONDS:
            return


def store_existing(file: UploadFile, batch: Batch) -> bool:
    """Bytes that gave something before count for this upload too. False where they are new."""
    existing = batch.existing(file)
    if existing:
        batch.count(existing)
        set_outcome(file, State.KNOWN, [Problem(0, existing.sentence)])
        note_contradicted(file, batch.contradicted(file, existing))
    return bool(existing)


def store_file(file: UploadFile, items: Items, batch: Batch) -> None:
    """Runs, recordings and problems of one file."""
    try:
        problems, skipped, of_path = store_items(file, items, batch)
    except Unreadable as error:
        is_note = file.place.is_of_a_note or is_lone_time(file)
        hint = f" {words('almost a file of facts', name=file.place.name)}" if is_almost(file.place.name) else ""
        set_outcome(file, State.NOTE if is_note else State.FAILED, [] if is_note else [Problem(0, f"{error}{hint}")])
        return
    if batch.has_anything_of(file):
        set_outcome(file, State.STORED, problems, skipped, of_path)
        note_misread(file, batch.declared.trouble(file.place))
        if batch.has_runs_of(file):  # no pattern is meant for recordings
            note_unmatched(file, batch.declared.unmatched(file.place))
        note_renamed(file, batch.renamed())
        note_copies(file, batch.copies.of(file))
    else:
        set_outcome(file, State.FAILED, problems, skipped)


def store_items(file: UploadFile, items: Items, batch: Batch) -> tuple[list[Problem], int, list[Problem]]:
    """What could not be read, how much more of that there is, and what the path says otherwise.

    Unreadable where nothing can be read.
    """
    problems, skipped, formats, of_path = list[Problem](), 0, dict[str, None](), list[Problem]()
    recordings = Recordings(file)
    for item in items:
        if isinstance(item, Skipped):
            skipped += item.count
            continue
        formats[item.format] = None
        match item.what:
            case RunRecord() as record:
                batch.add_run(file, record, item.format, version_of(item.format))
                of_path += batch.declared.contradictions(file.place, record)
            case TraceRecord() as record:
                recordings.add(record, item.format, version_of(item.format))
            case Problem() as problem:
                problems.append(problem)
    batch.recordings += recordings.store()
    file.format = ", ".join(filter(None, formats))
    return problems, skipped, of_path
