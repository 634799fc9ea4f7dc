"""A log's bytes -> numbered lines of text, whatever the terminal, mailer or shell did to them.

Handles: UTF-8 and UTF-16 with BOM, Latin-1 bytes, CRLF, progress redrawn with a lone CR, ANSI colour codes.
Line numbers count newline characters of the decoded log, so they agree with what the raw-log page shows.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple, cast

ANSI_CODE = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b\n]{0,400}(?:\x07|\x1b\\)"
)  #: colours; titles of windows
CRS_BEFORE_END = re.compile(r"(?<!\r)\r++$", re.MULTILINE)
BLOCK = 1 << 16  #: bytes read at once
LENIENT = "benchdb-latin1"  #: the name of an error handler of codecs
MAX_LINE = 1 << 20  #: characters; a longer "line" is no text log, it is cut here so that memory stays bounded


def encoding_of(head: bytes) -> str:
    """The codec for a log that begins with `head`: its BOM decides, then NULs between ASCII bytes, else UTF-8."""
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    sample = head[:512]
    if len(sample) >= 4 and sample[1::2].count(0) > 0.4 * len(sample) and not sample[::2].count(0):
        return "utf-16-le"
    if len(sample) >= 4 and sample[::2].count(0) > 0.4 * len(sample) and not sample[1::2].count(0):
        return "utf-16-be"
    return "utf-8"


def _latin1_for_bad_bytes(error: UnicodeError) -> tuple[str, int]:
    """Codec error handler: a byte that is not UTF-8 is read as Latin-1 instead of being lost."""
    if isinstance(error, UnicodeDecodeError):
        return error.object[error.start : error.end].decode("latin-1"), error.end
    raise error


codecs.register_error(LENIENT, _latin1_for_bad_bytes)


def decoded(stream: BinaryIO) -> io.TextIOWrapper:
    """`stream` as text with its newlines untouched; never fails on a byte."""
    buffered, encoding = _opened(stream)
    return io.TextIOWrapper(buffered, encoding=encoding, errors=LENIENT, newline="\n")


class Block(NamedTuple):
    """Whole lines of a log: those that came in one read. No line needs a step of Python of its own."""

    line: int  #: the number of the first
    text: str  #: with colour codes and the CR before a newline gone, and without the last newline

    def lines(self) -> Iterable[tuple[int, str]]:
        """(line number, text); pieces between lone CRs share their line's number."""
        numbered = enumerate(self.text.split("\n"), self.line)
        if "\r" not in self.text:
            return numbered
        return ((number, part) for number, text in numbered for part in text.split("\r"))


def lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """The lines of all blocks."""
    return chain.from_iterable(block.lines() for block in blocks(stream))


def blocks(stream: BinaryIO) -> Iterator[Block]:
    """A log, block by block; a line that is too long is cut."""
    line, rest = 1, ""
    for text in texts(stream):
        whole, newline, tail = (rest + text).rpartition("\n")
        if newline:
            yield Block(line, _cleaned(whole))
            line += whole.count("\n") + 1
        rest = tail[:MAX_LINE]
    if rest:
        yield Block(line, _cleaned(rest))


def _cleaned(text: str) -> str:
    if len(text) > MAX_LINE:
        text = "\n".join(line[:MAX_LINE] for line in text.split("\n"))
    if "\x1b" in text:
        text = ANSI_CODE.sub("", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n")  # all there is to do in most logs
    return CRS_BEFORE_END.sub("", text) if "\r" in text else text


def _opened(stream: BinaryIO) -> tuple[io.BufferedReader, str]:
    """(`stream` with a buffer, its encoding)."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    return buffered, encoding_of(buffered.peek(512)[:512])


def texts(stream: BinaryIO) -> Iterator[str]:
    """A log's text as it comes: where a compressed one breaks off, what came before has been given."""
    buffered, encoding = _opened(stream)
    decoder = codecs.getincrementaldecoder(encoding)(LENIENT)
    while piece := buffered.read1(BLOCK):
        yield decoder.decode(piece)
    yield decoder.decode(b"", final=True)
