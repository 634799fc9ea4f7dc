"""Which queue an upload waits in: small ones never stand behind large ones, for which there is a worker of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.contrib.postgres.aggregates import BoolOr
from django.db.models import Sum

from benchdb.domain.compression import BROKEN, decompressed
from benchdb.models import Upload, UploadFile
from ingest.pipeline.unpack import is_archive

HEAVY = "heavy"
MOST_FILES = 100  #: of a light upload
PIECE = 64 * 1024  #: bytes read at once
PARSE = "ingest.tasks.parse"


def is_heavy(upload_id: int) -> bool:
    """By bytes, files and lines, as they are once unpacked; an archive may hold thousands. And what was found to be."""
    files = UploadFile.objects.filter(upload=upload_id, archive=None)
    sums = files.aggregate(size=Sum("log__size"), takes_long=BoolOr("upload__takes_long"))
    if sums["takes_long"] or (sums["size"] or 0) > settings.LIGHT_SIZE:
        return True
    some = list(files.select_related("log")[: MOST_FILES + 1])
    return len(some) > MOST_FILES or any(is_archive(file) for file in some) or is_long(some)


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
    """Celery asks this for every task that names no queue."""
    return {"queue": HEAVY} if name == PARSE and args and is_heavy(args[0]) else None
