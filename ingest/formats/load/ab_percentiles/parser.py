"""ab -e, the CSV of percentiles -> one RunRecord for each."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import BinaryIO

from ingest.formats.kit.report_scanner import pages
from ingest.formats.load.ab_percentiles.signs import HEADER
from ingest.records import Fact, Measurement, Parsed, Problem, RunRecord, Status

ROW = re.compile(r"\s*(?P<percent>\d{1,3})[,;\t] ?(?P<ms>[-+]?\d{1,15}(?:[.,]\d{1,15})?(?:e[-+]?\d{1,3})?)\s*")
LAST = 99  #: the percentile that every version prints
METRICS = ("latency_min", *(f"latency_p{percent}" for percent in range(1, 100)), "latency_max")
DIGITS = 12  #: of a time that are kept: more are the noise of a division
FALLS = "The percentiles fall although they can only rise."


@dataclass(slots=True)
class Table:
    """One file's rows."""

    line: int
    last_line: int = 0
    times: dict[int, Measurement] = field(default_factory=dict)  #: by percent, in the order of the log
    problems: list[Problem] = field(default_factory=list)

    def add(self, percent: int, ms: str, line: int) -> None:
        """A row; a second one of the same percentile is told, not taken."""
        value = seconds(ms.replace(",", "."))
        if percent > 100 or percent in self.times or not math.isfinite(value):
            self.problems.append(
                Problem(line, f"A row for {percent} % that is not the first, or can be none.", excerpt=ms)
            )
        else:
            self.times[percent] = Measurement(METRICS[percent], value, line)
        self.last_line = line


def seconds(ms: str) -> float:
    """Moving the point of a short number is what dividing and rounding it comes to."""
    return float(ms + "e-3") if len(ms) <= DIGITS and "e" not in ms else float(f"{float(ms) / 1000:.{DIGITS}g}")


def parse(stream: BinaryIO) -> Parsed:
    """The tables of a log. What is none is passed over in silence."""
    table: Table | None = None
    is_open, cut_line = False, 0
    for page in pages(stream):
        cut_line = page.cut_line
        for number, line in page.lines():
            if table and is_open and (row := ROW.fullmatch(line)):
                table.add(int(row[1]), row[2], number)
            elif HEADER.fullmatch(line.strip()):
                if table:
                    yield from items(table)
                table, is_open = Table(number, number), True
            elif line.strip():
                if table and is_open and number == cut_line:
                    table.problems.append(Problem(number, "The log breaks off in this row.", excerpt=line))
                is_open = False
    if table:
        yield from items(table, table.last_line == cut_line)


def items(table: Table, is_cut: bool = False) -> Parsed:
    """A table as a run, and where it breaks off."""
    times = dict(table.times)
    if is_cut and times:
        del times[next(reversed(times))]  # its number may have lost digits
    status: Status = "complete" if LAST in table.times else "aborted"
    values = [times[percent].value for percent in sorted(times)]
    caveats = (FALLS,) if any(after < before for before, after in pairwise(values)) else ()
    facts: dict[str, Fact] = {"tool": "ab"}
    if status == "aborted":
        facts["reason"] = "the log breaks off"
    yield RunRecord("ab", "", facts, tuple(times.values()), table.line, status, caveats, is_kept_beside=True)
    yield from table.problems[:50]
    if is_cut and times != table.times:
        yield Problem(table.last_line, "The last line has no end: its number may be cut, and is not taken.")
    if status == "aborted":
        following = max(table.times, default=-1) + 1
        yield Problem(table.last_line, f"The table breaks off here: expected the row of {following} % next.")
