"""Bytes of a log without colours and carriage returns."""

from __future__ import annotations

import re

COLOUR = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
REMARK = re.compile(rb"\s{0,80}#")
PART = re.compile(rb"\s{0,80}#==\[ ?[^\[\]\n]{1,80}\]=")
LINE_END = re.compile(rb"(?<!\r)\r++\n")
#: PowerShell appends in UTF-16 to whatever there is: its mark, letters with a NUL each. A piece may begin inside.
BYTE_ORDER = re.compile(rb"\xff\xfe(?=[^\0]\0)|\xfe\xff(?=\0[^\0])|\A\0(?!\0)")
WIDE = re.compile(rb"(?:[^\0]\0){3,}|(?:\0[^\0]){3,}")
TRAILING = re.compile(rb"(?<! ) ++(?=\r*\n)")


def cleaned(piece: bytes) -> bytes:
    """`piece` as sar wrote it: no SGR colours, no carriage returns of Windows or script(1). Newlines stay.

    Nor the blanks with which terminals fill lines that are copied.
    """
    piece = uncoloured(piece)
    return TRAILING.sub(b"", piece) if b" \n" in piece else piece


def uncoloured(piece: bytes) -> bytes:
    """`piece` without colours and carriage returns, its wide letters as narrow ones."""
    if b"\0" in piece:
        piece = WIDE.sub(lambda wide: wide[0].replace(b"\0", b""), BYTE_ORDER.sub(b"", piece))
    if b"\x1b" in piece:
        piece = COLOUR.sub(b"", piece)
    if b"\r" in piece:
        piece = LINE_END.sub(b"\n", piece).replace(b"\r", b" ")
    return piece


def is_remark(line: bytes) -> bool:
    """A line of whoever collected the log, such as the `#==[ Command ]==#` of supportconfig; no header of pidstat's."""
    return REMARK.match(line) is not None


def begins_part(line: bytes) -> bool:
    """Whether another command's output or a file follows, as supportconfig puts them below each other."""
    return PART.match(line) is not None
