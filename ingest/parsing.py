"""parse_upload(id): unpack, identify, parse and store the files of an upload, a batch of them at a time.

Safe to run twice and to be killed at any point: a file's rows and its state are one transaction, and the next worker
goes on with the files that are still queued. A lock of the database connection says who works on an upload; a dead
worker's connection is gone, and its lock with it.
"""

from __future__ import annotations

import logging
import time

from django.db import DataError, transaction
from django.utils import timezone

from benchdb.models import Log, Upload, UploadFile
from ingest.announced import announce_runs
from ingest.facts import BUNDLE_FILE, BadFact, bundle
from ingest.occasions import settle
from ingest.parsers import VERSION
from ingest.reading import Unreadable, read
from ingest.records import Problem, RunRecord, TraceRecord
from ingest.store import Storing, problem_as_json
from ingest.studies import check_study, describe_machines, record_study
from ingest.telling import Place, Scope, Telling
from ingest.traces import Recordings
from ingest.unpacking import is_archive, unpack
from ingest.working import sole_worker

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 5  #: a log that brought down so many workers will bring down the next
MOST_PROBLEMS = 200  #: kept per file; a file full of noise need not fill the database
BATCH_SECONDS = 0.5  #: of reading per transaction: how often a page can show progress
BATCH_FILES = 250
TOLD = ("format", "state", "problems")  #: what is said of a file that was read

State = UploadFile.State


def parse_upload(upload_id: int) -> None:
    """Leave the upload stored or failed; do nothing where another worker has it, or where that is so already."""
    with sole_worker(upload_id) as ours:
        upload = _begun(upload_id) if ours else None
        if upload is None:
            return
        singly = BATCH_FILES if upload.attempts > 1 else 0  # one of these ended a worker: which one must be known
        if upload.attempts > MOST_ATTEMPTS:
            set_aside(upload, f"Given up after {MOST_ATTEMPTS} attempts, each of which ended its worker.")
        try:
            _unpack(upload)
            told = _telling(upload)
            check_study(told.study, upload)
        except BadFact as error:
            unread(upload, str(error))
            _finish(upload, str(error))
            return
        storing = Storing(upload, told)
        while done := _batch(upload, storing, 1 if singly > 0 else BATCH_FILES):
            singly -= done
        _conclude(upload, storing)
        announce_runs(upload)
    log.info("upload %s is %s", upload.pk, upload.state)


def _begun(upload_id: int) -> Upload | None:
    """The unfinished upload, shown as being worked on; None where nothing is to be done."""
    with transaction.atomic():
        unfinished = Upload.objects.filter(state__in=(Upload.State.QUEUED, Upload.State.PARSING))
        upload = unfinished.select_for_update().filter(pk=upload_id).first()
        if upload:
            upload.state, upload.attempts = Upload.State.PARSING, upload.attempts + 1
            upload.save(update_fields=("state", "attempts"))
        return upload


def give_up(upload_id: int, reason: str) -> bool:
    """After a fault inside benchdb: the file it came from is set aside. True where there is more to be done.

    In a first attempt nobody knows which file of a batch it was; in the next one they are read one by one.
    """
    with sole_worker(upload_id) as ours:
        upload = Upload.objects.get(pk=upload_id)
        if not ours or upload.is_finished:
            return False
        if upload.attempts > 1 and not set_aside(upload, reason):
            _finish(upload, reason)
            return False
        return True


def set_aside(upload: Upload, reason: str) -> bool:
    """Mark the file that is next as failed, so that the others go on. False where none is left."""
    with transaction.atomic():
        file = _next(upload)
        if file is not None:
            _done(file, State.FAILED, [Problem(0, reason)])
            _progress(upload)
    return file is not None


def unread(upload: Upload, reason: str) -> None:
    """Mark the files that are left as failed: what is said of them could not be read."""
    told = problem_as_json(Problem(0, f"It was not read. {reason}"))
    upload.files.filter(state=State.QUEUED).update(state=State.FAILED, problems=[told])


def _next(upload: Upload) -> UploadFile | None:
    """What is done next: the archives that are left, then the files."""
    queued = list(upload.files.filter(state=State.QUEUED, archive=None).select_related("log"))
    packed = next((file for file in queued if is_archive(file)), None)
    return packed or upload.files.filter(state=State.QUEUED).first()


def _progress(upload: Upload) -> None:
    """A file is done: whatever ended workers before, it was not the upload as a whole."""
    if upload.attempts > 1:
        upload.attempts = 1
        upload.save(update_fields=("attempts",))


def _finish(upload: Upload, error: str) -> None:
    upload.state = Upload.State.FAILED if error else Upload.State.STORED
    upload.error, upload.finished_at = error, timezone.now()
    upload.save(update_fields=("state", "error", "finished_at"))


def _done(file: UploadFile, state: object, problems: list[Problem]) -> None:
    _tell(file, state, problems)
    file.save(update_fields=TOLD)


def _tell(file: UploadFile, state: object, problems: list[Problem]) -> None:
    file.state = state
    file.problems = [problem_as_json(problem) for problem in problems[:MOST_PROBLEMS]]
    if len(problems) > MOST_PROBLEMS:
        more = Problem(0, f"{len(problems) - MOST_PROBLEMS} more problems are not listed.")
        file.problems.append(problem_as_json(more))


def _unpack(upload: Upload) -> None:
    """Every archive of the upload, unpacked. The archive is done once all its members are stored."""
    for file in upload.files.filter(state=State.QUEUED, archive=None).select_related("log"):
        if is_archive(file):
            problems = unpack(file)
            with transaction.atomic():
                _done(file, State.UNPACKED if file.members.exists() else State.FAILED, problems)
                _progress(upload)


def _telling(upload: Upload) -> Telling:
    """What the fields and every `benchdb.toml` among the files say."""
    scopes = []
    for file in upload.files.filter(name__endswith=BUNDLE_FILE).select_related("log"):
        place = Place(file.name, file.archive_id)
        if file.name.rpartition("/")[2] != BUNDLE_FILE:
            continue
        with file.log.open() as stream:
            scopes.append(Scope(place.archive, place.folder, bundle(stream.read())))
        if file.state != State.FACTS:
            _done(file, State.FACTS, [])
    return Telling(upload.facts, scopes)


def _batch(upload: Upload, storing: Storing, most: int) -> int:
    """The next files, in one transaction. How many they were."""
    with transaction.atomic():
        files = list(upload.files.filter(state=State.QUEUED).select_related("log")[:most])
        # Two uploads with the same bytes must not both find them new.
        logs = Log.objects.select_for_update(no_key=True).filter(pk__in={file.log_id for file in files})
        list(logs.order_by("pk").values_list("pk"))
        done = _store(files, storing)
        UploadFile.objects.bulk_update(done, TOLD)
        if done:
            _progress(upload)
    return len(done)


def _store(files: list[UploadFile], storing: Storing) -> list[UploadFile]:
    """Runs, recordings and problems of the files, as many as there is time for. Returns those.

    What the database refuses in one file leaves the others alone: they are stored again, one by one.
    """
    stored = len(storing.runs)
    try:
        with transaction.atomic():
            return _store_together(files, storing)
    except DataError:
        del storing.runs[stored:]
        return [_store_alone(file, storing) for file in files]


def _store_together(files: list[UploadFile], storing: Storing) -> list[UploadFile]:
    storing.batch(files)
    began, done = time.monotonic(), list[UploadFile]()
    for file in files:
        _store_file(file, storing)
        done.append(file)
        if time.monotonic() - began > BATCH_SECONDS:
            break
    storing.flush()
    return done


def _store_alone(file: UploadFile, storing: Storing) -> UploadFile:
    stored = len(storing.runs)
    try:
        with transaction.atomic():
            _store_together([file], storing)
    except DataError as error:
        del storing.runs[stored:]
        refused = Problem(0, f"Nothing of this file could be stored: {str(error).splitlines()[0]}.")
        _tell(file, State.FAILED, [refused])
    return file


def _conclude(upload: Upload, storing: Storing) -> None:
    """What is said of all of it: its machines, its study; and whether anything could be stored."""
    with transaction.atomic():
        describe_machines(storing.told.machines)
        if storing.told.study:
            record_study(storing.told.study, storing.runs)
        settle(storing)
        something = storing.runs or storing.recordings
        _finish(upload, "" if something else _why_nothing(upload))


def _why_nothing(upload: Upload) -> str:
    files = list(upload.files.exclude(state=State.UNPACKED)[:2])
    if len(files) == 1:
        return str(files[0].problems[0]["message"]) if files[0].problems else "There is no run in it."
    return "Nothing in it could be read as a run."


def _store_file(file: UploadFile, storing: Storing) -> None:
    """Runs, recordings and problems of one file."""
    if known := storing.known_runs(file):
        _tell(file, State.KNOWN, [Problem(0, known)])
        return
    problems = _records(file, storing)
    if storing.has_anything_of(file):
        _tell(file, State.STORED, problems + storing.told.trouble(Place(file.name, file.archive_id)))
    else:
        _tell(file, State.FAILED, problems)


def _records(file: UploadFile, storing: Storing) -> list[Problem]:
    problems: list[Problem] = []
    read_by: dict[str, None] = {}
    place, recordings = Place(file.name, file.archive_id), Recordings(file, VERSION)
    with file.log.open() as stream:
        try:
            for found in read(stream):
                read_by[found.format] = None
                match found.what:
                    case RunRecord() as record:
                        storing.run(file, record, found.format, VERSION)
                        problems += storing.told.contradictions(place, record)
                    case TraceRecord() as record:
                        recordings.add(record, found.format)
                    case Problem() as problem:
                        problems.append(problem)
        except Unreadable as error:
            return [Problem(0, str(error))]
    storing.recordings += recordings.store()
    file.format = ", ".join(read_by)
    return problems
