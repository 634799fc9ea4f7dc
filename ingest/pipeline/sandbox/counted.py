"""A log's bytes, counted as they are read: how many they are, in how many lines, and how long a line is."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, BinaryIO, cast

from benchdb.domain.compression import BUFFER, DECOMPRESSORS, decompressed_log, fault_of
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.pipeline.sandbox.limits import MIB, LimitHit, Limits

MAGIC = tuple(DECOMPRESSORS)
TOO_LONG = "Reading it was stopped: line {line:,} is longer than {most:,} MiB."


class Counted(io.RawIOBase):
    """Raises LimitHit once there is too much; `at_mib` hears of every further MiB.

    It ends in a line that is too long, as if the log broke off there: what stands above it is read.
    """

    def __init__(
        self, stream: io.BufferedReader[Any], size: int, limits: Limits, at_mib: Callable[[int], None]
    ) -> None:
        """`size`: bytes as they were sent, perhaps compressed."""
        self._stream, self._limits, self._at_mib = stream, limits, at_mib
        self._unpacked = self._lines = self._line = 0
        self._by_ratio = max(limits.always, limits.ratio * size)
        self.limit = ""  #: why it ended, where its bytes go on

    @property
    def fault(self) -> Exception | None:
        """Why a compressed log broke off, where it did."""
        return fault_of(self._stream)

    @property
    def is_in_first_line(self) -> bool:
        return self._lines == 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = b"" if self.limit else self._stream.read1(len(buffer))
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
            self.limit = TOO_LONG.format(line=self._lines + 1, most=limits.line // MIB)


def counted(raw: BinaryIO, size: int, limits: Limits, at_mib: Callable[[int], None]) -> BinaryIO:
    """`raw`, decompressed once, as a counted stream. Unreadable where what comes out is compressed again."""
    source = io.BufferedReader(cast(io.RawIOBase, raw), BUFFER)
    is_compressed = source.peek(8)[:8].startswith(MAGIC)
    stream = io.BufferedReader(Counted(decompressed_log(cast(BinaryIO, source)), size, limits, at_mib), BUFFER)
    if is_compressed and peeked(stream).startswith(MAGIC):
        raise Unreadable("The file is compressed twice: unpack it once.")
    return cast(BinaryIO, stream)


def limit_of(stream: BinaryIO, *, of_first_line: bool = False) -> str:
    """Why a counted stream ended before its log did; "" where it did not. `of_first_line`: read on until that ends."""
    source = cast(Counted, cast("io.BufferedReader[Any]", stream).raw)
    piece = bytearray(BUFFER)
    while of_first_line and source.is_in_first_line and source.readinto(piece):  # whoever read it may have closed it
        pass
    return source.limit


def peeked(stream: io.BufferedReader[Any]) -> bytes:
    try:
        return stream.peek(8)[:8]
    except (EOFError, OSError, ValueError):
        return b""
