"""What the readers of Solaris' vmstat, mpstat and iostat have in common: lines in, numbers and problems out."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import BinaryIO

from ingest.formats.kit.archived_lines import lines_until_broken
from ingest.formats.solaris.columns import number
from ingest.formats.solaris.stat_clock import stamp
from ingest.formats.solaris.stat_runs import ORPHANED, Runs
from ingest.records import Parsed, Problem

CHANGE = re.compile(r"\s*<<[^<>]*>>\s*")
FEWEST_CELLS = 4  #: of a row that has lost its header; a shorter line of numbers may be anything
MANY_CELLS = 12  #: of a row above the first header
EXPECTED = "expected a row of {} numbers as under the header"


class StatReader(ABC):
    """Reads a log line by line."""

    def __init__(self, tool: str, valued: str) -> None:
        """`valued`: the letters of the tool's options that take a value."""
        self.runs = Runs(tool, valued)

    @abstractmethod
    def feed(self, line: int, text: str, is_ended: bool) -> None:
        """Read a line; `is_ended`: the log goes on after it."""

    def is_change(self, text: str) -> bool:
        """Whether the configuration of the machine changes here: the next sample is since boot again."""
        if not CHANGE.fullmatch(text):
            return False
        if self.runs.run:
            self.runs.run.is_since_boot = True
        return True

    def is_refused(self, line: int, text: str, count: int, is_ended: bool) -> bool:
        """Whether a line that could not be read is a row all the same, which is a problem; else it is other text."""
        cells = text.split()
        is_row = bool(cells) and 2 * sum(number(cell) is not None for cell in cells) >= len(cells)
        if is_row:
            expected = EXPECTED.format(count) if is_ended else "the log breaks off in this row"
            self.runs.problems.add(line, expected, text)
        return is_row

    def is_orphan(self, line: int, text: str) -> bool:
        """Whether a row stands where no report is, though one was read above: a remark within it has ended that."""
        cells = text.replace(",", " ").split()
        if len(cells) < (FEWEST_CELLS if self.runs.all else MANY_CELLS):
            return False
        is_row = 2 * sum(number(cell) is not None for cell in cells) > len(cells)
        if is_row:
            self.runs.problems.add_once(line, ORPHANED, text)
        return is_row


def parsed(stream: BinaryIO, reader: StatReader, nothing: str) -> Parsed:
    """What `reader` finds in a log, `nothing` as a problem where there is no report. A broken archive ends it."""
    broken = list[Exception]()
    for line, text, is_ended in lines_until_broken(stream, broken):
        reader.feed(line, text.rstrip(), is_ended)
    if not reader.runs.all:
        yield Problem(0, nothing)
    yield from reader.runs.traces()
    if broken:
        raise broken[0]


def row_of(runs: Runs, text: str, count: int, is_ended: bool, *, has_stamp: bool = True) -> list[float] | None:
    """The `count` numbers of a row, before which its time may stand; None if it is none, or has no end."""
    cells = text.split()
    if len(cells) > count and (moment := stamp(" ".join(cells[:-count]))):
        if has_stamp:
            runs.stamped(moment)
        cells = cells[-count:]
    return numbers(cells) if len(cells) == count and is_ended else None


def numbers(cells: Sequence[str]) -> list[float] | None:
    """The cells as numbers; None if one is none."""
    values = [value for cell in cells if (value := number(cell)) is not None]
    return values if len(values) == len(cells) else None
