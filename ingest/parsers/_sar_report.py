"""What a report says besides its numbers: whose it is, of which day, what went wrong. And its records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

import numpy as np
import numpy.typing as npt

from ingest.parsers._sar_dates import Printed, printed_date
from ingest.parsers._sar_numbers import Floats
from ingest.parsers._sar_sections import DAY, Section
from ingest.records import Fact, Problem, TraceRecord, printable

BANNER = re.compile(
    r"Linux (?P<release>\S{1,120}) \((?P<host>[^()]{0,255})\)\s+(?P<date>[^()_]{1,80}?)"
    r"(?:\s+_(?P<machine>[^_\s]\S{0,40})_)?(?:\s+\((?P<cpus>\d{1,6}) CPU\))?\s*"
)
EPOCH = date(1970, 1, 1)
Order = npt.NDArray[np.intp]
LOCAL = "local, zone unknown"
MOST_PROBLEMS = 50


@dataclass(frozen=True, slots=True)
class Banner:
    """The line that a report begins with; without one, nothing of it is known."""

    facts: dict[str, Fact]
    printed: Printed | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for reports that are one series: the same machine, and days that can be counted."""
        known = tuple(self.facts.get(name) for name in ("kernel", "host", "architecture", "cpus"))
        return (*known, self.printed.text if self.printed and self.printed.is_ambiguous else "")


def banner(line: str) -> Banner | None:
    match = BANNER.fullmatch(line)
    if not match:
        return None
    printed = printed_date(match["date"])
    facts: dict[str, Fact] = {"host": printable(match["host"]), "kernel": printable(f"Linux {match['release']}")}
    if match["cpus"]:
        facts["cpus"] = int(match["cpus"])
    if match["machine"]:
        facts["architecture"] = printable(match["machine"])
    return Banner(facts, printed)


@dataclass(slots=True, eq=False)
class Report:
    """All that one machine's reports in a file say."""

    banner: Banner
    line: int
    zone: str = ""  #: of its times, where the locale prints one
    sections: list[Section] = field(default_factory=list)
    restarts: dict[float, tuple[float, int]] = field(default_factory=dict)  #: time -> (CPUs after it, line)
    comments: dict[tuple[float, str], None] = field(default_factory=dict)  #: (time, text)

    @property
    def day(self) -> date | None:
        """The first day, if it is certain."""
        return self.banner.printed.day if self.banner.printed else None

    @property
    def start(self) -> float:
        """What is added to seconds since the first midnight: its seconds since the epoch where the day is known."""
        return (self.day - EPOCH).days * DAY if self.day else 0.0

    def facts(self) -> dict[str, Fact]:
        facts: dict[str, Fact] = {"tool": "sar", **self.banner.facts}
        if self.day:
            facts["date"] = self.day.isoformat()
        elif self.banner.printed:
            facts["date_printed"] = printable(self.banner.printed.text)
        facts["date_is_ambiguous"] = self.day is None
        facts["clock"] = {"": LOCAL, "UTC": "UTC", "GMT": "UTC"}.get(self.zone, f"local, {printable(self.zone)}")
        if self.comments:
            facts["comments"] = "\n".join(text for _, text in self.comments)
            facts["comment_times"] = "\n".join(f"{time + self.start:.0f}" for time, _ in self.comments)
        return facts

    def traces(self) -> Iterator[TraceRecord]:
        """One per metric and item."""
        found: dict[tuple[str, str], list[tuple[Floats, Floats]]] = {}
        lines: dict[tuple[str, str], int] = {}
        units: dict[str, str] = {}
        for section in self.sections:
            for item, column, times, values in section.series():
                found.setdefault((column.metric, item), []).append((times, values))
                lines.setdefault((column.metric, item), section.line)
                units[column.metric] = column.unit
            section.forget()
        if self.restarts:
            times = np.array(sorted(self.restarts))
            values = np.array([self.restarts[time][0] for time in times.tolist()])
            found["restart", ""] = [(times, values)]
            lines["restart", ""] = min(line for _, line in self.restarts.values())
        facts, series = self.facts(), Series(self.start)
        for key in sorted(found, key=lambda key: lines[key]):
            yield TraceRecord(*key, *series.of(found.pop(key)), facts, lines[key], units.get(key[0], "count"))


class Series:
    """Parts of series -> whole ones, by time. All columns of an item share one array of times."""

    def __init__(self, start: float) -> None:
        self.start = start  #: seconds that are added to every time
        self._known: dict[tuple[int, ...], tuple[list[Floats], Floats, Order | None]] = {}

    def of(self, parts: list[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
        """(times, values) of the parts as one."""
        same = tuple(id(times) for times, _ in parts)
        if same not in self._known:
            self._known[same] = self._times([times for times, _ in parts])
        _, times, order = self._known[same]
        values = parts[0][1] if len(parts) == 1 else np.concatenate([values for _, values in parts])
        return times, values if order is None else values[order]

    def _times(self, parts: list[Floats]) -> tuple[list[Floats], Floats, Order | None]:
        """The parts themselves, which keeps their ids theirs; their times; the order to bring values into."""
        times = parts[0] if len(parts) == 1 else np.concatenate(parts)
        order = np.argsort(times, kind="stable") if (times[1:] < times[:-1]).any() else None
        return parts, (times if order is None else times[order]) + self.start, order


class Problems:
    """What could not be read: the first ones each, the others counted."""

    def __init__(self) -> None:
        self.listed: list[Problem] = []
        self.more = 0
        self._said: set[str] = set()

    def add(self, line: int, message: str, excerpt: str = "") -> None:
        if len(self.listed) < MOST_PROBLEMS:
            self.listed.append(Problem(line, message, 0, excerpt))
        else:
            self.more += 1

    def add_once(self, line: int, message: str, excerpt: str = "") -> None:
        """A problem that many lines share; the first one tells it."""
        if message not in self._said and len(self._said) < MOST_PROBLEMS:
            self._said.add(message)
            self.add(line, message, excerpt)

    def all(self) -> list[Problem]:
        if not self.more:
            return self.listed
        last = self.listed[-1].line
        return [*self.listed, Problem(last, f"{self.more} more lines after these could not be read.")]
