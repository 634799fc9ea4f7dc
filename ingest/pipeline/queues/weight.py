"""Which queue an upload waits in: small ones never stand behind large ones, which have a worker of their own, and the
smallest have a place that nothing larger ever takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from django.conf import settings

from benchdb.domain.compression import BROKEN, decompressed
from benchdb.models import Log, Upload, UploadFile
from ingest.pipeline.unpack import is_archive

SMALL, QUICK, HEAVY = QUEUES = "small", "celery", "heavy"
MOST_FILES = 100  #: of a light upload
PIECE = 64 * 1024  #: bytes read at once
PARSE = "ingest.tasks.parse"
WEIGHED = "weight"  #: header of a message
TOO_MUCH = -1  #: weight of what waits in the heavy queue
#: Bytes of an upload for which a place is kept: a load tool's report has less, and what 16 KiB hold is read at once.
SMALLEST = 16 * 1024
#: Bytes, and the broker's priority of an upload that has no more of them: within the quick queue, too, what is small
#: passes what is larger, which may take LIGHT_CPU_SECONDS each.
PRIORITIES = ((SMALLEST, 0), (256 * 1024, 3))
LAST = 6


def weight_of(upload_id: int) -> int:
    """By its files, and by what was found when they were read."""
    files = UploadFile.objects.filter(upload=upload_id, archive=None).select_related("log", "upload")
    some = list(files[: MOST_FILES + 1])
    if some and some[0].upload.takes_long:
        return TOO_MUCH
    Log.fetch([file.log for file in some])
    return weight(some)


def weight(files: Sequence[UploadFile]) -> int:
    """Bytes, unpacked; TOO_MUCH by bytes, files or lines, and for an archive, which may hold thousands."""
    if len(files) > MOST_FILES or sum(file.log.size for file in files) > settings.LIGHT_SIZE:
        return TOO_MUCH
    if any(is_archive(file) for file in files):
        return TOO_MUCH
    return unpacked(files)


def is_found_heavy(upload_id: int) -> bool:
    """By a worker of the quick queue that began with it."""
    return Upload.objects.filter(pk=upload_id, takes_long=True).exists()


def unpacked(files: Sequence[UploadFile]) -> int:
    """Bytes. Looks no further than a light upload may have: a small packed log can hold millions of lines."""
    size = lines = 0
    for file in files:
        for piece in pieces(file):
            size, lines = size + len(piece), lines + piece.count(b"\n")
            if size > settings.LIGHT_SIZE or lines > settings.LIGHT_LINES:
                return TOO_MUCH
    return size


def pieces(file: UploadFile) -> Iterator[bytes]:
    """Of the log, decompressed, up to where it breaks off."""
    with file.log.open() as raw, suppress(*BROKEN):
        stream = decompressed(raw)
        yield from iter(lambda: stream.read1(PIECE), b"")


def route(name: str, args: Any, kwargs: Any, options: Any, task: Any = None, **_: object) -> dict[str, Any] | None:
    """Celery asks this for every task that names no queue. Who has just received the files knows what they weigh."""
    if name != PARSE or not args:
        return None
    known = (options.get("headers") or {}).get(WEIGHED)
    weight = weight_of(args[0]) if known is None else known
    if weight == TOO_MUCH:
        return {"queue": HEAVY}
    return {"queue": SMALL if weight <= SMALLEST else QUICK, "priority": priority(weight)}


def priority(weight: int) -> int:
    """As Redis has them: the lowest first."""
    return next((number for most, number in PRIORITIES if weight <= most), LAST)
