"""Who begins with an upload and how often, what is set aside after a fault, and how an upload ends."""

from __future__ import annotations

from django.db import OperationalError, connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Greatest
from django.utils import timezone

from benchdb.models import Upload, UploadFile
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import note_progress, problem_as_json, save_outcome
from ingest.pipeline.queues.turns import EARLIER
from ingest.pipeline.unpack import archives
from ingest.pipeline.upload_lock import upload_lock
from ingest.records import Fault, Problem

MOST_ATTEMPTS = 5  #: a log that brought down so many workers will bring down the next
GIVEN_UP = f"Given up after {MOST_ATTEMPTS} attempts, each of which ended its worker."
CAREFULLY = 250  #: files are read one by one after a worker was lost: which of them ended it must be known

#: Not before the parts of its import that were sent before it have ended: see `queues.turns`.
BEGIN = f"""
UPDATE benchdb_upload AS ours SET state = 'parsing', attempts = attempts + 1
WHERE id = %(upload)s AND state IN ('queued', 'parsing') AND NOT EXISTS ({EARLIER}) RETURNING *
"""
#: By hand, as whatever every log needs: Django takes longer to write it than PostgreSQL to do it.
FINISH = "UPDATE benchdb_upload SET state = %s, error = %s, finished_at = %s WHERE id = %s"
#: An attempt that began before the database did was ended by the database.
BEGAN_LATELY = "SELECT pg_postmaster_start_time() > now() - interval '2 minutes'"

LIMIT_EXCEEDED = "54"  #: a class of PostgreSQL's error codes

State = UploadFile.State


def begin(upload_id: int, *, is_quick: bool = False) -> Ingestion | None:
    """The unfinished upload, shown as being worked on; None where nothing is to be done, or not yet.

    `is_quick`: small uploads wait behind it.
    """
    upload = next(iter(Upload.objects.raw(BEGIN, {"upload": upload_id})), None)
    if upload is None:
        return None
    if upload.attempts > 2 and database_began_lately():
        take_back(upload_id)
        upload.attempts -= 1
    if upload.attempts > MOST_ATTEMPTS and not set_aside(upload, GIVEN_UP):
        finish(upload, f"Its files were read; what follows was not finished. {GIVEN_UP}")
        return None
    ingestion = Ingestion.of(upload)
    ingestion.is_quick = is_quick
    ingestion.singly = CAREFULLY if upload.attempts > 1 else 0
    return ingestion


def database_began_lately() -> bool:
    """Then no more attempts than the second are held against the log: that one always is, its files are read one by
    one."""
    with connection.cursor() as cursor:
        cursor.execute(BEGAN_LATELY)
        return bool(cursor.fetchone()[0])


def take_back(upload_id: int) -> None:
    """The database did not let it be stored, a full disk for instance: no attempt that says anything of the log."""
    Upload.objects.filter(pk=upload_id, attempts__gt=0).update(attempts=F("attempts") - 1)


def is_too_much(error: OperationalError) -> bool:
    """Whether the database refuses what it can never hold (a value too long for an index), however often it is tried:
    unlike all else that Django calls operational, it says something of the log."""
    return str(getattr(error.__cause__, "sqlstate", None)).startswith(LIMIT_EXCEEDED)


def pass_on(upload_id: int) -> None:
    """It takes long: it waits again, from now on in the heavy queue. No attempt that says anything of the log, either.

    Whoever is killed behind this leaves an upload that waits and that no queue holds, as a broker does that forgets.
    """
    parsing = Upload.objects.filter(pk=upload_id, state=Upload.State.PARSING)  # not where it was cancelled meanwhile
    parsing.update(state=Upload.State.QUEUED, takes_long=True, attempts=Greatest(F("attempts") - 1, 0))


def give_up(upload_id: int, reason: str) -> bool:
    """After a fault inside benchdb: the file it came from is set aside. True where there is more to be done.

    In a first attempt nobody knows which file of a batch it was; in the next one they are read one by one.
    """
    with upload_lock(upload_id) as is_ours:
        upload = Upload.objects.get(pk=upload_id)
        if not is_ours or upload.is_finished:
            return False
        if upload.attempts > 1 and not set_aside(upload, reason):
            finish(upload, reason)
            return False
        return True


def set_aside(upload: Upload, reason: str) -> bool:
    """Mark the file that is next as failed, so that the others go on. False where none is left.

    It failed with us: an import sends it again, once each time.
    """
    with transaction.atomic():
        waiting = upload.files.filter(state=State.QUEUED)
        file = next(archives(waiting.filter(archive=None).select_related("log")), None) or waiting.first()
        if file is not None:
            save_outcome(file, State.FAILED, [Fault(0, reason)])
            note_progress(upload)
    return file is not None


def refuse(upload: Upload, reason: str) -> None:
    """What is declared of the files could not be read: those that are left fail with the upload."""
    fail_queued(upload, f"It was not read. {reason}")
    finish(upload, reason)


def fail_queued(upload: Upload, sentence: str, which: Q | None = None, **keys: bool) -> None:
    """The files that are left (`which` of them) are not read. `keys`: of the problem, beside its sentence."""
    problem = problem_as_json(Problem(0, sentence)) | keys
    upload.files.filter(which or Q(), state=State.QUEUED).update(state=State.FAILED, problems=[problem])


def finish(upload: Upload, error: str) -> None:
    upload.state = Upload.State.FAILED if error else Upload.State.STORED
    upload.error, upload.finished_at = error, timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(FINISH, [str(upload.state), upload.error, upload.finished_at, upload.pk])


def why_empty(upload: Upload) -> str:
    """Why nothing of an upload could be stored."""
    files = list(upload.files.exclude(state=State.UNPACKED)[:2])
    if len(files) == 1:
        return str(files[0].problems[0]["message"]) if files[0].problems else "There is no run in it."
    return "Nothing in it could be read as a run."
