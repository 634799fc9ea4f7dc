"""A record or a problem with the format that found it; those of several formats that read one log, in one order."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import combinations, pairwise
from operator import attrgetter

from ingest.pipeline.reading.unreadable import Collision
from ingest.records import Problem, Record, RunRecord

NUMERAL = re.compile(r"(?<!\S)-?\d[\d.,]*(?!\S)")
LABEL = re.compile(r"[A-Za-z][^\d:]*: ")
GLUED = re.compile(rb"\}[ \t]*[{A-Za-z*]")  #: JSON or a report in text behind JSON on its line
DRAWN = re.compile(rb"<(?:br|div|p|li)\b|\r(?=.)", re.IGNORECASE)  #: of a page or a message that is one line
FEWEST_DRAWN = 3
FEWEST_NUMBERS = 5  #: in the shortest row of samples
AROUND = 2  #: lines before and after a report's numbers that may be its own, too


@dataclass(frozen=True, slots=True)
class ParsedItem:
    """A record or a problem, and the format that found it."""

    format: str
    what: Record | Problem

    @property
    def line(self) -> int:
        return self.what.line

    def is_within(self, reports: Sequence[ReadReport]) -> bool:
        """Whether this is the trouble of a reader of rows with a line of a report that another format reads.

        A tool's trouble with its own report is not, even where another program wrote between its lines.
        """
        if not isinstance(self.what, Problem):
            return False
        if any(self.line in report.own_lines for report in reports if report.format == self.format):
            return False
        excerpt = self.what.excerpt
        is_row = len(NUMERAL.findall(excerpt)) >= FEWEST_NUMBERS and not LABEL.match(excerpt)
        others = (report for report in reports if report.format != self.format)
        return any(self.line in (report.measured if is_row else report.lines) for report in others)


def shared_lines(whole: bytes) -> set[int]:
    """The lines that a report in JSON ends on and another report begins on, and those that are a whole page."""
    places, line, shared = [match.start() for match in GLUED.finditer(whole)], 1, set[int]()
    for before, place in pairwise([0, *places]):
        line += whole.count(b"\n", before, place)
        shared.add(line)
    lines = enumerate(whole.split(b"\n"), 1)
    return shared | {number for number, text in lines if len(DRAWN.findall(text)) >= FEWEST_DRAWN}


def unmixed(parts: Sequence[Sequence[ParsedItem]], shared: Set[int]) -> Iterator[ParsedItem]:
    """What each format says, in the order of the lines. Collision where two measure on the same lines, but `shared`."""
    for one, other in combinations([part for part in parts if part], 2):
        if common := measured_lines(one) & measured_lines(other) - shared:
            raise Collision((one[0].format, other[0].format), common)
    reports = [report for part in parts for report in reports_of(part)]
    return heapq.merge(
        *([item for item in part if not item.is_within(reports)] for part in parts), key=attrgetter("line")
    )


@dataclass(frozen=True, slots=True)
class ReadReport:
    """Where a report stands that was read as a run."""

    format: str
    lines: range
    measured: frozenset[int]  #: the lines that its numbers are from
    own_lines: range  #: from its first to the last of these


def reports_of(items: Iterable[ParsedItem]) -> Iterator[ReadReport]:
    for item in items:
        if isinstance(item.what, RunRecord):
            measured = measured_lines([item])
            last = max(measured, default=item.line)
            around = range(item.line - AROUND, last + AROUND + 1)
            yield ReadReport(item.format, around, frozenset(measured), range(item.line, last + 1))


def measured_lines(items: Iterable[ParsedItem]) -> set[int]:
    """The lines of a log that runs have their numbers from."""
    runs = (item.what for item in items if isinstance(item.what, RunRecord))
    return {measurement.line for run in runs for measurement in run.measurements} - {0}
