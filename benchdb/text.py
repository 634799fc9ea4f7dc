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
from typing import BinaryIO, cast

ANSI_CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
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


def lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """(line number, text) with colour codes gone; pieces between lone CRs share their line's number."""
    return chain.from_iterable(_blocks(stream))


def _opened(stream: BinaryIO) -> tuple[io.BufferedReader, str]:
    """(`stream` with a buffer, its encoding)."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    return buffered, encoding_of(buffered.peek(512)[:512])


def _blocks(stream: BinaryIO) -> Iterator[Iterable[tuple[int, str]]]:
    """The numbered lines of a log, all at once that came in one read: no line needs a step of Python of its own."""
    number, rest = 1, ""
    for text in _texts(stream):
        block, newline, tail = (rest + text).rpartition("\n")
        if newline:
            found = block.split("\n")
            yield _numbered(found, number, block)
            number += len(found)
        rest = tail[:MAX_LINE]
    if rest:
        yield _numbered([rest], number, rest)


def _texts(stream: BinaryIO) -> Iterator[str]:
    """A log's text as it comes: where a compressed one breaks off, what came before has been given."""
    buffered, encoding = _opened(stream)
    decoder = codecs.getincrementaldecoder(encoding)(LENIENT)
    while piece := buffered.read1(BLOCK):
        yield decoder.decode(piece)
    yield decoder.decode(b"", final=True)


def _numbered(texts: list[str], number: int, block: str) -> Iterable[tuple[int, str]]:
    """The lines `texts` from `number` on; what is strange in a line is looked for in all of their `block`."""
    if len(block) > MAX_LINE:
        texts = [text[:MAX_LINE] for text in texts]
    if "\x1b" in block:
        texts = [ANSI_CODE.sub("", text) for text in texts]
    if "\r" not in block:
        return enumerate(texts, number)
    return [(at, part) for at, text in enumerate(texts, number) for part in text.rstrip("\r").split("\r")]
