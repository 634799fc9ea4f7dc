"""A log (bytes, a file's name) -> what it says: identify, then parse. No database."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from itertools import chain
from typing import BinaryIO, cast

from benchdb.domain.compression import BROKEN, decompressed_log, fault_of
from benchdb.domain.text import encoding_of
from ingest.archives import kind_of
from ingest.formats import HEAD_SIZE, Format, formats
from ingest.formats.kit.pasted.further_on import Replayed, heads_further_on
from ingest.formats.kit.pasted.left_out import left_out
from ingest.formats.kit.pasted.line_times import Timed, has_times, with_start
from ingest.formats.kit.pasted.wrapped_lines import bare_log
from ingest.formats.kit.samples.date_lines import in_zones
from ingest.pipeline.reading.parsed_items import ParsedItem, shared_lines, unmixed
from ingest.pipeline.reading.reassembly import all_lost, beginning, put_together, runs_among_others
from ingest.pipeline.reading.unreadable import Collision, Unreadable
from ingest.records import Problem, RunRecord


@dataclass(frozen=True, slots=True)
class Opened:
    """A log, decompressed, standing at its first byte."""

    stream: BinaryIO
    head: bytes  #: the first HEAD_SIZE bytes as UTF-8
    times: Timed | None = None  #: when its lines were printed, where that stands before them
    fault: Callable[[], Exception | None] = lambda: None  #: why it broke off, once it was read to its end


LISTED = "/uploads/#formats"  #: a sentence with all their names would hide what it says
NOTHING_READ = "This looks like {}, but none of its lines could be read."
BROKEN_CONTENTS = "The file is compressed, but its contents are broken: {}."
BREAKS_OFF = "The compressed file breaks off: {}. What came before was read."
MOST_MIXED = 64 * 2**20  #: bytes of a file that several formats claim; it is read as often as there are formats


def opened(raw: BinaryIO) -> Opened:
    """`raw` decompressed (once) and its head decoded. Unreadable for a broken archive."""
    unpacked = decompressed_log(raw)
    stream, times = unpacked, None
    try:
        if has_times(stream.peek(HEAD_SIZE)[:HEAD_SIZE]):
            times = Timed(cast(BinaryIO, stream))
            stream = io.BufferedReader(times, HEAD_SIZE)
        stream = bare_log(stream)
        head = stream.peek(HEAD_SIZE)[:HEAD_SIZE]
    except BROKEN as error:
        raise Unreadable(BROKEN_CONTENTS.format(error)) from error
    if not head and (fault := fault_of(unpacked)):
        raise Unreadable(BROKEN_CONTENTS.format(fault))
    return Opened(cast(BinaryIO, stream), as_utf8(head), times, partial(fault_of, unpacked))


def as_utf8(head: bytes) -> bytes:
    """`head` recoded, so that a format's `sniff` sees one encoding only."""
    encoding = encoding_of(head)
    return head if encoding == "utf-8" else head.decode(encoding, "replace").encode()


UNKNOWN = "Not a log we know."
MOST_SHOWN = 60  #: characters of a file's beginning
KNOWN_BINARIES = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF document",
    b"\x7fELF": "a program",
}
OTHER_ARCHIVES = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x5d\x00\x00": "compressed as .lzma",
}
ZIP_MEMBER = b"PK\x03\x04"  #: behind the program that unpacks it
READ_ARCHIVES = "Archives that are read are .zip, .tar, and .tar compressed with gzip, bzip2, xz or zstd."


def identify(head: bytes) -> tuple[Format, ...]:
    """The formats whose `sniff` says yes to `head`: one, or several where a file holds reports of several tools.

    Unreadable, naming what was expected, if there is none.
    """
    if not head.strip():
        raise Unreadable("The file is empty: there is no log in it.")
    if kind := kind_of(head):
        raise Unreadable(f"This is {kind}: upload it by itself, or unpack it.")
    candidates = [format for format in formats().values() if format.sniff(head)]
    if not candidates:
        raise Unreadable(why_unknown(head))
    return arbitrated(candidates, head)


def arbitrated(candidates: Sequence[Format], head: bytes) -> tuple[Format, ...]:
    """Those that claim some place more of which no other claims. Collision where two claim as much of one."""
    if len(candidates) == 1:
        return tuple(candidates)
    claims = {format: format.claims(head) for format in candidates}
    most = {place: max(by.get(place, 0) for by in claims.values()) for by in claims.values() for place in by}
    winners = {place: [format for format in candidates if claims[format].get(place) == most[place]] for place in most}
    for (line, _), claimants in winners.items():
        if len(claimants) > 1:
            raise Collision((format.name for format in claimants), [line])
    return tuple(
        format
        for format in candidates
        if not claims[format] or any(winners[place] == [format] for place in claims[format])
    )


def why_unknown(head: bytes) -> str:
    """A sentence for a file that no format knows: what it seems to be. The page says what can be read."""
    if what := other_archive(head):
        return f"{UNKNOWN} This is {what}. {READ_ARCHIVES}"
    for magic, what in KNOWN_BINARIES.items():
        if head.startswith(magic):
            return f"{UNKNOWN} This is {what}."
    nul = head.find(b"\0")
    if nul >= 0:
        return f"{UNKNOWN} Its byte {nul + 1} is NUL, so this is no text."
    if lost := next(all_lost(beginning(head, is_whole=True)), None):
        return f"{UNKNOWN} Line {lost.line}: {lost.message}"
    first = next((line for line in head.decode("utf-8", "replace").splitlines() if line.strip()), "")
    return f"{UNKNOWN} It begins: {first.strip()[:MOST_SHOWN]!r}."


def other_archive(head: bytes) -> str:
    """What an archive is that is not read; "" where it is none."""
    if ZIP_MEMBER in head and (b"\0" in head or head.startswith((b"MZ", b"#!"))):
        return "an archive that unpacks itself"
    return next((what for magic, what in OTHER_ARCHIVES.items() if head.startswith(magic)), "")


def read(raw: BinaryIO, format_name: str = "") -> Iterator[ParsedItem]:
    """What a log says. The format is recognised unless it is named. Unreadable if there is none.

    In a file of several tools each format reads its own reports and passes over the others'; they come in their order.
    """
    if format_name and format_name not in formats():
        near = get_close_matches(format_name, formats(), 1)
        hint = (
            f"Did you mean {near[0]!r}?"
            if near
            else f"Those that can be read are listed on the upload page ({LISTED})."
        )
        raise Unreadable(f"There is no format {format_name!r}. {hint}")
    log = opened(raw)
    if format_name:
        return chain(_guarded(formats()[format_name], log.stream, log), ending(log, format_name))
    gaps = list(left_out(log.head))
    begun = beginning(log.head, is_whole=not gaps)
    try:
        items, names = read_by_signs(log)
    except Collision:
        raise
    except Unreadable as error:
        if not any(runs_among_others(begun, tool)[0] for tool in begun.results):
            if fault := log.fault():  # what would have shown its format may have stood behind
                raise Unreadable(f"{error} The compressed file breaks off: {fault}.") from error
            raise
        items, names = iter(()), ()
    if begun.results:
        items = (with_times(item, log) for item in put_together(items, begun, frozenset(names)))
    name = next(iter((*names, *begun.results)), "")
    return chain(items, (ParsedItem(names[0], gap) for gap in gaps if names), ending(log, name))


def ending(log: Opened, format: str) -> Iterator[ParsedItem]:
    """That a compressed log broke off; to be asked for once it was read."""
    if fault := log.fault():
        yield ParsedItem(format, Problem(0, BREAKS_OFF.format(fault)))


def read_by_signs(log: Opened) -> tuple[Iterator[ParsedItem], Sequence[str]]:
    """What the formats say that recognise the log, and their names."""
    log, candidates = identified(log)
    if len(candidates) == 1 and len(log.head) >= HEAD_SIZE and candidates[0].is_found_further_on:
        log, further = with_further(log, candidates[0])
        candidates += further
    names = [format.name for format in candidates]
    if len(candidates) == 1:
        return _guarded(candidates[0], log.stream, log), names
    whole = log.stream.read(MOST_MIXED + 1)
    if len(whole) > MOST_MIXED:
        raise Unreadable(
            f"The file could be any of {', '.join(names)}, and is too long for a mixture of them. Name the one it is."
        )
    parts = [list(_guarded(format, io.BytesIO(whole), log)) for format in candidates]
    return unmixed(parts, shared_lines(whole)), names


def identified(log: Opened) -> tuple[Opened, tuple[Format, ...]]:
    """The same log and its formats, though a tool's errors fill its head: siege prints a thousand above its report."""
    try:
        return log, identify(log.head)
    except Unreadable as fault:
        if isinstance(fault, Collision) or len(log.head) < HEAD_SIZE or b"\0" in log.head:
            raise
        log, further = with_further(log, None)
        if not further:
            raise
        return log, further


def with_further(log: Opened, own: Format | None) -> tuple[Opened, tuple[Format, ...]]:
    """The same log, and the formats of other reports in it that begin behind its head."""
    stream, names = Replayed(cast(io.BufferedReader, log.stream)), dict[str, Format]()
    for head in heads_further_on(own.name if own else "", stream.start, HEAD_SIZE):
        with suppress(Unreadable):
            names |= {format.name: format for format in identify(as_utf8(head)) if format is not own}
    return Opened(cast(BinaryIO, io.BufferedReader(stream, HEAD_SIZE)), log.head, log.times, log.fault), tuple(
        names.values()
    )


def with_times(item: ParsedItem, log: Opened) -> ParsedItem:
    """A load tool's run with its start, where the times before the log's lines say it."""
    if log.times and formats()[item.format].is_of_load and isinstance(item.what, RunRecord):
        return ParsedItem(item.format, with_start(item.what, log.times))
    return item


def _guarded(format: Format, stream: BinaryIO, log: Opened) -> Iterator[ParsedItem]:
    """All that `format` finds; where the bytes cannot be read on, that is a Problem: what came before counts."""
    is_silent = True
    try:
        for record in in_zones(format.parse(stream), log.head.decode("utf-8", "replace")):
            is_silent = False
            yield with_times(ParsedItem(format.name, record), log)
        if is_silent:
            yield ParsedItem(format.name, Problem(1, NOTHING_READ.format(format.title)))
    except BROKEN as error:
        yield ParsedItem(format.name, Problem(0, BREAKS_OFF.format(error)))
