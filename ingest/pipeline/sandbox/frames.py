"""Bytes with their length before them: how parent and child know where one thing ends."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from typing import Any, BinaryIO

LENGTH = struct.Struct("<I")


def frame(content: bytes) -> bytes:
    return LENGTH.pack(len(content)) + content


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next content; None where the stream has ended."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    return stream.read(size)


class Frames:
    """Content by content, from bytes that come in any pieces."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, piece: bytes) -> Iterator[bytes]:
        self._buffer += piece
        start = 0
        while len(self._buffer) - start >= LENGTH.size:
            (size,) = LENGTH.unpack_from(self._buffer, start)
            end = start + LENGTH.size + size
            if end > len(self._buffer):
                break
            yield bytes(self._buffer[start + LENGTH.size : end])
            start = end
        del self._buffer[:start]


class FramedStream(io.RawIOBase):
    """The frames of a stream as one readable file, up to an empty one."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._piece, self.is_over = stream, memoryview(b""), False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._piece and not self.is_over:
            content = read_frame(self._stream)
            self._piece, self.is_over = memoryview(content or b""), not content
        piece = self._piece[: len(buffer)]
        buffer[: len(piece)] = piece
        self._piece = self._piece[len(piece) :]
        return len(piece)

    def drain(self) -> None:
        """Pass over what nobody has read."""
        while not self.is_over:
            self.is_over = not read_frame(self._stream)
