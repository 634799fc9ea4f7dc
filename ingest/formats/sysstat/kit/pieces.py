"""A log's bytes -> pieces of whole lines in UTF-8, without colours and carriage returns. Memory stays bounded."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, cast

import numpy as np
import numpy.typing as npt

from benchdb.domain.compression import BROKEN
from benchdb.domain.text import decoded, encoding_of
from ingest.formats.kit.row_noise import bare_stream
from ingest.formats.sysstat.kit.cleaning import cleaned, uncoloured
from ingest.formats.sysstat.kit.numbers import Bytes

PIECE = 4 * 2**20
READ = 64 * 1024  #: bytes asked for at once: a broken archive loses at most so much
BLANK = ord(" ")
LONGEST_LINE = 16 * 2**20  #: a longer "line" is no text log, it is cut here


Lines = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of a log, and where its lines are."""

    content: bytes
    buffer: Bytes
    starts: Lines
    lengths: Lines
    first_line: int  #: number of its first line in the log
    is_cut: bool = False  #: its last line has no end

    def line(self, index: int) -> bytes:
        start = int(self.starts[index])
        return self.content[start : start + int(self.lengths[index])]

    def end(self, index: int) -> int:
        """Where the line after this one begins."""
        return int(self.starts[index] + self.lengths[index]) + 1

    def lines_with(self, word: bytes, letter: int) -> Lines:
        """The lines that `word` stands in. One `letter` of it alone is sought where it is rare: much faster."""
        rare = word[letter : letter + 1]
        sought, before = (rare, letter) if self.content.count(rare) < len(self.starts) else (word, 0)
        places, place = list[int](), self.content.find(sought)
        while place >= 0:
            if self.content.startswith(word, max(0, place - before)):
                places.append(place)
            place = self.content.find(sought, place + 1)
        return np.searchsorted(self.starts, np.array(places, dtype=np.int64), side="right") - 1

    def matrix(self, lines: Lines) -> Bytes:
        """(rows, bytes): equally long lines under one another."""
        length = int(self.lengths[lines[0]])
        starts = self.starts[lines]
        if int(starts[-1] - starts[0]) == (length + 1) * (len(lines) - 1):
            first = int(starts[0])
            room = self.buffer[first : first + (length + 1) * len(lines)]
            if len(room) == (length + 1) * len(lines):
                return room.reshape(len(lines), length + 1)[:, :length]
        return np.lib.stride_tricks.sliding_window_view(self.buffer, length)[starts]


def utf8(stream: BinaryIO) -> Iterator[bytes]:
    """The stream's bytes, as UTF-8 if they are UTF-16; other encodings stay as they are."""
    stream = bare_stream(stream)
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream), READ)
    encoding = encoding_of(buffered.peek(512)[:512])
    if encoding.startswith("utf-16"):
        text = decoded(cast(BinaryIO, buffered))
        while part := text.read(READ):
            yield part.encode("utf-8", "replace")
        return
    if encoding == "utf-8-sig":
        buffered.read(3)
    while raw := buffered.read1(READ):
        yield raw


def texts(content: Iterable[bytes]) -> Iterator[Text]:
    """A log's bytes in pieces of about PIECE bytes, cut between lines."""
    first_line, parts, size = 1, list[bytes](), 0
    for raw in content:
        parts.append(raw)
        size += len(raw)
        if size < PIECE or (b"\n" not in raw and size < LONGEST_LINE):
            continue
        whole = b"".join(parts)
        end = whole.rfind(b"\n") + 1 or len(whole)
        text = text_of(whole[:end], first_line)
        yield text
        first_line += len(text.starts)
        parts, size = [whole[end:]], len(whole) - end
    if last := cleaned(b"".join(parts)):
        yield text_of(last, first_line)


def text_of(piece: bytes, first_line: int) -> Text:
    """A piece without colours and carriage returns, nor the blanks at line ends, seen where the ends are known."""
    piece = uncoloured(piece)
    text = text_of_lines(piece, first_line)
    last_letters = text.buffer[text.starts + text.lengths - 1]
    return text_of_lines(cleaned(piece), first_line) if (last_letters == BLANK).any() else text


def text_of_lines(content: bytes, first_line: int) -> Text:
    """`content` and where its lines are; a last line without end gets one, and is remembered as cut."""
    is_cut = not content.endswith(b"\n")
    if is_cut:
        content += b"\n"
    buffer = np.frombuffer(content, dtype=np.uint8)
    ends = np.flatnonzero(buffer == 10)
    starts = np.concatenate((np.zeros(1, dtype=ends.dtype), ends[:-1] + 1))
    return Text(content, buffer, starts, ends - starts, first_line, is_cut)


def until_broken(pieces: Iterator[bytes], broken: list[Exception]) -> Iterator[bytes]:
    """`pieces` up to where a compressed file breaks off; the error goes into `broken`."""
    try:
        yield from pieces
    except BROKEN as error:
        broken.append(error)
