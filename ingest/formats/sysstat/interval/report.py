"""What one run of a live tool says: its facts, its clock, its tables -> TraceRecords.

One rule for all four tools where no time is printed: samples are numbered 1, 2, 3..., or stand at multiples of the
interval where the log lets it be computed; the fact `clock` says so, and no date is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

import numpy as np

from benchdb.domain.text.names import printable
from ingest.formats.kit.samples.clocks import EPOCH, LOCAL, SINCE_BOOT
from ingest.formats.kit.samples.dates import Printed
from ingest.formats.sysstat.interval.columns import gauges
from ingest.formats.sysstat.interval.table import Series, Table
from ingest.formats.sysstat.kit.banner import Banner
from ingest.formats.sysstat.kit.doubled import DOUBLED, NOT_UNIQUE
from ingest.formats.sysstat.kit.numbers import Floats
from ingest.formats.sysstat.kit.report import Series as Joined
from ingest.formats.sysstat.kit.sections import DAY
from ingest.records import Fact, Problem, TraceRecord

NUMBERED = "none, samples are numbered"
COUNTED = "none, seconds since the first report"
OWNER = ("proc.uid", "proc.user{")
MOST_TABLES = 2000
NO_ROOM = f"more than {MOST_TABLES} different headers after this line: the rest was not read"
MOST_RUNS = 20_000  #: in one file, each with a banner
FEWEST_UNITS = 100  #: a total of fewer is too coarse to tell the interval
SLACK = 0.25  #: seconds by which an interval may miss its whole number, or 1 %


@dataclass(slots=True, eq=False)
class Report:
    """All that one run of a tool says."""

    tool: str
    banner: Banner
    line: int
    has_clock: bool = True
    is_utc: bool = False  #: times are seconds since 1970
    zone: str = ""
    first: Printed | None = None  #: the day that times count from; the banner's where rows have none
    tables: list[Table] = field(default_factory=list)
    since_boot: list[Table] = field(default_factory=list)
    more_facts: dict[str, Fact] = field(default_factory=dict)

    @property
    def has_room(self) -> bool:
        """Whether one more header may be kept: no real log has thousands of different ones."""
        return len(self.tables) + len(self.since_boot) < MOST_TABLES

    @property
    def printed(self) -> Printed | None:
        return self.first or self.banner.printed

    @property
    def day(self) -> date | None:
        return self.printed.day if self.printed else None

    def facts(self, interval: float | None) -> dict[str, Fact]:
        facts: dict[str, Fact] = {"tool": self.tool, **self.banner.facts, **self.more_facts}
        if not self.has_clock:
            if self.printed:
                facts["banner_date"] = printable(self.printed.text)
            if interval:
                facts["interval"] = interval
            return facts | {"date_is_ambiguous": True, "clock": COUNTED if interval else NUMBERED}
        if self.is_utc:
            return facts | {"date_is_ambiguous": False, "clock": "UTC"}
        if self.day:
            facts["date"] = self.day.isoformat()
        elif self.printed:
            facts["date_printed"] = printable(self.printed.text)
        facts["date_is_ambiguous"] = self.day is None
        facts["clock"] = {"": LOCAL, "UTC": "UTC", "GMT": "UTC"}.get(self.zone, f"local, {printable(self.zone)}")
        return facts

    @property
    def start(self) -> float:
        """What is added to its times: the first midnight since 1970, where that is known."""
        return (self.day - EPOCH).days * DAY if self.day and self.has_clock and not self.is_utc else 0.0

    @property
    def key(self) -> object:
        """Equal for reports that are one recording: the same machine, and days that can be counted."""
        if not self.has_clock:
            return id(self)
        known = {name: fact for name, fact in self.facts(None).items() if name != "date"}
        return tuple(sorted(known.items()))

    def parts(self) -> Iterator[tuple[int, Series]]:
        """Everything that was read: the line of its header, and the series."""
        for tables, prefix in ((self.since_boot, SINCE_BOOT), (self.tables, "")):
            for table in tables:
                for series in table.series():
                    own = "" if series.metric.partition("{")[0] in gauges() else prefix
                    yield table.line, replace(series, metric=own + series.metric, times=series.times + self.start)

    def interval(self) -> float | None:
        """Whole seconds between samples, where totals stand beside their rates and all say the same."""
        measured = [steps for table in self.tables for steps in intervals(table)]
        if not measured:
            return None
        all_of_them = np.concatenate(measured)
        if not len(all_of_them):
            return None
        middle = float(np.median(all_of_them))
        is_one = bool((np.abs(all_of_them - middle) <= max(SLACK, middle / 100)).all())
        return float(round(middle)) if is_one and round(middle) >= 1 else None


class Part(NamedTuple):
    """What one table of a run says of one item."""

    run: int  #: which of the machine's it is
    line: int
    series: Series


def traces_of(reports: Sequence[Report]) -> Iterator[TraceRecord | Problem]:
    """One per metric and item of each recording, in the order of headers. Runs of one machine are one recording.

    Behind them a problem where samples stand there twice.
    """
    recordings: dict[object, list[Report]] = {}
    for report in reports:
        recordings.setdefault(report.key, []).append(report)
    for runs in recordings.values():
        yield from _traces(runs)


def _traces(runs: Sequence[Report]) -> Iterator[TraceRecord | Problem]:
    first = min(runs, key=lambda run: run.start)
    interval = None if first.has_clock else first.interval()
    facts, joined, doubled = first.facts(interval), Joined(0.0), list[int]()
    by_key: dict[tuple[str, str], list[Part]] = {}
    for number, run in enumerate(runs):
        for line, series in run.parts():
            by_key.setdefault((series.metric, series.item), []).append(Part(number, line, series))
    for (metric, item), parts in sorted(by_key.items(), key=lambda entry: entry[1][0].line):
        kept = without_repeated(parts) if metric.removeprefix(SINCE_BOOT).startswith(OWNER) else parts
        own = None if metric.startswith(NOT_UNIQUE) else [part.run for part in kept]
        times, values = joined.of([(part.series.times, part.series.values) for part in kept], own)
        if len(times) < sum(len(part.series.times) for part in kept):
            doubled.append(kept[-1].line)
        line, unit = parts[0].line, parts[0].series.unit
        yield TraceRecord(metric, item, times * interval if interval else times, values, facts, line, unit)
    if doubled:
        yield Problem(min(doubled), DOUBLED.format(first.tool))


def without_repeated(parts: list[Part]) -> list[Part]:
    """Parts without the moments that an earlier one has: every report of pidstat names the owner again."""
    kept = parts[:1]
    for part in parts[1:]:
        times = part.series.times
        is_new = ~np.isin(times, np.concatenate([known.series.times for known in kept]))
        if is_new.any():
            new = replace(part.series, times=times[is_new], values=part.series.values[is_new])
            kept.append(part._replace(series=new))
    return kept


def intervals(table: Table) -> Iterator[Floats]:
    """Seconds of each sample: what was transferred in it over how much in a second."""
    table.settle()
    columns = table.layout.columns
    metrics = [column.metric for column in columns]
    for place, column in enumerate(columns):
        if column.metric + "_total" not in metrics:
            continue
        total = metrics.index(column.metric + "_total")
        for part in table.parts:
            with np.errstate(invalid="ignore", divide="ignore"):
                enough = part.values[:, total] >= FEWEST_UNITS * columns[total].multiply
                enough &= (part.values[:, place] > 0) & ~np.isnan(part.times)
                yield part.values[enough, total] / part.values[enough, place]
