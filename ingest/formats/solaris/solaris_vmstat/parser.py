"""`vmstat` of Solaris 7 to 11 (also -S, -p, -T) -> one TraceRecord per metric and item."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.solaris.solaris_vmstat.signs import Place, places_of
from ingest.formats.solaris.stat_reader import StatReader, parsed, row_of
from ingest.formats.solaris.stat_runs import Run
from ingest.records import Parsed

GROUPS = re.compile(
    r"(?:.{0,60}\s)?(?:(?:kthr|procs)\s+memory\s+page\s+disk\s+faults\s+cpu|memory\s+page\s+executable\s.*)\s*"
)
FEWEST_ROWS = 18  #: between two headers of one run
NOTHING = "No report of Solaris' vmstat: expected a header that begins 'r b w   swap  free  re  mf'."


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    yield from parsed(stream, Reader(), NOTHING)


class Reader(StatReader):
    """Reads a log line by line."""

    def __init__(self) -> None:
        super().__init__("vmstat", valued="T")
        self._places: list[Place] = []
        self._rows = 0  #: since the header

    def feed(self, line: int, text: str, is_ended: bool) -> None:
        if not text.strip() or GROUPS.fullmatch(text):
            return
        if (places := places_of(text)) is not None:
            self._header(line, text, places)
        elif self.is_change(text) or self.runs.aside(text):
            return
        elif self.runs.run is not None and not self._row(self.runs.run, line, text, is_ended):
            self.runs.run = None
        elif self.runs.run is None:
            self.is_orphan(line, text)

    def _header(self, line: int, text: str, places: list[Place]) -> None:
        is_repeated = self.runs.run is not None and places == self._places and self._rows >= FEWEST_ROWS
        if not is_repeated:
            self.runs.begin(line)
        self._places, self._rows = places, 0

    def _row(self, run: Run, line: int, text: str, is_ended: bool) -> bool:
        """Read one row; False where the line is something else, which ends the run."""
        count = len(self._places)
        values = row_of(self.runs, text, count, is_ended)
        if values is None:
            return self.is_refused(line, text, count, is_ended)
        run.next()
        self.runs.took_stamp()
        self._rows += 1
        for place, value in zip(self._places, values, strict=True):
            if place:
                run.add(place[0].metric, place[1], line, place[0].value(value))
        return True
