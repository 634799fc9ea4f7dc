"""The lines of prstat, one after the other -> its reports. A report ends with its line of totals."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from ingest.formats.solaris.prstat.tables import BadRow, Table, columns_per_second, row_of, table_of
from ingest.formats.solaris.stat_runs import ORPHANED, REMARK, Run, Runs
from ingest.records import Problem, TraceRecord

TOTAL = re.compile(
    r"Total: (?P<processes>\d{1,9}) processes, (?P<lwps>\d{1,9}) lwps, "
    r"load averages: (?P<one>\d{1,9}\.\d\d), (?P<five>\d{1,9}\.\d\d), (?P<fifteen>\d{1,9}\.\d\d)"
)
METRICS = {
    "processes": "system.processes",
    "lwps": "system.lwps",
    "one": "load.1m",
    "five": "load.5m",
    "fifteen": "load.15m",
}
OTHER = "expected a row as under the header, or the totals"
OWN_INTERVAL = 5.0  #: seconds, where a command names none
PROCESS = re.compile(
    r"\d{1,9}(?:\s+\S{1,64}){6,9}\s+\d{1,2}:\d\d:\d\d\s+\d{1,3}(?:\.\d)?%"
)  #: a row, whatever stands above it
ROW = re.compile(r"\d{1,9}\s+\S")


class Reader:
    """Reads a log line by line."""

    def __init__(self) -> None:
        self.runs = Runs("prstat", valued="CdhjknpPsSuUz")
        self._table: Table | None = None
        self._tables: set[str] = set()  #: kinds in this report
        self._is_open = False  #: a report has begun and not ended

    def feed(self, line: int, text: str, is_ended: bool) -> None:
        """`text` without blanks around it."""
        if not text or REMARK.match(text):
            return
        if (table := table_of(text)) is not None:
            self._header(line, table)
        elif match := TOTAL.fullmatch(text):
            self._total(line, match)
        elif self.runs.aside(text):
            self._table, self._is_open = None, False
        elif self._table and self.runs.run and ROW.match(text):
            self._row(self.runs.run, self._table, line, text, is_ended)
        elif text.startswith("Total: ") and self._is_open:
            self.runs.problems.add(line, "expected a line of totals with three load averages", text)
        elif ROW.match(text) and ((self._is_open and self.runs.run) or PROCESS.match(text)):
            self.runs.problems.add_once(line, ORPHANED, text)
        elif self._table and not text.startswith("Please wait"):
            self._table = None
            self.runs.problems.add_once(line, OTHER, text)

    def _header(self, line: int, table: Table) -> None:
        run = self.runs.run or self._begin(line)
        if not self._is_open or table.kind in self._tables:
            self._is_first, run.is_since_boot = run.is_since_boot, False
            run.next()
            self.runs.took_stamp()
            self._tables, self._is_open = set(), True
        self._tables.add(table.kind)
        self._table = table

    def _begin(self, line: int) -> Run:
        has_command = self.runs.has_command
        run = self.runs.begin(line)
        if has_command and math.isnan(run.clock.interval):
            run.clock.interval = OWN_INTERVAL
        self._is_open = False
        return run

    def _row(self, run: Run, table: Table, line: int, text: str, is_ended: bool) -> None:
        try:
            if not is_ended:
                raise BadRow("the log breaks off in this row")
            item, pairs = row_of(table, text)
        except BadRow as problem:
            self.runs.problems.add(line, str(problem), text)
            return
        if table.is_of_states and self._is_first:
            return
        for column, value in columns_per_second(pairs, run.clock.interval):
            run.add(column.metric, item, line, value)

    def _total(self, line: int, match: re.Match[str]) -> None:
        if self.runs.run is not None and self._is_open:
            for name, metric in METRICS.items():
                self.runs.run.add(metric, "", line, float(match[name]))
        self._table, self._is_open = None, False

    def traces(self) -> Iterator[TraceRecord | Problem]:
        return self.runs.traces()
