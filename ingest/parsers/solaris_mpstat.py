"""`mpstat` of Solaris 7 to 11 (also -a, -p, -P, -T) -> one TraceRecord per metric and CPU.

Source: illumos usr/src/cmd/stat/mpstat/mpstat.c, whose output is that of Solaris 10, and the manual pages.
Metrics are those of the project's table of Solaris' columns, in base units: `cpu.idle` a fraction of 1 of that CPU, the
others per second: `cpu.cross_calls` (xcal), `lock.mutex_spins` (smtx), `lock.rw_spins` (srw), `tasks.migrations`...
Items are the CPUs' numbers, `set 0` for a processor set (-a). Solaris 11 prints stolen time (st) in the place of
waiting. The first sample of a run is about the time since boot, as is the one after a change of the configuration
(`<<processor 3 moved...>>`): neither is a sample. A run begins after a shell's line or any other text.
Times: those of `-T d`, `-T u` or a time before each sample; else counted from the interval of an echoed command; else
times are sample numbers. The facts `times_are` and `clock` say which; a time without a zone is taken as UTC.
Says nothing about: machine and kernel, unless `uname -a` stands before.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.parsers._reports.events import head_text
from ingest.parsers._solaris_columns import Column, number, sections
from ingest.parsers._solaris_lines import lines_until_broken
from ingest.parsers._solaris_stat_clock import stamp
from ingest.parsers._solaris_stat_runs import Run, Runs
from ingest.records import Parsed, Problem

TITLE = "mpstat of Solaris"

HEADER = re.compile(
    r"(?:[^|]{0,60}?\s)?(?P<names>(?:CPU|SET)\s+minf\s+mjf\s+xcal\s+intr\s+ithr\s+csw\s+icsw\s+migr\s+smtx\s+srw\s+syscl"
    r"\s+usr\s+sys\s+(?:wt|st)\s+idl(?:\s+set)?(?:\s+sze)?)\s*"
)
CHANGE = re.compile(r"\s*<<.*>>\s*")
ROW = re.compile(r"\s*\d")


def sniff(head: bytes) -> bool:
    """Whether a header of Solaris' mpstat stands in `head`."""
    return any(columns_of(line) is not None for line in head_text(head).split("\n"))


def columns_of(line: str) -> tuple[Column, ...] | None:
    """The columns that a header names, its item's first; None for any other line."""
    match = HEADER.fullmatch(line) if "minf" in line and len(line) < 300 else None
    if not match:
        return None
    known = {column.name: column for column in sections("mpstat")[""]}
    first, *names = match["names"].split()
    return (Column(first, "item"), *(known[name] for name in names))


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
                self.runs.is_at(moment)
            cells = cells[-count:]
        values = [number(cell) for cell in cells]
        read = [value for value in values if value is not None]
        if len(read) != count or len(values) != count or not is_ended:
            if ROW.match(text):
                expected = f"expected a row of {count} numbers as under the header"
                self.runs.problems.add(line, expected if is_ended else "the log breaks off in this row", text)
            return bool(ROW.match(text))
        self._sample(run, cells[0])
        if not self._is_boot:
            item = cells[0] if self._columns[0].name == "CPU" else f"set {cells[0]}"
            for column, value in zip(self._columns[1:], read[1:], strict=True):
                run.add(column.metric, item, line, column.value(value))
        return True

    def _sample(self, run: Run, cpu: str) -> None:
        """Begin a sample where a header or a time stood before this row, or where a CPU comes again."""
        if self._is_new or cpu in self._seen:
            run.next()
            self.runs.took_stamp()
            self._is_boot, run.is_since_boot = run.is_since_boot, False
            self._seen, self._is_new = set(), False
        self._seen.add(cpu)
