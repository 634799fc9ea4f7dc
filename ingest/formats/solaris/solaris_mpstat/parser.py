"""`mpstat` of Solaris 7 to 11 (also -a, -p, -P, -T) -> one TraceRecord per metric and CPU."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.kit.archived_lines import lines_until_broken
from ingest.formats.solaris.columns import Column, number
from ingest.formats.solaris.solaris_mpstat.signs import columns_of
from ingest.formats.solaris.stat_clock import stamp
from ingest.formats.solaris.stat_runs import Run, Runs
from ingest.records import Parsed, Problem

CHANGE = re.compile(r"\s*<<.*>>\s*")
ROW = re.compile(r"\s*\d")


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    reader, broken = Reader(), list[Exception]()
    for line, text, is_ended in lines_until_broken(stream, broken):
        reader.feed(line, text.rstrip(), is_ended)
    if not reader.runs.all:
        yield Problem(0, "No report of Solaris' mpstat: expected a header that begins 'CPU minf mjf xcal  intr ithr'.")
    yield from reader.runs.traces()
    if broken:
        raise broken[0]


class Reader:
    """Reads a log line by line."""

    def __init__(self) -> None:
        self.runs = Runs("mpstat", valued="PTA")
        self._columns: tuple[Column, ...] = ()
        self._seen: set[str] = set()  #: CPUs of this sample
        self._is_new = True  #: the next row begins a sample

    def feed(self, line: int, text: str, is_ended: bool) -> None:
        if not text.strip():
            return
        if (columns := columns_of(text)) is not None:
            if self.runs.run is None or columns != self._columns:
                self.runs.begin(line)
                self._seen = set()
            self._columns, self._is_new = columns, True
        elif CHANGE.fullmatch(text):
            if self.runs.run:
                self.runs.run.is_since_boot = self._is_new = True
        elif self.runs.aside(text):
            self._is_new = True
        elif self.runs.run is not None and not self._row(self.runs.run, line, text, is_ended):
            self.runs.run = None

    def _row(self, run: Run, line: int, text: str, is_ended: bool) -> bool:
        """Read one row; False where the line is something else, which ends the run."""
        cells, count = text.split(), len(self._columns)
        if len(cells) > count and (moment := stamp(" ".join(cells[:-count]))):
            if cells[-count] in self._seen or self._is_new:
                self.runs.stamped(moment)
            cells = cells[-count:]
        values = [number(cell) for cell in cells]
        read = [value for value in values if value is not None]
        if len(read) != count or len(values) != count or not is_ended:
            if ROW.match(text):
                expected = f"expected a row of {count} numbers as under the header"
                self.runs.problems.add(line, expected if is_ended else "the log breaks off in this row", text)
            return bool(ROW.match(text))
        self._sample(run, cells[0])
        item = cells[0] if self._columns[0].name == "CPU" else f"set {cells[0]}"
        for column, value in zip(self._columns[1:], read[1:], strict=True):
            run.add(column.metric, item, line, column.value(value))
        return True

    def _sample(self, run: Run, cpu: str) -> None:
        """Begin a sample where a header or a time stood before this row, or where a CPU comes again."""
        if self._is_new or cpu in self._seen:
            run.next()
            self.runs.took_stamp()
            self._seen, self._is_new = set(), False
        self._seen.add(cpu)
