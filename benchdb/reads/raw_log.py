"""A run's raw log: the lines around it for its page, and all of it for a download."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BufferedReader
from itertools import chain, islice
from typing import BinaryIO, cast

from benchdb.domain.compression import BROKEN, DECOMPRESSORS, decompressed_log
from benchdb.domain.text import encoding_of, lines
from benchdb.domain.text.mails import shown_mail
from benchdb.host.objects import Gone, Unreachable
from benchdb.models import Log, Run
from benchdb.models.logs import CHUNK_SIZE
from benchdb.wording import words

SHOWN_LINES = 1500  #: of a raw log; the rest is a download away
BEFORE = 20  #: lines of a long log shown above the place a run begins
PIECE = 1 << 20  #: bytes
HEAD = 512  #: bytes that tell a text's encoding
MOST_PASSED = 64 * 2**20  #: unpacked bytes of a compressed log before the run: a page may not cost more
MOST_WIDE = 100_000  #: lines before the run, of a text whose newlines only decoding finds
MAGIC = tuple(DECOMPRESSORS)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The part of a log that a page shows, or why it shows none."""

    lines: list[tuple[int, str]]  #: (line number, text)
    withdrawn: str = ""  #: a sentence, where the bytes are not kept any more
    is_mail: bool = False  #: these are the lines of the texts that it carries in base64

    @property
    def is_cut(self) -> bool:
        return len(self.lines) == SHOWN_LINES

    @property
    def is_too_deep(self) -> bool:
        """The run is there, but getting to it costs more than a page may."""
        return not self.lines and not self.withdrawn


def excerpt(run: Run) -> Excerpt:
    """The log's text with line numbers; where the run begins far down, the part from there on."""
    log = run.file.log
    if log.withdrawn_at:
        return Excerpt([], log.why_withdrawn)
    first = max(1, run.line - BEFORE) if run.line > SHOWN_LINES // 2 else 1
    try:
        with log.open() as stream:
            text, passed, is_mail = text_from(log, stream, first)
            if text is None:
                return Excerpt([])
            numbered = ((number + passed, line) for number, line in whole_lines(text))
            shown = islice((pair for pair in numbered if pair[0] >= first), SHOWN_LINES)
            return Excerpt(list(shown), is_mail=is_mail)
    except Gone:
        return Excerpt([], words("log is gone"))
    except Unreachable:
        return Excerpt([], words("log is away"))


def whole_lines(text: BufferedReader) -> Iterator[tuple[int, str]]:
    """The lines of a log, up to where a packed one breaks off."""
    with suppress(*BROKEN):
        yield from lines(cast(BinaryIO, text))


def text_from(log: Log, stream: BinaryIO, first: int) -> tuple[BufferedReader | None, int, bool]:
    """The log's text from a line at or a little before line `first`, how many lines come before that place, and
    whether it is a mail's, as whoever read it counted its lines.

    None where that takes too much. Nothing is passed over where a line may end otherwise than in a newline.
    """
    is_packed = stream.read(HEAD).startswith(MAGIC)
    stream.seek(0)
    text = decompressed_log(stream)
    if not encoding_of(text.peek(HEAD)[:HEAD]).startswith("utf-8"):
        return (text if first <= MOST_WIDE else None), 0, False
    if mail := shown_mail(text):
        return mail, 0, True
    if is_packed:
        passed = pass_lines(text, first - 1, MOST_PASSED)
        return (text if passed is not None else None), passed or 0, False
    number, before = chunk_before(log, first)
    text.seek(number * CHUNK_SIZE)
    return text, before + (pass_lines(text, first - 1 - before, log.size) or 0), False


def chunk_before(log: Log, first: int) -> tuple[int, int]:
    """The last chunk that line `first` begins in or behind, and the newlines before it; (0, 0) where none is known."""
    begun = log.chunks.filter(lines_before__lt=first - 1)  # not `lte`: the line may begin in the chunk before
    return begun.order_by("-number").values_list("number", "lines_before").first() or (0, 0)


def pass_lines(log: BufferedReader, count: int, most: int) -> int | None:
    """Pass over at most so many lines, block by block as long as a block has no more of them. How many they were.

    None where that took more than `most` bytes.
    """
    passed = size = 0
    while size <= most and (block := log.peek(1)):
        newlines = block.count(b"\n")
        if passed + newlines >= count:
            return passed
        size += len(log.read(block.rfind(b"\n") + 1 or len(block)))
        passed += newlines
    return passed if size <= most else None


def log_pieces(run: Run) -> Iterator[bytes]:
    """The file as it was uploaded, byte for byte. LogWithdrawn, Gone, Unreachable: before the first is asked for."""
    stream = run.file.log.open()
    return chain([stream.read(PIECE)], iter(lambda: stream.read(PIECE), b""))
