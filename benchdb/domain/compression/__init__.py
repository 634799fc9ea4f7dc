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

BUFFER = 64 * 1024  #: bytes that can be peeked at

DECOMPRESSORS: dict[bytes, Callable[[BinaryIO], BinaryIO]] = {
    b"\x1f\x8b": lambda raw: cast(BinaryIO, gzip.GzipFile(fileobj=raw)),
    b"BZh": lambda raw: cast(BinaryIO, bz2.BZ2File(raw)),
    b"\xfd7zXZ\x00": lambda raw: cast(BinaryIO, lzma.LZMAFile(raw)),  # noqa: SIM115 - lives as long as what reads it
    b"\x28\xb5\x2f\xfd": lambda raw: cast(
        BinaryIO, zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
    ),
}
BROKEN = (EOFError, OSError, zlib.error, lzma.LZMAError, zstandard.ZstdError)


class _Onwards(io.RawIOBase):
    """What a decompressor gives, as soon as it gives it: where the bytes break off, those before are not lost."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._stream.read1(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)


def decompressed(raw: BinaryIO) -> io.BufferedReader[Any]:
    """`raw`, decompressed once where it is compressed; reading may then raise one of BROKEN."""
    stream = io.BufferedReader(cast(io.RawIOBase, raw), BUFFER)
    start = stream.peek(8)[:8]
    for magic, decompress in DECOMPRESSORS.items():
        if start.startswith(magic):
            return io.BufferedReader(_Onwards(decompress(cast(BinaryIO, stream))), BUFFER)
    return stream
