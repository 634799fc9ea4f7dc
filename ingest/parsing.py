"""parse_upload(id): identify, parse and store every file of an upload, in one transaction.

Safe to run twice and to be killed at any point. The row lock says who works on an upload: it is held by the database
connection of a living worker, so a dead one's upload is free at once.
"""

from __future__ import annotations

import logging

from django.db import DataError, transaction
from django.utils import timezone

from benchdb.models import Upload, UploadFile
from ingest.announced import announce_runs
from ingest.facts import BUNDLE_FILE, BadFact, Bundle, bundle
from ingest.parsers import VERSION
from ingest.reading import Unreadable, read
from ingest.records import Problem, RunRecord, TraceRecord
from ingest.store import Storing, problem_as_json
from ingest.studies import check_study, describe_machines, record_study

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 5  #: a log that brought down so many workers will bring down the next
MOST_PROBLEMS = 200  #: kept per file; a file full of noise need not fill the database


def parse_upload(upload_id: int) -> None:
    """Leave the upload stored or failed; do nothing where another worker has it, or where that is so already."""
    if not _begin(upload_id):
        return
    with transaction.atomic():
        upload = _claimed(upload_id)
        if upload is None:
            return
        if upload.attempts > MOST_ATTEMPTS:
            _finish(upload, f"Given up after {MOST_ATTEMPTS} attempts, each of which ended its worker.")
            return
        _finish(upload, _stored(upload))
        announce_runs(upload)
    log.info("upload %s is %s", upload.pk, upload.state)


def _begin(upload_id: int) -> bool:
    """Show that somebody works on it, before the long transaction. False where nothing is to be done."""
    with transaction.atomic():
        upload = _claimed(upload_id)
        if upload:
            upload.state, upload.attempts = Upload.State.PARSING, upload.attempts + 1
            upload.save(update_fields=("state", "attempts"))
        return upload is not None


def _claimed(upload_id: int) -> Upload | None:
    """The unfinished upload, locked for us; None where it is finished, or locked by another worker."""
    unfinished = Upload.objects.filter(state__in=(Upload.State.QUEUED, Upload.State.PARSING))
    return unfinished.select_for_update(skip_locked=True).filter(pk=upload_id).first()


def give_up(upload_id: int, reason: str) -> None:
    """Mark an unfinished upload as failed."""
    with transaction.atomic():
        upload = _claimed(upload_id)
        if upload:
            _finish(upload, reason)


def _finish(upload: Upload, error: str) -> None:
    upload.state = Upload.State.FAILED if error else Upload.State.STORED
    upload.error, upload.finished_at = error, timezone.now()
    upload.save(update_fields=("state", "error", "finished_at"))


def _stored(upload: Upload) -> str:
    """Store what the files say. Returns why nothing could be stored, "" if something was."""
    files = list(upload.files.select_related("log"))
    try:
        told = _bundle(files)
        check_study(told.study, upload)
    except BadFact as error:
        return str(error)
    storing = Storing(upload, told)
    for file in files:
        if file.name.rpartition("/")[2] != BUNDLE_FILE:
            _store_file(file, storing)
    describe_machines(told.machines)
    if told.study:
        record_study(told.study, storing.runs)
    if storing.runs or storing.traces or any(file.traces.exists() for file in files):
        return ""
    return "Nothing in it could be read as a run." if len(files) > 1 else _first_problem(files[0])


def _first_problem(file: UploadFile) -> str:
    return str(file.problems[0]["message"]) if file.problems else "There is no run in it."


def _bundle(files: list[UploadFile]) -> Bundle:
    """What the `benchdb.toml` among the files says, if there is one."""
    described = next((file for file in files if file.name.rpartition("/")[2] == BUNDLE_FILE), None)
    if described is None:
        return Bundle()
    with described.log.open() as stream:
        return bundle(stream.read())


def _store_file(file: UploadFile, storing: Storing) -> None:
    """Runs, traces and problems of one file."""
    problems: list[Problem] = []
    if known := storing.known_runs(file):
        problems.append(Problem(0, known))
    else:
        problems += _all_or_none(file, storing)
    file.problems = [problem_as_json(problem) for problem in problems[:MOST_PROBLEMS]]
    if len(problems) > MOST_PROBLEMS:
        more = Problem(0, f"{len(problems) - MOST_PROBLEMS} more problems are not listed.")
        file.problems.append(problem_as_json(more))
    file.save(update_fields=("format", "problems"))


def _all_or_none(file: UploadFile, storing: Storing) -> list[Problem]:
    """The file's runs stored, and its problems. What the database refuses in one file leaves the others alone."""
    before = len(storing.runs)
    try:
        with transaction.atomic():
            problems = _records(file, storing)
            storing.flush()
            return problems
    except DataError as error:
        storing.forget_pending()
        del storing.runs[before:]
        return [Problem(0, f"Nothing of this file could be stored: {str(error).splitlines()[0]}.")]


def _records(file: UploadFile, storing: Storing) -> list[Problem]:
    problems: list[Problem] = []
    read_by: dict[str, None] = {}
    with file.log.open() as stream:
        try:
            for found in read(stream):
                read_by[found.format] = None
                match found.what:
                    case RunRecord() as record:
                        storing.run(file, record, found.format, VERSION)
                    case TraceRecord() as record:
                        storing.trace(file, record)
                    case Problem() as problem:
                        problems.append(problem)
        except Unreadable as error:
            return [Problem(0, str(error))]
    file.format = ", ".join(read_by)
    return problems
