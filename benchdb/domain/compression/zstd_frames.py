"""Whether zstd's bytes end with a whole frame: its own reader takes an end inside one for the end of the text.

Source: RFC 8878, sections 3.1.1 (frames, blocks) and 3.1.2 (skippable frames).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import IO, Any, cast

import zstandard

MAGIC = 4  #: bytes
SKIPPABLE = b"\x2a\x4d\x18"  #: the last three bytes of a skippable frame's magic number
OF_DICTIONARY = (0, 1, 2, 4)  #: bytes of the id, by its flag
OF_SIZE = (0, 2, 4, 8)  #: bytes of the content's size, by its flag
RLE, LARGEST_HEADER = 1, 14  #: the type of a block of one repeated byte; bytes


class Frames:
    """zstd's bytes on their way to its reader."""

    def __init__(self, source: Any) -> None:
        self._source, self._begins = source, True
        self._held, self._size = b"", 0  #: of the part that was asked for, where it is one of a header; bytes
        self._parts = self._ask()
        self._wanted = next(self._parts)

    @property
    def are_whole(self) -> bool:
        """Whether the bytes so far may be all."""
        return self._begins and not self._size

    def read(self, size: int = -1) -> bytes:
        piece: bytes = self._source.read(size)
        place = 0
        while place < len(piece):
            taken = piece[place : place + self._wanted - self._size]
            place, self._size = place + len(taken), self._size + len(taken)
            self._held += taken if self._wanted <= LARGEST_HEADER else b""
            while self._size == self._wanted:
                self._wanted = self._parts.send(self._held)
                self._held, self._size = b"", 0
        return piece

    def _ask(self) -> Generator[int, bytes, None]:
        """For as many bytes as each part has, one part after the other."""
        while True:
            self._begins = True
            magic = yield MAGIC
            self._begins = False
            if magic[1:] == SKIPPABLE:
                yield int.from_bytes((yield MAGIC), "little")
                continue
            flags = (yield 1)[0]
            is_single, has_checksum = flags >> 5 & 1, flags >> 2 & 1
            yield (1 - is_single) + OF_DICTIONARY[flags & 3] + (OF_SIZE[flags >> 6] or is_single)
            is_last = 0
            while not is_last:
                block = int.from_bytes((yield 3), "little")
                is_last, kind, size = block & 1, block >> 1 & 3, block >> 3
                yield 1 if kind == RLE else size
            yield MAGIC * has_checksum


class Reader:
    """The text of zstd's frames; EOFError where they break off."""

    def __init__(self, source: Any) -> None:
        self._frames = Frames(source)
        self._text = zstandard.ZstdDecompressor().stream_reader(cast(IO[bytes], self._frames), read_across_frames=True)

    def read1(self, size: int) -> bytes:
        piece: bytes = self._text.read1(size)
        if not piece and size and not self._frames.are_whole:
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        return piece
