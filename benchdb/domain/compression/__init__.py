"""Compressed bytes -> bytes, by the magic number they begin with.

Source of the magic numbers: RFC 1952 (gzip), the bzip2 and xz file format texts, RFC 8878 (zstd).
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from typing import Any, BinaryIO, cast

import zstandard

from benchdb.domain.compression.zstd_frames import Reader

BUFFER = 64 * 1024  #: bytes that can be peeked at

DECOMPRESSORS: dict[bytes, Callable[[BinaryIO], BinaryIO]] = {
    b"\x1f\x8b": lambda raw: cast(BinaryIO, gzip.GzipFile(fileobj=raw)),
    b"BZh": lambda raw: cast(BinaryIO, bz2.BZ2File(raw)),
    b"\xfd7zXZ\x00": lambda raw: cast(BinaryIO, lzma.LZMAFile(raw)),  # noqa: SIM115 - lives as long as what reads it
    b"\x28\xb5\x2f\xfd": lambda raw: cast(BinaryIO, Reader(raw)),
}
BROKEN = (EOFError, OSError, zlib.error, lzma.LZMAError, zstandard.ZstdError)


class _Packed(io.RawIOBase):
    """Compressed bytes as they are stored; `is_away` once they could not be read."""

    is_away = False

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            return int(self._stream.readinto(buffer))
        except OSError:
            self.is_away = True
            raise


class _Onwards(io.RawIOBase):
    """What a decompressor gives, as soon as it gives it: where the bytes break off, those before are not lost."""

    def __init__(self, stream: Any, packed: _Packed) -> None:
        self._stream, self._packed = stream, packed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._stream.read1(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)


class _UpToTheBreak(_Onwards):
    """The same, and an end where it breaks off. What cannot be read at all is no break: it is raised."""

    fault: Exception | None = None

    def readinto(self, buffer: Any) -> int:
        try:
            return 0 if self.fault else super().readinto(buffer)
        except BROKEN as error:
            if self._packed.is_away:
                raise
            self.fault = error
            return 0


def decompressed(raw: BinaryIO) -> io.BufferedReader[Any]:
    """`raw`, decompressed once where it is compressed; reading may then raise one of BROKEN."""
    return unpacked(raw, _Onwards)


def decompressed_log(raw: BinaryIO) -> io.BufferedReader[Any]:
    """The same, which ends where a compressed log breaks off: `fault_of` then says why.

    A break that is raised takes with it what the buffers above have read before it.
    """
    return unpacked(raw, _UpToTheBreak)


def fault_of(stream: Any) -> Exception | None:
    """Why a `decompressed_log` ended, where it broke off; known once it, or what is buffered above it, was read."""
    while below := getattr(stream, "raw", None):
        if fault := getattr(below, "fault", None):
            return cast(Exception, fault)
        stream = below
    return None


def unpacked(raw: BinaryIO, onwards: type[_Onwards]) -> io.BufferedReader[Any]:
    stream = io.BufferedReader(cast(io.RawIOBase, raw), BUFFER)
    start = stream.peek(8)[:8]
    for magic, decompress in DECOMPRESSORS.items():
        if start.startswith(magic):
            packed = _Packed(stream)
            return io.BufferedReader(onwards(decompress(cast(BinaryIO, packed)), packed), BUFFER)
    return stream
