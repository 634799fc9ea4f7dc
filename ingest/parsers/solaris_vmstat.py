"""`vmstat` of Solaris 7 to 11 (also -S, -p, -T) -> one TraceRecord per metric and item.

Source: illumos usr/src/cmd/stat/vmstat/vmstat.c, whose output is that of Solaris 10, and the manual pages.
Metrics are those of the project's table of Solaris' columns, in base units: `cpu.idle` a fraction of 1, memory bytes,
`paging.in_kb` bytes per second. Items are the disks, by the two letters that the header gives them; a second `s1` is
`s1 (2)`. `cpu.idle` includes waiting for disks, and `sy` is printed twice: system calls, then the CPU's share.
The first row of a run is about the time since boot, as is the one after a change of the configuration
(`<<processor 3 moved...>>`): neither is a sample. A run begins after a shell's line or any other text, and where a
header comes again earlier than vmstat repeats it (18 rows).
Times: those of `-T d`, `-T u` or a time before each row; else counted from the interval of an echoed command; else
times are sample numbers. The facts `times_are` and `clock` say which; a time without a zone is taken as UTC.
Says nothing about: machine and kernel, unless `uname -a` stands before. Not read: -i, -s, -c.
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

TITLE = "vmstat of Solaris"

HEADER = re.compile(
    r"(?P<before>(?:[^|]{0,60}?\s)?)r\s+b\s+w\s+swap\s+free\s+(?P<kind>re\s+mf|si\s+so)\s+pi\s+po\s+fr\s+de\s+sr\s+"
    r"(?P<disks>(?:\S{1,4}\s+){0,8}?)in\s+sy\s+cs\s+us\s+sy\s+id\s*"
)
PAGING_HEADER = re.compile(
    r"(?P<before>(?:[^|]{0,60}?\s)?)swap\s+free\s+re\s+mf\s+fr\s+de\s+sr\s+epi\s+epo\s+epf\s+api\s+apo\s+apf"
    r"\s+fpi\s+fpo\s+fpf\s*"
)
GROUPS = re.compile(
    r"(?:.{0,60}\s)?(?:(?:kthr|procs)\s+memory\s+page\s+disk\s+faults\s+cpu|memory\s+page\s+executable\s.*)\s*"
)
CHANGE = re.compile(r"\s*<<.*>>\s*")
NO_DISK = "--"
FEWEST_ROWS = 18  #: between two headers of one run
ROW = re.compile(r"\s*-?\d")

Place = tuple[Column, str] | None  #: a column and its item; None = not kept


def sniff(head: bytes) -> bool:
    """Whether a header of Solaris' vmstat stands in `head`. Linux prints `swpd`, others group their disks otherwise."""
    return any(places_of(line) is not None for line in head_text(head).split("\n"))


def places_of(line: str) -> list[Place] | None:
    """What the columns of a header are; None for any other line."""
    if "swap" not in line or len(line) > 300:
        return None
    if PAGING_HEADER.fullmatch(line):
        return [(column, "") for column in sections("vmstat")["-p"]]
    match = HEADER.fullmatch(line)
    if not match:
        return None
    columns = sections("vmstat")["" if match["kind"].startswith("re") else "-S"]
    at = next(place for place, column in enumerate(columns) if column.name == "in")
    seen = dict[str, int]()
    found: list[Place] = [(column, "") for column in columns[:at]]
    for name in match["disks"].split():
        seen[name] = seen.get(name, 0) + 1
        item = name if seen[name] == 1 else f"{name} ({seen[name]})"
        found.append(None if name == NO_DISK else (Column(name, "disk.transfers", "1/s"), item))
    found += [(column, "all" if column.metric.startswith("cpu.") else "") for column in columns[at:]]
    return found


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    reader, broken = Reader(), list[Exception]()
    for line, text, is_ended in lines_until_broken(stream, broken):
        reader.feed(line, text.rstrip(), is_ended)
    if not reader.runs.all:
        yield Problem(0, "No report of Solaris' vmstat: expected a header that begins 'r b w   swap  free  re  mf'.")
    yield from reader.runs.traces()
    if broken:
        raise broken[0]


class Reader:
    """Reads a log line by line."""

    def __init__(self) -> None:
        self.runs = Runs("vmstat", valued="T")
        self._places: list[Place] = []
        self._rows = 0  #: since the header

    def feed(self, line: int, text: str, is_ended: bool) -> None:
        if not text.strip() or GROUPS.fullmatch(text):
            return
        if (places := places_of(text)) is not None:
            self._header(line, text, places)
        elif CHANGE.fullmatch(text):
            if self.runs.run:
                self.runs.run.is_since_boot = True
        elif self.runs.aside(text):
            return
        elif self.runs.run is not None and not self._row(self.runs.run, line, text, is_ended):
            self.runs.run = None

    def _header(self, line: int, text: str, places: list[Place]) -> None:
        is_repeated = self.runs.run is not None and places == self._places and self._rows >= FEWEST_ROWS
        if not is_repeated:
            self.runs.begin(line)
        self._places, self._rows = places, 0

    def _row(self, run: Run, line: int, text: str, is_ended: bool) -> bool:
        """Read one row; False where the line is something else, which ends the run."""
        cells, count = text.split(), len(self._places)
        if len(cells) > count and (moment := stamp(" ".join(cells[:-count]))):
            self.runs.is_at(moment)
            cells = cells[-count:]
        values = [number(cell) for cell in cells]
        read = [value for value in values if value is not None]
        if len(read) != count or len(values) != count or not is_ended:
            if ROW.match(text):
                expected = f"expected a row of {count} numbers as under the header"
                self.runs.problems.add(line, expected if is_ended else "the log breaks off in this row", text)
            return bool(ROW.match(text))
        run.next()
        self.runs.took_stamp()
        self._rows += 1
        if not run.is_since_boot:
            for place, value in zip(self._places, read, strict=True):
                if place:
                    run.add(place[0].metric, place[1], line, place[0].value(value))
        run.is_since_boot = False
        return True
