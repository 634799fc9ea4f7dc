"""Kernel profiles as `readprofile` prints them (also -v and -a, sorted in any way) -> one RunRecord for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO

from ingest.formats.kit.archived_lines import lines_until_broken
from ingest.formats.kit.samples.problems import Problems
from ingest.formats.profiles.profile import EVENT, Profile
from ingest.formats.profiles.readprofile.signs import ROWS_NEEDED, TOTAL, UNKNOWN, Row, row_of
from ingest.records import Parsed, Problem

GROUPED = re.compile(r"\s*\d{1,3}(?:[.,'\u202f]\d{3})+ [\w*]")  #: ticks, a separator before each thousand
WHOLE = re.compile(r"\.\d{4}\s*\Z|\*unknown\*\s*\Z")  #: a row that has its end, though its line has none
CLOSE = 3  #: lines between two pieces of a profile
PIECE = "{} rows of a profile without its line 'total': something stands between them and the others."


def parse(stream: BinaryIO) -> Parsed:
    """The profiles of a log. What is no row is passed over in silence."""
    broken = list[Exception]()
    problems = Problems()
    parts = list(blocks(lines_until_broken(stream, broken), problems))
    yield from records(parts)
    yield from problems.all()
    if not any(len(block) >= ROWS_NEEDED for block in parts):
        yield Problem(0, "No profile of readprofile: expected rows such as '  1234 default_idle          25.7083'.")
    if broken:
        raise broken[0]


def records(parts: list[list[Row]]) -> Parsed:
    """The profiles of a log's blocks of rows. Where one follows another closely, a remark may have cut a profile."""
    ends = [0, *(block[-1].line for block in parts)]
    starts = [*(block[0].line for block in parts), ends[-1] + CLOSE + 1]
    for block, end, start in zip(parts, ends, starts[1:], strict=False):
        is_close = (end and block[0].line - end <= CLOSE) or start - block[-1].line <= CLOSE
        if is_close and not any(row.name == TOTAL for row in block):
            yield Problem(block[0].line, PIECE.format(len(block)))
        elif len(block) >= ROWS_NEEDED:
            yield from (profile(rows).record() for rows in profiles(block))


def blocks(lines: Iterator[tuple[int, str, bool]], problems: Problems) -> Iterator[list[Row]]:
    """Rows that stand together, however few. A row that the log's end cuts is left out, and told."""
    block = list[Row]()
    for line, text, is_ended in lines:
        row = row_of(line, text) if is_ended or WHOLE.search(text) else None
        if block and not is_ended and text.strip() and not row:
            problems.add(line, "the log breaks off in this row", text)
        if row:
            block.append(row)
        elif text.strip():
            if block:
                yield block
            block = []
            if GROUPED.match(text):
                problems.add_once(line, "expected a number of ticks without separators", text)
    if block:
        yield block


def profiles(block: list[Row]) -> Iterator[list[Row]]:
    """Each profile's rows: a total ends them, or begins them where they are sorted with the most ticks first."""
    totals = [place for place, row in enumerate(block) if row.name == TOTAL]
    if len(totals) < 2:
        yield block
        return
    cuts = [*totals, len(block)] if totals[0] == 0 else [0, *(place + 1 for place in totals), len(block)]
    yield from (block[start:end] for start, end in pairwise(cuts) if start < end)


def profile(rows: list[Row]) -> Profile:
    shares = Profile("readprofile", rows[0].line, {EVENT: "clock ticks"})
    total = next((row for row in rows if row.name == TOTAL), None)
    if total:
        shares.set("profile_samples", total.ticks, total.line)
    else:
        shares.doubt("The profile has no line 'total': the shares of its functions are not known, only their ticks.")
    for row in rows:
        if row.name == UNKNOWN or (not total and row.name != TOTAL):
            shares.add("profile_samples", row.name, row.ticks, row.line)
        elif total and total.ticks and row.name != TOTAL:
            shares.add("function_share", row.name, row.ticks / total.ticks, row.line)
    if total and sum(row.ticks for row in rows if row.name not in (TOTAL, UNKNOWN)) > total.ticks:
        shares.doubt("The functions have more ticks than the line 'total' says: something is printed twice.")
    return shares
