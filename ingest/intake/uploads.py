"""Files that arrive, by whatever door -> an Upload, queued. The bytes are kept before anything looks at them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone

from benchdb.accounts.audit import record
from benchdb.domain.place import IMPORT, Place
from benchdb.domain.text.names import kept_path
from benchdb.held_rows import wait_briefly
from benchdb.models import Log, Recording, Run, Upload, UploadFile
from benchdb.models.logs import SMALL
from benchdb.wording import words
from ingest.pipeline.outcomes import OURS
from ingest.pipeline.queues.weight import weight
from ingest.pipeline.tasks import queue

AT_ONCE = 250  #: files
MAKE = """
INSERT INTO benchdb_upload
  (digest, state, facts, created_at, sender_id, attempts, error, withdrawn_because, withdrawn_by)
VALUES (%(digest)s, 'queued', %(facts)s::jsonb, %(now)s, %(sender)s, 0, '', '', '')
ON CONFLICT (digest) DO NOTHING RETURNING *
"""


class BadUpload(ValueError):
    """Files that cannot be taken; the message says why."""


class TooLarge(BadUpload):
    """More bytes than are taken."""


@dataclass(frozen=True, slots=True)
class IncomingFile:
    """One file at the door: the name its sender gives it, and its bytes piece by piece."""

    name: str
    pieces: Iterable[bytes]
    is_posix: bool = False  #: a backslash in its path is part of a name

    @property
    def path(self) -> str:
        """As it is kept."""
        return kept_path(self.name, is_posix=self.is_posix)


@dataclass(frozen=True, slots=True)
class Received:
    """What became of an arrival: the Upload, and whether these bytes came for the first time."""

    upload: Upload
    is_new: bool
    is_tried_again: bool = False
    files: Sequence[UploadFile] = ()  #: of new ones


def receive(
    incoming: Sequence[IncomingFile], facts: Mapping[str, Any], sender: Any = None, *, part_of: str = ""
) -> Received:
    """Keep the files and queue their parsing. The same bytes again are the same Upload; a failed one is tried again.

    `part_of`: what all uploads of one folder are called that is sent in several.
    """
    with transaction.atomic():
        received = create_upload(incoming, facts, sender, part_of=part_of)
        if received.upload.state == Upload.State.QUEUED:
            weighed = weight(received.files) if received.files else None
            transaction.on_commit(lambda: queue(received.upload.pk, weighed))
    return received


@transaction.atomic(savepoint=False)
def create_upload(
    incoming: Sequence[IncomingFile], facts: Mapping[str, Any], sender: Any = None, *, part_of: str = ""
) -> Received:
    """Keep the files and what is said of them; tell no worker."""
    if not incoming:
        raise BadUpload(words("no file"))
    logs = store_logs(incoming)
    digest = hashlib.sha256("".join(sorted({log.sha256 for log in logs})).encode()).hexdigest()
    return _record(digest, incoming, logs, facts, sender, part_of)


def incoming_files(files: Sequence[UploadedFile], paths: str, *, is_posix: bool = False) -> list[IncomingFile]:
    """Files of a form, by their names; or by `paths`, a JSON list: the file name of a form has no folders in it.

    `is_posix`: backslashes in the paths are parts of names.
    """
    if not paths.strip():
        return [IncomingFile(file.name or "", file.chunks()) for file in files]
    try:
        named = json.loads(paths)
    except ValueError as error:
        raise BadUpload(words("bad paths", error=error)) from error
    if not isinstance(named, list) or len(named) != len(files) or not all(isinstance(path, str) for path in named):
        raise BadUpload(words("other paths than files", files=len(files)))
    return [IncomingFile(path, file.chunks(), is_posix) for path, file in zip(named, files, strict=True)]


def store_logs(incoming: Sequence[IncomingFile]) -> list[Log]:
    """Their bytes, kept: small files many at once, large ones piece by piece."""
    logs, small = list[Log](), list[bytes]()
    for file in incoming:
        pieces = limited(file)
        head, is_whole = beginning(pieces)
        if not is_whole or len(small) == AT_ONCE:
            logs += Log.of_each(small)
            small.clear()
            for log in logs if len(logs) > AT_ONCE else ():
                log.content = None  # so many are not kept in memory
        if is_whole:
            small.append(head)
        else:
            logs.append(Log.of(chain((head,), pieces)))
    return logs + Log.of_each(small)


def beginning(pieces: Iterator[bytes]) -> tuple[bytes, bool]:
    """The first bytes, and whether they are all there are."""
    head = bytearray()
    for piece in pieces:
        head += piece
        if len(head) > SMALL:
            return bytes(head), False
    return bytes(head), True


def limited(file: IncomingFile) -> Iterator[bytes]:
    """The pieces, refused once they are more than a log may have."""
    size = 0
    for piece in file.pieces:
        size += len(piece)
        if size > settings.MAX_LOG_SIZE:
            raise TooLarge(words("file is too large", file=file.name, most=settings.MAX_LOG_SIZE // 2**20))
        yield piece


def _record(
    digest: str,
    incoming: Sequence[IncomingFile],
    logs: Sequence[Log],
    facts: Mapping[str, Any],
    sender: Any,
    part_of: str,
) -> Received:
    kept = {**facts, IMPORT: part_of} if part_of else facts
    upload = _create(digest, kept, sender)
    if upload is None:
        existing = _known(digest)
        if stated := other_statement(existing, incoming, logs, facts, sender):
            digest = hashlib.sha256(f"{digest} {stated}".encode()).hexdigest()
            upload = _create(digest, kept, sender)
            existing = existing if upload else _known(digest)
        if upload is None:
            is_again = has_failed(existing) or has_failed_for_us(existing)
            return Received(_tried_again(existing, kept) if is_again else existing, False, is_again)
    files = UploadFile.objects.bulk_create(
        UploadFile(upload=upload, position=position, name=file.path, log=log)
        for position, (file, log) in enumerate(zip(incoming, logs, strict=True), 1)
    )
    return Received(upload, True, files=files)


def other_statement(
    upload: Upload, incoming: Sequence[IncomingFile], logs: Sequence[Log], facts: Mapping[str, Any], sender: Any
) -> str:
    """What is stated of the same bytes and is not the upload's own: a statement by itself, which is not dropped. It is
    known by the bytes and by this. Empty where there is no such thing.

    What was read of an upload that failed keeps its facts; where nothing was, its sender may state others.
    """
    paths = sorted(file.path for file in incoming)
    is_elsewhere = lay_elsewhere(upload, paths, facts) or recorded_elsewhere(upload, incoming, logs)
    if not has_failed(upload):
        is_other = is_elsewhere or says_otherwise(upload, facts)
    elif upload.sender_id == getattr(sender, "pk", None) and not was_read(upload):
        is_other = False
    else:
        is_other = is_elsewhere or upload.stated != facts
    stated = [facts, paths] if is_elsewhere or facts.get("pattern") else facts
    return json.dumps(stated, sort_keys=True) if is_other else ""


def lay_elsewhere(upload: Upload, paths: Sequence[str], facts: Mapping[str, Any]) -> bool:
    """Whether a pattern reads other facts from these paths than from the upload's own."""
    names = upload.files.filter(archive=None).values_list("name", flat=True)
    return bool(facts.get("pattern")) and sorted(names) != paths


def recorded_elsewhere(upload: Upload, incoming: Sequence[IncomingFile], logs: Sequence[Log]) -> bool:
    """Whether a recording among these files lay in other folders alone in the upload, as far as that read it: it
    belongs to the loads here."""
    files = upload.files.all() if has_failed(upload) else upload.files.exclude(state=UploadFile.State.FAILED)
    lay = {(digest, Place(name).folder) for digest, name in files.values_list("log", "name")}
    now = {(log.sha256, Place(file.path).folder) for file, log in zip(incoming, logs, strict=True)}
    moved = {digest for digest, _ in now - lay}
    return bool(moved) and Recording.objects.filter(file__log__in=moved).exists()


def _create(digest: str, facts: Mapping[str, Any], sender: Any) -> Upload | None:
    """A new upload; None where there is one, if only since this moment."""
    values = {
        "digest": digest,
        "facts": json.dumps(facts),
        "now": timezone.now(),
        "sender": getattr(sender, "pk", None),
    }
    return next(iter(Upload.objects.raw(MAKE, values)), None)


def _known(digest: str) -> Upload:
    wait_briefly()
    return Upload.objects.select_for_update().get(digest=digest)


def has_failed(upload: Upload) -> bool:
    """Whether it is to be tried again where its bytes come again."""
    return upload.state == Upload.State.FAILED and not misses_logs(upload)


def has_failed_for_us(upload: Upload) -> bool:
    """Likewise, where some of its files were not read for a fault of ours, and the others were."""
    of_ours = upload.files.filter(state=UploadFile.State.FAILED, problems__contains=[{OURS: True}])
    return upload.state == Upload.State.STORED and of_ours.exists() and not misses_logs(upload)


def says_otherwise(upload: Upload, facts: Mapping[str, Any]) -> bool:
    """Whether a fact is stated that is not among the upload's."""
    return any(upload.facts.get(name) != value for name, value in facts.items())


def was_read(upload: Upload) -> bool:
    """Whether what some file of it says is stored."""
    return upload.files.filter(state__in=(UploadFile.State.STORED, UploadFile.State.KNOWN)).exists()


def _tried_again(upload: Upload, facts: Mapping[str, Any]) -> Upload:
    """A failed upload that came again. What was stored stays as it is, and where the same is said of it, it stays a
    part of the import that it came with: copies in the other parts do not count for it."""
    if upload.state == Upload.State.STORED or was_read(upload):
        return _queue_failed(upload)
    if {**facts, IMPORT: ""} == {**upload.facts, IMPORT: ""}:
        upload.facts = {**facts, **upload.facts}
        return _queue_failed(upload)
    return _queue_again(upload, facts)


def _queue_failed(upload: Upload) -> Upload:
    upload.files.filter(state=UploadFile.State.FAILED).update(state=UploadFile.State.QUEUED)
    return _queued_again(upload)


def _queue_again(upload: Upload, facts: Mapping[str, Any]) -> Upload:
    """A finished upload goes back to the queue with all its files, with the facts as they are stated now."""
    upload.files.exclude(state=UploadFile.State.UNPACKED).update(state=UploadFile.State.QUEUED)
    of_import = {IMPORT: upload.facts[IMPORT]} if IMPORT in upload.facts else {}
    upload.facts = {**of_import, **facts}
    return _queued_again(upload)


def _queued_again(upload: Upload) -> Upload:
    upload.state, upload.error, upload.attempts = Upload.State.QUEUED, "", 0
    upload.queued_again_at = timezone.now()
    upload.save()
    return upload


def correct_facts(upload_id: int, facts: Mapping[str, Any]) -> None:
    """Read an upload anew with other facts. Its runs are retired, not changed: frozen links still show them."""
    with transaction.atomic():
        upload = _finished(upload_id)
        record("upload.corrected", str(upload), before=upload.stated, after=dict(facts), page=f"/uploads/{upload.pk}/")
        Run.objects.filter(file__in=upload.files.all(), retired_at=None).update(retired_at=timezone.now())
        _queue_again(upload, facts)
        transaction.on_commit(lambda: queue(upload_id))


def retry_failed(upload_id: int) -> None:
    """Read the failed files of an upload once more; what was stored stays as it is."""
    with transaction.atomic():
        upload = _finished(upload_id)
        _queue_failed(upload)
        transaction.on_commit(lambda: queue(upload_id))


def _finished(upload_id: int) -> Upload:
    """The upload, locked. BadUpload while it is being read, or where it cannot be read again."""
    wait_briefly()
    upload = Upload.objects.select_for_update().get(pk=upload_id)
    if not upload.is_finished:
        raise BadUpload(words("not read yet"))
    if misses_logs(upload):
        raise BadUpload(words("logs are deleted"))
    return upload


def misses_logs(upload: Upload) -> bool:
    """Bytes of it are not kept any more."""
    return upload.files.filter(log__withdrawn_at__isnull=False).exists()
