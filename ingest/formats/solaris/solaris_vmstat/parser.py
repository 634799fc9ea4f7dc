"""`vmstat` of Solaris 7 to 11 (also -S, -p, -T) -> one TraceRecord per metric and item."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.kit.archived_lines import lines_until_broken
from ingest.formats.solaris.columns import number
from ingest.formats.solaris.solaris_vmstat.signs import Place, places_of
from ingest.formats.solaris.stat_clock import stamp
from ingest.formats.solaris.stat_runs import Run, Runs
from ingest.records import Parsed, Problem

GROUPS = re.compile(
    r"(?:.{0,60}\s)?(?:(?:kthr|procs)\s+memory\s+page\s+disk\s+faults\s+cpu|memory\s+page\s+executable\s.*)\s*"
)
CHANGE = re.compile(r"\s*<<.*>>\s*")
FEWEST_ROWS = 18  #: between two headers of one run
ROW = re.compile(r"\s*-?\d")


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
            self.runs.stamped(moment)
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
        for place, value in zip(self._places, read, strict=True):
            if place:
                run.add(place[0].metric, place[1], line, place[0].value(value))
        return True
