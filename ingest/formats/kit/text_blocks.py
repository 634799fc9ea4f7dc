"""A log's bytes -> large pieces of text that end with a line. Reading them costs a fraction of reading lines.

Handles what `benchdb.domain.text.lines` does, but for a lone CR: the reader of a line splits it there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from benchdb.domain.text import ANSI_CODE, MAX_LINE, decoded
from ingest.formats.kit.noise import undressed

PIECE = 1 << 19  #: characters


def pieces(stream: BinaryIO) -> Iterator[str]:
    """The text of `stream`, its newlines counting as `benchdb.domain.text` counts them; only the last may lack one."""
    text = decoded(stream)
    while piece := text.read(PIECE):
        if not piece.endswith("\n"):
            piece += text.readline(MAX_LINE)
        skipped = ""
        while not (skipped or piece).endswith("\n") and (more := text.readline(MAX_LINE)):
            skipped = more
        yield plain(piece + "\n" if skipped else piece)


def plain(text: str) -> str:
    """`text` without colour codes and with Unix newlines."""
    if "\x1b" in text:
        text = ANSI_CODE.sub("", text)
    return undressed(text.replace("\r\n", "\n").replace("\r\n", "\n") if "\r" in text else text)
