"""`mpstat` of Solaris 7 to 11 (also -a, -p, -P, -T) -> one TraceRecord per metric and CPU."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.solaris.columns import Column
from ingest.formats.solaris.solaris_mpstat.signs import columns_of
from ingest.formats.solaris.stat_reader import StatReader, parsed, row_of
from ingest.formats.solaris.stat_runs import Run
from ingest.records import Parsed

NOTHING = "No report of Solaris' mpstat: expected a header that begins 'CPU minf mjf xcal  intr ithr'."


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    yield from parsed(stream, Reader(), NOTHING)


class Reader(StatReader):
    """Reads a log line by line."""

    def __init__(self) -> None:
        super().__init__("mpstat", valued="PTA")
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
        elif self.is_change(text) or self.runs.aside(text):
            self._is_new = True
        elif self.runs.run is not None and not self._row(self.runs.run, line, text, is_ended):
            self.runs.end(line, text)
        elif self.runs.run is None:
            self.is_orphan(line, text)

    def _row(self, run: Run, line: int, text: str, is_ended: bool) -> bool:
        """Read one row; False where the line is something else, which ends the run."""
        cells, count = text.split(), len(self._columns)
        cpu = cells[-count] if len(cells) >= count else ""
        is_next = self._is_new or cpu in self._seen
        values = row_of(self.runs, text, count, is_ended, has_stamp=is_next)
        if values is None:
            return self.is_refused(line, text, count, is_ended)
        self._sample(run, cpu)
        item = cpu if self._columns[0].name == "CPU" else f"set {cpu}"
        for column, value in zip(self._columns[1:], values[1:], strict=True):
            run.add(column.metric, item, line, column.value(value))
        return True

    def _sample(self, run: Run, cpu: str) -> None:
        """Begin a sample where a header or a time stood before this row, or where a CPU comes again."""
        if self._is_new or cpu in self._seen:
            run.next()
            self.runs.took_stamp()
            self._seen, self._is_new = set(), False
        self._seen.add(cpu)
