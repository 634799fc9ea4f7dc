"""A Locust history (PREFIX_stats_history.csv) -> traces of what the load was, a sample each second.

The file has a row for all requests at every moment, and with --csv-full-history one for each name (the item). Its
"Total" columns run up to what PREFIX_stats.csv says in the end; they are not read.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, field

import numpy as np

from benchdb.domain.text.names import printable
from ingest.formats.kit.printed_units import percentile
from ingest.formats.load.locust.rows import Row
from ingest.records import Fact, Parsed, Problem, TraceRecord

COLUMNS = {  # column -> trace, unit
    "User Count": ("load.users", "count"),
    "Requests/s": ("load.requests_per_second", "1/s"),
    "Failures/s": ("load.failures_per_second", "1/s"),
}
MOST_SERIES = 5000


@dataclass(slots=True, eq=False)
class Series:
    """One column of one name."""

    unit: str
    line: int
    times: array[float] = field(default_factory=lambda: array("d"))
    values: array[float] = field(default_factory=lambda: array("d"))


class History:
    """A history, while its rows are read."""

    def __init__(self) -> None:
        self.series: dict[tuple[str, str], Series] = {}
        self.unread: Problem | None = None

    def add(self, row: Row) -> None:
        moment = row.number("Timestamp")
        if moment is None:
            self.unread = self.unread or Problem(row.line, "Expected seconds since 1970 in the column 'Timestamp'.")
            return
        for column, (metric, unit) in COLUMNS.items():
            if metric != "load.users" or row.is_total:
                self._keep(metric, row, unit, moment, row.number(column))
        for column in row.cells:
            if column.endswith("%") and (metric := percentile(column[:-1])):  # 0: of no requests, or too short
                self._keep(f"load.{metric}", row, "s", moment, row.seconds(column) or None)

    def _keep(self, metric: str, row: Row, unit: str, moment: float, value: float | None) -> None:
        series = self.series.get((metric, row.name))
        if series is None:
            if len(self.series) >= MOST_SERIES:
                return
            series = self.series[metric, row.name] = Series(unit, row.line)
        series.times.append(moment)
        series.values.append(math.nan if value is None else value)

    def records(self) -> Parsed:
        """The traces, in the order of the columns."""
        facts: dict[str, Fact] = {"tool": "locust"}
        for (metric, name), series in self.series.items():
            times, values = np.array(series.times), np.array(series.values)
            order = np.argsort(times, kind="stable")
            yield TraceRecord(
                metric, printable(name)[:200], times[order], values[order], facts, series.line, series.unit
            )
        if self.unread:
            yield self.unread
