"""Kernel profiles as `readprofile` prints them (also -v and -a, sorted in any way) -> one RunRecord for each.

Source: util-linux sys-utils/readprofile.c and its manual page. A row is ticks, function, ticks per byte of its code;
with -v its address stands before. `function_share` is a function's part of the ticks in the line `total`, idle
functions (default_idle, cpu_idle, poll_idle) included. Without that line (`... | head`) the whole is not known: ticks
are then `profile_samples` with the function as item, and nothing is a share. `*unknown*` counts ticks outside of the
kernel's text, which `total` leaves out. Rows that stand together are one profile, unless there are several totals among
them. Not kept: ticks per byte, addresses, single bins (-b, -s).
Says nothing about: kernel, machine, start, how long the profile ran, the clock's rate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO, NamedTuple

from ingest.parsers._profile import EVENT, Profile
from ingest.parsers._reports.events import head_text
from ingest.parsers._solaris_lines import lines_until_broken
from ingest.records import Parsed, Problem

TITLE = "readprofile"

NAME = r"[A-Za-z_.$][\w.$@]{0,127}"
ROW = re.compile(
    rf"\s*(?:(?P<ticks>\d{{1,18}}) (?P<name>{NAME}|\*unknown\*)(?:\s+(?P<load>\d{{1,12}}\.\d{{4}}))?"
    rf"|[0-9a-f]{{8,16}} (?P<named>{NAME})\s+(?P<counted>\d{{1,18}})\s+\d{{1,12}}\.\d{{4}})\s*"
)
TOTAL, UNKNOWN = "total", "*unknown*"
ROWS_NEEDED = 3  #: in a row: nothing else is printed so


class Row(NamedTuple):
    """A line of a profile."""

    line: int
    ticks: int
    name: str


def row_of(line: int, text: str) -> Row | None:
    match = ROW.fullmatch(text) if len(text) < 260 else None
    if not match or (match["ticks"] and match["name"] != UNKNOWN and not match["load"]):
        return None
    return Row(line, int(match["ticks"] or match["counted"]), match["name"] or match["named"])


def sniff(head: bytes) -> bool:
    """Whether some rows of a profile stand together in `head`."""
    together = 0
    for line in head_text(head).split("\n"):
        if line.strip():
            together = together + 1 if row_of(0, line) else 0
        if together >= ROWS_NEEDED:
            return True
    return False


def parse(stream: BinaryIO) -> Parsed:
    """The profiles of a log. What is no row is passed over in silence."""
    broken = list[Exception]()
    found = False
    for block in blocks(lines_until_broken(stream, broken)):
        for rows in profiles(block):
            found = True
            yield profile(rows).record()
    if not found:
        yield Problem(0, "No profile of readprofile: expected rows such as '  1234 default_idle          25.7083'.")
    if broken:
        raise broken[0]


def blocks(lines: Iterator[tuple[int, str, bool]]) -> Iterator[list[Row]]:
    """Rows that stand together. A row that the log's end cuts is left out."""
    block = list[Row]()
    for line, text, is_ended in lines:
        row = row_of(line, text) if is_ended else None
        if row:
            block.append(row)
        elif text.strip():
            if len(block) >= ROWS_NEEDED:
                yield block
            block = []
    if len(block) >= ROWS_NEEDED:
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
    found = Profile("readprofile", rows[0].line, {EVENT: "clock ticks"})
    total = next((row for row in rows if row.name == TOTAL), None)
    if total:
        found.set("profile_samples", total.ticks, total.line)
    else:
        found.doubt("The profile has no line 'total': the shares of its functions are not known, only their ticks.")
    for row in rows:
        if row.name == UNKNOWN or (not total and row.name != TOTAL):
            found.add("profile_samples", row.name, row.ticks, row.line)
        elif total and total.ticks and row.name != TOTAL:
            found.add("function_share", row.name, row.ticks / total.ticks, row.line)
    if total and sum(row.ticks for row in rows if row.name not in (TOTAL, UNKNOWN)) > total.ticks:
        found.doubt("The functions have more ticks than the line 'total' says: something is printed twice.")
    return found
