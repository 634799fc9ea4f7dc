"""What a report says besides its numbers: whose it is, of which day, what went wrong. And its records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

import numpy as np

from benchdb.domain.text.names import printable
from ingest.formats.kit.samples.clocks import EPOCH, LOCAL
from ingest.formats.sysstat.kit.banner import Banner
from ingest.formats.sysstat.kit.doubled import DOUBLED, NOT_UNIQUE, Order, in_order
from ingest.formats.sysstat.kit.numbers import Floats
from ingest.formats.sysstat.kit.sections import DAY, Section
from ingest.records import Fact, Problem, TraceRecord


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

    def traces(self) -> Iterator[TraceRecord | Problem]:
        """One per metric and item, and a problem where samples stand there twice."""
        by_key: dict[tuple[str, str], list[tuple[Floats, Floats]]] = {}
        lines: dict[tuple[str, str], int] = {}
        last_lines: dict[tuple[str, str], int] = {}
        units: dict[str, str] = {}
        for section in self.sections:
            for item, column, times, values in section.series():
                by_key.setdefault((column.metric, item), []).append((times, values))
                lines.setdefault((column.metric, item), section.line)
                last_lines[column.metric, item] = section.line
                units[column.metric] = column.unit
            section.forget()
        if self.restarts:
            times = np.array(sorted(self.restarts))
            values = np.array([self.restarts[time][0] for time in times.tolist()])
            by_key["restart", ""] = [(times, values)]
            lines["restart", ""] = min(line for _, line in self.restarts.values())
        facts, series, doubled = self.facts(), Series(self.start), list[int]()
        for key in sorted(by_key, key=lambda key: lines[key]):
            parts = by_key.pop(key)
            times, values = series.of(parts, None if key[0].startswith(NOT_UNIQUE) else range(len(parts)))
            if len(times) < sum(len(part) for part, _ in parts):
                doubled.append(last_lines[key])
            yield TraceRecord(*key, times, values, facts, lines[key], units.get(key[0], "count"))
        if doubled:
            yield Problem(min(doubled), DOUBLED.format("sar"))


class Series:
    """Parts of series -> whole ones, by time. All columns of an item share one array of times."""

    def __init__(self, start: float) -> None:
        self.start = start  #: seconds that are added to every time
        self._known: dict[tuple[int, ...], tuple[list[Floats], Floats, Order | None]] = {}

    def of(self, parts: list[tuple[Floats, Floats]], runs: Sequence[int] | None) -> tuple[Floats, Floats]:
        """(times, values) of the parts as one; `runs`: see `in_order`."""
        same = (*(id(times) for times, _ in parts), -1, *(runs or ()))
        if same not in self._known:
            self._known[same] = self._times([times for times, _ in parts], runs)
        _, times, order = self._known[same]
        values = parts[0][1] if len(parts) == 1 else np.concatenate([values for _, values in parts])
        return times, values if order is None else values[order]

    def _times(self, parts: list[Floats], runs: Sequence[int] | None) -> tuple[list[Floats], Floats, Order | None]:
        """The parts themselves, which keeps their ids theirs; their times; the order to bring values into."""
        order, times = in_order(parts, runs)
        return parts, times + self.start, order
