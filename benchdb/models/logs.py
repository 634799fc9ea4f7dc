"""Log, LogChunk: the bytes that came in.

Raw logs live in PostgreSQL (docs/decisions/0002): the bytes and the Upload row are then one transaction, and a worker
on any machine reads them where it reads everything else. Where RAW_LOGS names another place, the chunks of logs that
are not SMALL go there (docs/decisions/0041): before the row that names them, and away after it.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, BinaryIO, NamedTuple

import zstandard
from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import QuerySet
from django.utils import timezone

from benchdb.host import objects

CHUNK_SIZE = 4 * 1024 * 1024  #: bytes of log per row, before compression
HOLD = "SELECT sha256, withdrawn_at FROM benchdb_log WHERE sha256 = ANY(%s) ORDER BY sha256 FOR KEY SHARE"
SMALL = 64 * 1024  #: bytes of a log that is stored together with others, and may be kept in memory


class LogWithdrawn(Exception):
    """The bytes were given up by a rule; the message says since when, and by which."""


class Log(models.Model):
    """A file as it was uploaded, known by its SHA-256. Never changed; its bytes are given up by a rule at most."""

    sha256 = models.CharField(primary_key=True, max_length=64)
    size = models.BigIntegerField(help_text="bytes")
    withdrawn_at = models.DateTimeField(null=True, blank=True, help_text="since when its bytes are not kept")
    withdrawn_by = models.CharField(
        max_length=80, blank=True, default="", db_default="", help_text="the rule: older than 365 days"
    )
    came_back_at = models.DateTimeField(
        null=True, blank=True, help_text="when its bytes were last sent again after a rule gave them up"
    )

    content: bytes | None = None  #: of a small one, kept in memory for whoever looks at it more than once

    def __str__(self) -> str:
        return self.sha256[:12]

    @property
    def why_withdrawn(self) -> str:
        """A sentence; "" where its bytes are here."""
        when = f"{self.withdrawn_at:%Y-%m-%d}" if self.withdrawn_at else ""
        return f"The raw log was withdrawn on {when} by a rule ({self.withdrawn_by}); its numbers are kept." * bool(
            when
        )

    @classmethod
    def of(cls, pieces: Iterable[bytes]) -> Log:
        """The Log of these bytes, stored if new. Holds one chunk in memory at a time."""
        with transaction.atomic():
            digest, size, keys = hashlib.sha256(), 0, []
            for piece in chunked(pieces):
                digest.update(piece.content)
                size += len(piece.content)
                row = LogChunk.of(piece)
                row.save()
                keys.append(row.pk)
            log, is_new = cls.objects.get_or_create(sha256=digest.hexdigest(), defaults={"size": size})
            cls.hold([log.pk] * (not is_new))
            chunks = LogChunk.objects.filter(pk__in=keys)
            if not is_new and log.is_lost():
                LogChunk.discard(log.chunks.all())
                chunks.update(log=log)
            elif is_new or cls.come_back([log.pk]):
                chunks.update(log=log)
                log.withdrawn_at = None
            else:
                LogChunk.discard(chunks)
        return log

    def is_lost(self) -> bool:
        """Whether a piece of it is not where it was kept: then its bytes, sent again, take the place of all of it."""
        return any(not objects.is_there(address) for address in self.elsewhere())

    def elsewhere(self) -> list[str]:
        """The addresses of its pieces that are not in the database."""
        return list(self.chunks.exclude(elsewhere="").values_list("elsewhere", flat=True))

    @classmethod
    def of_each(cls, contents: Sequence[bytes]) -> list[Log]:
        """The Logs of many small files, stored if new, in four statements however many there are."""
        digests = [hashlib.sha256(content).hexdigest() for content in contents]
        with transaction.atomic(savepoint=False):
            rows = cls.hold(digests)
            known = {digest for digest, withdrawn_at in rows.items() if withdrawn_at is None}
            new = {digest: content for digest, content in zip(digests, contents, strict=True) if digest not in known}
            # Sorted: two transactions that store the same logs wait for one another instead of for ever.
            logs = [cls(sha256=digest, size=len(new[digest])) for digest in sorted(new)]
            cls.objects.bulk_create(logs, ignore_conflicts=True)
            if len(known) < len(rows):
                cls.come_back([*new])
            LogChunk.objects.bulk_create(
                (LogChunk.of(piece, log) for log in logs for piece in chunked([new[log.pk]])),
                ignore_conflicts=True,  # the same bytes, stored by another at this moment
            )
        kept = [cls(sha256=digest, size=len(content)) for digest, content in zip(digests, contents, strict=True)]
        for log, content in zip(kept, contents, strict=True):
            log.content = content if len(content) <= SMALL else None
        return kept

    @staticmethod
    def fetch(logs: Sequence[Log]) -> None:
        """Have the small ones' bytes in memory, in one query."""
        small = [log for log in logs if log.content is None and 0 < log.size <= SMALL and not log.withdrawn_at]
        if not small:
            return
        rows = LogChunk.objects.filter(log__in={log.pk for log in small}, number=0).values_list("log_id", "data")
        contents = {digest: unpacked(data) for digest, data in rows}
        for log in small:
            log.content = contents.get(log.pk)

    @staticmethod
    def hold(digests: Sequence[str]) -> dict[str, datetime | None]:
        """Those that are here, with since when their bytes are not. No rule gives one up until this transaction ends.

        Foreign keys are checked when a transaction ends: until then nothing else says that a log is wanted.
        """
        with connection.cursor() as cursor:
            cursor.execute(HOLD, [list(digests)])
            return dict(cursor.fetchall())

    @classmethod
    def come_back(cls, digests: Sequence[str]) -> bool:
        """Those of them whose bytes were given up have them again, since they were sent again. Whether one is."""
        withdrawn = cls.objects.filter(pk__in=digests, withdrawn_at__isnull=False)
        return withdrawn.update(withdrawn_at=None, withdrawn_by="", came_back_at=timezone.now()) > 0

    def open(self) -> BinaryIO:
        """The bytes as a stream that reads one chunk at a time, and can be read from any place. LogWithdrawn."""
        if self.withdrawn_at:
            raise LogWithdrawn(self.why_withdrawn)
        return io.BufferedReader(_ChunkReader(self))


def unpacked(data: bytes | memoryview) -> bytes:
    """A chunk's bytes."""
    return zstandard.ZstdDecompressor().decompress(bytes(data))


class Chunk(NamedTuple):
    number: int  #: from 0
    lines_before: int  #: that end before it
    content: bytes


def chunked(pieces: Iterable[bytes]) -> Iterator[Chunk]:
    number = lines = 0
    for content in rechunked(pieces):
        yield Chunk(number, lines, content)
        number, lines = number + 1, lines + content.count(b"\n")


def rechunked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """`pieces` joined and cut again, CHUNK_SIZE bytes each but for the last."""
    buffer = bytearray()
    for piece in pieces:
        buffer += piece
        while len(buffer) >= CHUNK_SIZE:
            yield bytes(buffer[:CHUNK_SIZE])
            del buffer[:CHUNK_SIZE]
    if buffer:
        yield bytes(buffer)


class LogChunk(models.Model):
    """A piece of a Log, compressed with zstandard: here, or an object elsewhere."""

    log = models.ForeignKey(Log, null=True, on_delete=models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    lines_before = models.BigIntegerField(null=True, help_text="newlines of the log before it; unknown of old ones")
    data = models.BinaryField(help_text="empty where it is elsewhere")
    elsewhere = models.CharField(
        max_length=400, default="", db_default="", help_text="its address (s3://…, folder:…), where it is not here"
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=("log", "number"), name="chunk_of_log"),)

    @classmethod
    def of(cls, chunk: Chunk, log: Log | None = None) -> LogChunk:
        packed = zstandard.ZstdCompressor(level=6).compress(chunk.content)
        made = cls(log=log, number=chunk.number, lines_before=chunk.lines_before)
        made.keep(packed, settings.RAW_LOGS if chunk.number or len(chunk.content) > SMALL else "")
        return made

    def keep(self, packed: bytes, place: str) -> None:
        """Its bytes are in `place` from now on, "" being here; the row is not saved. Moved, they keep their name."""
        name = objects.place_of(self.elsewhere)[1] if self.elsewhere else ""
        self.elsewhere = objects.put(place, packed, name) if place else ""
        self.data = b"" if place else packed

    @staticmethod
    def discard(chunks: QuerySet[LogChunk]) -> None:
        """Delete rows, and what they have elsewhere as soon as the transaction is over."""
        addresses = list(chunks.exclude(elsewhere="").values_list("elsewhere", flat=True))
        chunks.delete()
        transaction.on_commit(lambda: objects.remove(addresses))


def packed_bytes(data: bytes | memoryview, elsewhere: str) -> bytes:
    """A chunk as it is kept. objects.Gone, objects.Unreachable."""
    return objects.content_of(elsewhere) if elsewhere else bytes(data)


class _ChunkReader(io.RawIOBase):
    """The chunks of a log as one readable stream."""

    def __init__(self, log: Log) -> None:
        self._log, self._place = log, 0
        self._number, self._chunk = (-1, b"") if log.content is None else (0, log.content)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._place = max(0, offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._log.size}[whence])
        return self._place

    def readinto(self, buffer: Any) -> int:
        if self._place >= self._log.size:
            return 0
        number, start = divmod(self._place, CHUNK_SIZE)
        if number != self._number:
            kept = self._log.chunks.values_list("data", "elsewhere").get(number=number)
            self._number, self._chunk = number, unpacked(packed_bytes(*kept))
        piece = memoryview(self._chunk)[start : start + len(buffer)]
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)
