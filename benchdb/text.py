"""A log's bytes -> numbered lines of text, whatever the terminal, mailer or shell did to them.

Handles: UTF-8 and UTF-16 with BOM, Latin-1 bytes, CRLF, progress redrawn with a lone CR, ANSI colour codes.
Line numbers count newline characters of the decoded log, so they agree with what the raw-log page shows.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from typing import BinaryIO, cast

ANSI_CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
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


codecs.register_error("benchdb-latin1", _latin1_for_bad_bytes)


def decoded(stream: BinaryIO) -> io.TextIOWrapper:
    """`stream` as text with its newlines untouched; never fails on a byte."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    encoding = encoding_of(buffered.peek(512)[:512])
    return io.TextIOWrapper(buffered, encoding=encoding, errors="benchdb-latin1", newline="\n")


def lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """(line number, text) with colour codes gone; pieces between lone CRs share their line's number."""
    text = decoded(stream)
    number = 0
    while piece := text.readline(MAX_LINE):
        number += 1
        rest = piece
        while not rest.endswith("\n") and (rest := text.readline(MAX_LINE)):
            pass
        if "\x1b" in piece:
            piece = ANSI_CODE.sub("", piece)
        if "\r" not in piece:
            yield number, piece.rstrip("\n")
            continue
        for part in piece.rstrip("\r\n").split("\r"):
            yield number, part
