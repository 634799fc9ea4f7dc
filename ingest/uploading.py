"""Files that arrive, by whatever door -> an Upload, queued. The bytes are kept before anything looks at them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from benchdb.accounts.audit import record
from benchdb.models import Log, Run, Upload, UploadFile
from ingest.records import printable
from ingest.tasks import parse


class BadUpload(ValueError):
    """Files that cannot be taken; the message says why."""


class TooLarge(BadUpload):
    """More bytes than are taken."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One file at the door: the name its sender gives it, and its bytes piece by piece."""

    name: str
    pieces: Iterable[bytes]


@dataclass(frozen=True, slots=True)
class Received:
    """What became of an arrival: the Upload, and whether these bytes came for the first time."""

    upload: Upload
    is_new: bool
    is_tried_again: bool = False


def receive(arrivals: Sequence[Arrival], facts: Mapping[str, Any], sender: Any = None) -> Received:
    """Keep the files and queue their parsing. The same bytes again are the same Upload; a failed one is tried again."""
    with transaction.atomic():
        received = recorded(arrivals, facts)
        if received.is_new and sender is not None:
            received.upload.sender = sender
            received.upload.save(update_fields=("sender",))
        if received.upload.state == Upload.State.QUEUED:
            transaction.on_commit(lambda: queue(received.upload.pk))
    return received


@transaction.atomic
def recorded(arrivals: Sequence[Arrival], facts: Mapping[str, Any]) -> Received:
    """Keep the files and what is said of them; tell no worker."""
    if not arrivals:
        raise BadUpload("No file came with the request; send at least one in the field 'file'.")
    logs = [Log.of(limited(arrival)) for arrival in arrivals]
    digest = hashlib.sha256("".join(sorted({log.sha256 for log in logs})).encode()).hexdigest()
    return _recorded(digest, arrivals, logs, facts)


def limited(arrival: Arrival) -> Iterable[bytes]:
    """The pieces, refused once they are more than a log may have."""
    size = 0
    for piece in arrival.pieces:
        size += len(piece)
        if size > settings.MAX_LOG_SIZE:
            raise TooLarge(f"{arrival.name}: larger than {settings.MAX_LOG_SIZE // 2**20} MiB, the most that is taken.")
        yield piece


def _recorded(digest: str, arrivals: Sequence[Arrival], logs: Sequence[Log], facts: Mapping[str, Any]) -> Received:
    if known := Upload.objects.select_for_update().filter(digest=digest).first():
        failed_before = known.state == Upload.State.FAILED
        return Received(_queued_again(known, facts) if failed_before else known, False, failed_before)
    try:
        with transaction.atomic():
            upload = Upload.objects.create(digest=digest, facts=dict(facts))
    except IntegrityError:  # the same bytes, sent twice at the same moment
        return Received(Upload.objects.get(digest=digest), False)
    UploadFile.objects.bulk_create(
        UploadFile(upload=upload, position=position, name=file_name(arrival.name), log=log)
        for position, (arrival, log) in enumerate(zip(arrivals, logs, strict=True), 1)
    )
    return Received(upload, True)


def _queued_again(upload: Upload, facts: Mapping[str, Any]) -> Upload:
    """A failed upload goes back to the queue, with the facts as they are stated now."""
    upload.state, upload.facts, upload.error, upload.attempts = Upload.State.QUEUED, dict(facts), "", 0
    upload.save()
    return upload


def corrected(upload_id: int, facts: Mapping[str, Any]) -> None:
    """Read an upload anew with other facts. Its runs are retired, not changed: frozen links still show them."""
    with transaction.atomic():
        upload = Upload.objects.select_for_update().get(pk=upload_id)
        record("upload.corrected", str(upload), before=upload.facts, after=dict(facts), page=f"/uploads/{upload.pk}/")
        Run.objects.filter(file__upload=upload, retired_at=None).update(retired_at=timezone.now())
        _queued_again(upload, facts)
        transaction.on_commit(lambda: queue(upload_id))


def file_name(name: str) -> str:
    """The name without control characters, at most 255 characters, its end kept (that is where the extension is)."""
    return printable(name.replace("\\", "/").strip("/") or "unnamed")[-255:]


def queue(upload_id: int) -> None:
    """Tell the workers. If the broker is away the upload waits: `requeue_unfinished` finds it."""
    try:
        parse.delay(upload_id)
    except parse.OperationalError:
        parse.app.log.get_default_logger().warning("upload %s waits: the broker does not answer", upload_id)
