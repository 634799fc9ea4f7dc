"""Log, LogChunk, Upload, UploadFile: the bytes that came in, and what became of them.

Raw logs live in PostgreSQL (docs/decisions/0002): the bytes and the Upload row are then one transaction, and a worker
on any machine reads them where it reads everything else.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

import zstandard
from django.conf import settings
from django.db import models, transaction

from benchdb.domain.place import Place

CHUNK_SIZE = 4 * 1024 * 1024  #: bytes of log per row, before compression


class Log(models.Model):
    """A file as it was uploaded, known by its SHA-256. Never changed, never deleted."""

    sha256 = models.CharField(primary_key=True, max_length=64)
    size = models.BigIntegerField(help_text="bytes")

    def __str__(self) -> str:
        return self.sha256[:12]

    @classmethod
    def of(cls, pieces: Iterable[bytes]) -> Log:
        """The Log of these bytes, stored if new. Holds one chunk in memory at a time."""
        with transaction.atomic():
            digest, size, rows = hashlib.sha256(), 0, []
            compressor = zstandard.ZstdCompressor(level=6)
            for number, chunk in enumerate(rechunked(pieces)):
                digest.update(chunk)
                size += len(chunk)
                rows.append(LogChunk.objects.create(number=number, data=compressor.compress(chunk)).pk)
            log, is_new = cls.objects.get_or_create(sha256=digest.hexdigest(), defaults={"size": size})
            chunks = LogChunk.objects.filter(pk__in=rows)
            if is_new:
                chunks.update(log=log)
            else:
                chunks.delete()
        return log

    @classmethod
    def of_each(cls, contents: Sequence[bytes]) -> list[Log]:
        """The Logs of many small files, stored if new, in four statements however many there are."""
        digests = [hashlib.sha256(content).hexdigest() for content in contents]
        compressor = zstandard.ZstdCompressor(level=6)
        with transaction.atomic():
            known = set(cls.objects.filter(pk__in=digests).values_list("pk", flat=True))
            new = {digest: content for digest, content in zip(digests, contents, strict=True) if digest not in known}
            # Sorted: two transactions that store the same logs wait for one another instead of for ever.
            logs = [cls(sha256=digest, size=len(new[digest])) for digest in sorted(new)]
            cls.objects.bulk_create(logs, ignore_conflicts=True)
            LogChunk.objects.bulk_create(
                (
                    LogChunk(log_id=log.pk, number=number, data=compressor.compress(chunk))
                    for log in logs
                    for number, chunk in enumerate(rechunked([new[log.pk]]))
                ),
                ignore_conflicts=True,  # the same bytes, stored by another at this moment
            )
        sizes = dict(zip(digests, map(len, contents), strict=True))
        return [cls(sha256=digest, size=sizes[digest]) for digest in digests]

    def open(self) -> BinaryIO:
        """The bytes as a stream that reads one chunk at a time, and can be read from any place."""
        return io.BufferedReader(_ChunkReader(self))


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
    """A piece of a Log, compressed with zstandard."""

    log = models.ForeignKey(Log, null=True, on_delete=models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("log", "number"), name="chunk_of_log"),)


class _ChunkReader(io.RawIOBase):
    """The chunks of a log as one readable stream."""

    def __init__(self, log: Log) -> None:
        self._log, self._place, self._number, self._chunk = log, 0, -1, b""

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
            data = self._log.chunks.values_list("data", flat=True).get(number=number)
            self._number, self._chunk = number, zstandard.ZstdDecompressor().decompress(bytes(data))
        piece = memoryview(self._chunk)[start : start + len(buffer)]
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)


class Upload(models.Model):
    """Files that came in together, with what their logs cannot know. The same files again are the same upload."""

    class State(models.TextChoices):
        QUEUED = "queued"
        PARSING = "parsing"
        STORED = "stored"
        FAILED = "failed"

    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 over the files' own")
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED, db_index=True)
    facts = models.JSONField(default=dict, blank=True, help_text="machine, kernel, server, zone, cpus, trial…")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="uploads"
    )
    attempts = models.PositiveIntegerField(default=0, help_text="how often a worker began, since a file was last done")
    error = models.TextField(blank=True, help_text="why nothing could be stored")
    withdrawn_at = models.DateTimeField(null=True, blank=True, help_text="since when its runs do not count")
    withdrawn_because = models.TextField(blank=True)
    withdrawn_by = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"upload {self.pk}"

    @property
    def tuning_text(self) -> str:
        """The tuning facts as they are typed: `KeepAlive=Off; MaxClients=1000`."""
        return "; ".join(f"{name}={value}" for name, value in self.facts.get("tuning", {}).items())

    @property
    def seconds(self) -> float | None:
        """From its arrival to its end; None while it is not finished."""
        return (self.finished_at - self.created_at).total_seconds() if self.finished_at else None

    @property
    def is_finished(self) -> bool:
        return self.state in (self.State.STORED, self.State.FAILED)


class UploadFile(models.Model):
    """One file of an upload: as it was sent, or out of an archive that was."""

    class State(models.TextChoices):
        QUEUED = "queued"
        STORED = "stored", "stored"
        KNOWN = "known", "known already"
        FAILED = "failed", "no log"
        UNPACKED = "unpacked"
        FACTS = "facts"

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="files")
    log = models.ForeignKey(Log, on_delete=models.PROTECT, related_name="files")
    position = models.PositiveIntegerField()
    name = models.CharField(max_length=255)
    modified_at = models.DateTimeField(null=True, blank=True, help_text="of a file in an archive, where that knows UTC")
    archive = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="members", help_text="what it came out of"
    )
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    format = models.CharField(max_length=40, blank=True, help_text="which parser read it; empty if none could")
    problems = models.JSONField(default=list, blank=True, help_text="line, column, message, excerpt of each")

    class Meta:
        ordering = ("position",)
        constraints = (models.UniqueConstraint(fields=("upload", "position"), name="file_of_upload"),)
        indexes = (models.Index(fields=("upload", "state")),)

    def __str__(self) -> str:
        return self.name

    @property
    def place(self) -> Place:
        """Where it lay when it was sent."""
        return Place(self.name, self.archive_id)
