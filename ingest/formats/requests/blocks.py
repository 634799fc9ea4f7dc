"""A log's bytes -> blocks of whole rows as UTF-8, a few megabytes each, and the places where a header stands in them.

Plain UTF-8 passes through as it is; UTF-16, Latin-1 bytes, CRLF and colour codes cost a copy of the block they are in.
A row may hold newlines between double quotes (RFC 4180): a block ends where the quotes before it are even. One quote
too many harms its own block only, since each block counts anew.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from benchdb.domain.compression import BROKEN
from benchdb.domain.text import encoding_of
from ingest.formats.kit.row_noise import bare_stream

BLOCK = 4 << 20  #: bytes read at a time; larger ones are slower, for each is then a fresh mapping of the system
STEP = 64 << 10  #: bytes asked of an archive at once: what it loses at most where it breaks off
PLAIN = (io.RawIOBase, io.BufferedReader, io.BytesIO)  #: files, pipes and memory, which give all they have
COUNTED = 128 << 10  #: bytes that are looked at at once
REACH = 256 << 10  #: bytes before a block's end in which a row end outside quotes is looked for
LONGEST_ROW = 4 * BLOCK  #: bytes; what has no line end for so long is no row, and is cut so that memory stays bounded
ANSI_CODE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
RETURNS = re.compile(rb"\r+\n")


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines of a log."""

    data: bytes  #: UTF-8, each line ended by "\n"; the log's very last may have no end
    line: int  #: 1-based number of the first of them

    def cut(self, place: int) -> tuple[Block, Block]:
        """Two blocks: before byte `at`, and from there on."""
        if place >= len(self.data):
            return self, Block(b"", self.line)
        return Block(self.data[:place], self.line), Block(self.data[place:], self.line + newlines(self.data[:place]))


def newlines(data: bytes) -> int:
    return count(data, b"\n")


def count(data: bytes | bytearray, byte: bytes, end: int = -1) -> int:
    """How often it occurs before `end`; several times as fast as bytes.count where that is often.

    A piece at a time: what says where it occurs is as long as the data, and fresh memory costs more than looking.
    """
    if not data:
        return 0
    codes, total = np.frombuffer(data, np.uint8, end), 0
    is_one = np.empty(min(COUNTED, codes.size), np.bool_)
    for place in range(0, codes.size, COUNTED):
        piece = codes[place : place + COUNTED]
        total += int(np.count_nonzero(np.equal(piece, byte[0], out=is_one[: piece.size])))
    return total


def blocks(source: Source, is_quoted: bool) -> Iterator[bytes]:
    """The log in blocks of UTF-8 that end with a row; the last may end anywhere.

    One buffer is filled again and again: fresh memory for each block costs more than reading it.
    """
    buffer, kept = bytearray(BLOCK), 0
    while size := source.fill(buffer, kept):
        size += kept
        end = row_end(buffer, is_quoted, size)
        if end:
            yield _plain(bytes(memoryview(buffer)[:end]))
            kept = size - end
            buffer[:kept] = buffer[end:size]
        elif size < LONGEST_ROW:
            kept = size
            buffer += b"" if source.fault else bytes(BLOCK)
        else:
            yield _plain(bytes(memoryview(buffer)[:size]))
            kept = 0
    if kept:
        yield _plain(bytes(memoryview(buffer)[:kept]))


def row_end(data: bytes | bytearray, is_quoted: bool, size: int) -> int:
    """Where the last whole row of the first `size` bytes ends; 0 if there is none.

    Lines count as rows where the quotes are broken.
    """
    end = place = data.rfind(b"\n", 0, size) + 1
    if not is_quoted or data.find(b'"', 0, end) < 0:
        return end
    is_open = count(data, b'"', end) % 2 == 1
    while is_open and place > max(0, end - REACH):
        before = data.rfind(b"\n", 0, place - 1) + 1
        is_open = data.count(b'"', before, place) % 2 == 0
        place = before
    return place if place and not is_open else end


class Source:
    """A log's bytes as UTF-8 without a byte order mark. A broken archive is an end, and a `fault` to raise after it."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream = bare_stream(stream)
        self.fault: Exception | None = None
        self.step = BLOCK if isinstance(getattr(stream, "raw", stream), PLAIN) else STEP
        self.decoder: codecs.IncrementalDecoder | None = None
        head = b""
        while len(head) < 512 and (piece := stream.read(512 - len(head))):
            head += piece
        encoding = encoding_of(head)
        if encoding.startswith("utf-16"):
            self.decoder = codecs.getincrementaldecoder(encoding)("replace")
        self.ready = self._recoded(head) if self.decoder else head.removeprefix(codecs.BOM_UTF8)

    def fill(self, buffer: bytearray, place: int) -> int:
        """Fill `buffer` from `at` on, however little the stream gives at a time. How many bytes; 0 at its end."""
        start, view = place, memoryview(buffer)
        while place < len(buffer) and (size := self._some(view[place : place + self.step])):
            place += size
        return place - start

    def _some(self, view: memoryview) -> int:
        """As much as one reading gives: of an archive that breaks off, all before the break."""
        try:
            if not self.ready and not self.decoder and isinstance(self.stream, io.BufferedIOBase):
                return 0 if self.fault else self.stream.readinto1(view)
            return self._copy(view)
        except BROKEN as fault:
            self.fault = fault
            return 0

    def _copy(self, view: memoryview) -> int:
        if not self.ready and not self.fault:
            self.ready = self._recoded(self.stream.read(len(view) // 2 + 1))
        size = min(len(view), len(self.ready))
        view[:size], self.ready = self.ready[:size], self.ready[size:]
        return size

    def _recoded(self, piece: bytes) -> bytes:
        if not self.decoder:
            return piece
        return self.decoder.decode(piece, final=not piece).encode("utf-8", "replace")


def _plain(data: bytes) -> bytes:
    """Valid UTF-8 with "\n" at the ends of lines and no colour codes."""
    if b"\r" in data:
        data = RETURNS.sub(b"\n", data) if b"\r\r\n" in data else data.replace(b"\r\n", b"\n")
    if b"\x1b" in data:
        data = ANSI_CODE.sub(b"", data)
    if data.isascii():
        return data
    try:
        data.decode()
    except UnicodeDecodeError:
        return data.decode("utf-8", "benchdb-latin1").encode()
    return data
