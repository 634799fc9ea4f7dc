"""Which queue an upload waits in: small ones never stand behind large ones, for which there is a worker of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from django.conf import settings

from benchdb.domain.compression import BROKEN, decompressed
from benchdb.models import Log, Upload, UploadFile
from ingest.pipeline.unpack import is_archive

HEAVY = "heavy"
MOST_FILES = 100  #: of a light upload
PIECE = 64 * 1024  #: bytes read at once
PARSE = "ingest.tasks.parse"
WEIGHED = "is_heavy"  #: header of a message


def is_heavy(upload_id: int) -> bool:
    """By its files, and by what was found when they were read."""
    files = UploadFile.objects.filter(upload=upload_id, archive=None).select_related("log", "upload")
    some = list(files[: MOST_FILES + 1])
    if some and some[0].upload.takes_long:
        return True
    Log.fetch([file.log for file in some])
    return are_heavy(some)


def are_heavy(files: Sequence[UploadFile]) -> bool:
    """By bytes, files and lines, as they are once unpacked; an archive may hold thousands."""
    if len(files) > MOST_FILES or sum(file.log.size for file in files) > settings.LIGHT_SIZE:
        return True
    return any(is_archive(file) for file in files) or is_long(files)


def is_found_heavy(upload_id: int) -> bool:
    """By a worker of the quick queue that began with it."""
    return Upload.objects.filter(pk=upload_id, takes_long=True).exists()


def is_long(files: Iterable[UploadFile]) -> bool:
    """Looks no further into them than a light upload may have: a small packed log can hold millions of lines."""
    size = lines = 0
    for file in files:
        for piece in pieces(file):
            size, lines = size + len(piece), lines + piece.count(b"\n")
            if size > settings.LIGHT_SIZE or lines > settings.LIGHT_LINES:
                return True
    return False


def pieces(file: UploadFile) -> Iterator[bytes]:
    """Of the log, decompressed, up to where it breaks off."""
    with file.log.open() as raw, suppress(*BROKEN):
        stream = decompressed(raw)
        yield from iter(lambda: stream.read1(PIECE), b"")


def route(name: str, args: Any, kwargs: Any, options: Any, task: Any = None, **_: object) -> dict[str, str] | None:
    """Celery asks this for every task that names no queue. Who has just received the files knows what they weigh."""
    if name != PARSE or not args:
        return None
    weighed = (options.get("headers") or {}).get(WEIGHED)
    return {"queue": HEAVY} if (is_heavy(args[0]) if weighed is None else weighed) else None
