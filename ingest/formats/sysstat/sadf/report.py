"""What `sadf` says of one machine, in any of its forms: facts, restarts, comments, and the series of its store."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

import numpy as np

from benchdb.domain.text.names import printable
from ingest.formats.kit.samples.clocks import EPOCH, LOCAL
from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.kit.clock import read_time
from ingest.formats.sysstat.kit.doubled import DOUBLED
from ingest.formats.sysstat.kit.sections import DAY
from ingest.formats.sysstat.sadf.store import Store
from ingest.records import Fact, Problem, Record, TraceRecord

MOST_CELLS = 100_000  #: printed times that are remembered
MOST_MARKS = 10_000  #: restarts, and comments


@dataclass(slots=True, eq=False)
class Report:
    """One machine's."""

    line: int = 1
    known: dict[str, Fact] = field(default_factory=dict)  #: host, kernel, cpus, architecture, date
    clock: str = LOCAL
    restarts: dict[float, tuple[float, int]] = field(default_factory=dict)  #: time -> (CPUs after it, line)
    comments: dict[tuple[float, str], None] = field(default_factory=dict)
    store: Store = field(default_factory=Store)

    def restart(self, time: float, cpus: float | None, line: int) -> None:
        if len(self.restarts) < MOST_MARKS:
            self.restarts.setdefault(time, (cpus or 1.0, line))

    def comment(self, time: float, text: str) -> None:
        if len(self.comments) < MOST_MARKS:
            self.comments[time, printable(text)] = None

    def facts(self) -> dict[str, Fact]:
        facts: dict[str, Fact] = {"tool": "sadf", **self.known, "date_is_ambiguous": False, "clock": self.clock}
        if self.comments:
            facts["comments"] = "\n".join(text for _, text in self.comments)
            facts["comment_times"] = "\n".join(f"{time:.0f}" for time, _ in self.comments)
        return facts

    def traces(self) -> Iterator[TraceRecord]:
        facts = self.facts()
        for item, column, times, values, line in self.store.series():
            yield TraceRecord(column.metric, item, times, values, facts, line)
        self.store.close()
        if self.restarts:
            times = np.array(sorted(self.restarts))
            values = np.array([self.restarts[time][0] for time in times.tolist()])
            line = min(line for _, line in self.restarts.values())
            yield TraceRecord("restart", "", times, values, facts, line)


class Moments(dict[tuple[str, str], float]):
    """(date, time) as sadf prints them -> seconds since the epoch, the printed time taken as UTC; NaN for none."""

    def __missing__(self, printed: tuple[str, str]) -> float:
        if len(self) >= MOST_CELLS:
            self.clear()
        seconds = self[printed] = moment(*printed)
        return seconds


def moment(day: str, time: str) -> float:
    """`2022-11-07`, `23:59:55` (`23-59-55` in old XML); NaN where they are no date and time."""
    return midnight(day) + read_time(time.replace("-", ":"))


@lru_cache(maxsize=64)
def midnight(day: str) -> float:
    try:
        return (date.fromisoformat(day) - EPOCH).days * DAY
    except ValueError:
        return math.nan


def series_of(reports: Iterable[Report], problems: Problems, expected: str) -> Iterator[Record | Problem]:
    """The traces of all reports, then the problems; `expected` says what was, if there is neither."""
    is_empty = True
    for report in reports:
        for trace in report.traces():
            is_empty = False
            yield trace
        if report.store.doubled:
            problems.add_once(report.store.doubled, DOUBLED.format("sadf"))
        if report.store.is_full:
            problems.add_once(report.line, "more items in this log than are read: not all were kept")
    if is_empty and not problems.all():
        yield Problem(0, expected)
    yield from problems.all()
