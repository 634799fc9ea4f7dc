"""A log's bytes, counted as they are read: how many they are, in how many lines, and how long a line is."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, BinaryIO, cast

from benchdb.domain.compression import BUFFER, DECOMPRESSORS, decompressed_log, fault_of
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.pipeline.sandbox.limits import MIB, LimitHit, Limits

MAGIC = tuple(DECOMPRESSORS)


class Counted(io.RawIOBase):
    """Raises LimitHit once there is too much; `at_mib` hears of every further MiB."""

    def __init__(
        self, stream: io.BufferedReader[Any], size: int, limits: Limits, at_mib: Callable[[int], None]
    ) -> None:
        """`size`: bytes as they were sent, perhaps compressed."""
        self._stream, self._limits, self._at_mib = stream, limits, at_mib
        self._unpacked = self._lines = self._line = 0
        self._by_ratio = max(limits.always, limits.ratio * size)

    @property
    def fault(self) -> Exception | None:
        """Why a compressed log broke off, where it did."""
        return fault_of(self._stream)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._stream.read1(len(buffer))
        buffer[: len(piece)] = piece
        self._count(piece)
        return len(piece)

    def _count(self, piece: bytes) -> None:
        before = self._unpacked
        self._unpacked += len(piece)
        self._lines += piece.count(b"\n")
        last = piece.rfind(b"\n")
        self._line = len(piece) - last - 1 if last >= 0 else self._line + len(piece)
        if self._unpacked // MIB != before // MIB:
            self._at_mib(self._unpacked)
        self._check()

    def _check(self) -> None:
        limits = self._limits
        if self._unpacked > self._by_ratio:
            raise LimitHit(f"Reading it was stopped: it unpacks to more than {limits.ratio:,} times its size.")
        if self._unpacked > limits.unpacked:
            raise LimitHit(f"Reading it was stopped: it unpacks to more than {limits.unpacked // MIB:,} MiB.")
        if self._lines > limits.lines:
            raise LimitHit(f"Reading it was stopped: it has more than {limits.lines:,} lines.")
        if self._line > limits.line:
            raise LimitHit(f"Reading it was stopped: a line of it is longer than {limits.line // MIB:,} MiB.")


def counted(raw: BinaryIO, size: int, limits: Limits, at_mib: Callable[[int], None]) -> BinaryIO:
    """`raw`, decompressed once, as a counted stream. Unreadable where what comes out is compressed again."""
    source = io.BufferedReader(cast(io.RawIOBase, raw), BUFFER)
    is_compressed = source.peek(8)[:8].startswith(MAGIC)
    stream = io.BufferedReader(Counted(decompressed_log(cast(BinaryIO, source)), size, limits, at_mib), BUFFER)
    if is_compressed and peeked(stream).startswith(MAGIC):
        raise Unreadable("The file is compressed twice: unpack it once.")
    return cast(BinaryIO, stream)


def peeked(stream: io.BufferedReader[Any]) -> bytes:
    try:
        return stream.peek(8)[:8]
    except (EOFError, OSError, ValueError):
        return b""
