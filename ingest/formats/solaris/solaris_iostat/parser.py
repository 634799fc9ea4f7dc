"""`iostat` of Solaris 7 to 11 -> one TraceRecord per metric and item."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import BinaryIO

from ingest.formats.solaris.solaris_iostat.signs import Table, Wide, header_of, words_of
from ingest.formats.solaris.stat_reader import StatReader, numbers, parsed, row_of
from ingest.formats.solaris.stat_runs import Run
from ingest.records import Parsed

TITLES = ("extended device statistics", "device statistics", "extended disk statistics")
ERROR_TITLE = "---- errors ---"
FEWEST_ROWS = 18  #: between two headers of one run in the plain form
#: A disk is c0t0d0 or c0t600A0B80002D2D9Ed0s3: a name without its d and number lost them at the edge of a screen.
CUT_NAME = re.compile(r"c\d{1,3}t[0-9A-F]*d?")
CUT = "the name of this device is cut: others may have been taken for it"
TWICE = "a device of this name stands twice in one sample, of which only the first is kept: are names cut?"
NOTHING = "No report of Solaris' iostat: expected a header such as 'device r/s w/s kr/s kw/s wait actv svc_t %w %b'."


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    yield from parsed(stream, Reader(), NOTHING)


class Reader(StatReader):
    """Reads a log line by line."""

    def __init__(self) -> None:
        super().__init__("iostat", valued="lT")
        self._before: list[str] = []  #: the words of the line above
        self._header: Wide | Table | None = None  #: of the rows being read
        self._headers: set[Wide | Table] = set()  #: of this run
        self._rows = 0  #: under this header
        self._is_new = True  #: the next row begins a sample
        self._parts: set[type] = set()  #: the kinds of header that this sample has rows of
        self._left: tuple[list[str], Run | None] = [], None  #: the words that ended a run; names of disks perhaps
        self._is_raw = False  #: commas stand between the cells
        self._devices: set[str] = set()  #: of this sample

    def feed(self, line: int, text: str, is_ended: bool) -> None:
        if not text.strip():
            return
        words = words_of(text)
        above, self._before = self._before, words
        if header := header_of(above, words):
            if self.runs.run is None and above is self._left[0]:
                self.runs.run = self._left[1]
            self._is_raw = "," in text
            self._under(header, line)
        elif is_title(text, words) or self.is_change(text):
            return
        elif self.runs.aside(text):
            self._is_new = True
        elif self.runs.run is not None and not self._row(self.runs.run, line, text, is_ended):
            self._left = words, self.runs.run
            self.runs.end(line, text)
        elif self.runs.run is None:
            self.is_orphan(line, text)

    def _under(self, header: Wide | Table, line: int) -> None:
        """A header: of a new run, or of the next sample, or of another part of this one."""
        is_other = header not in self._headers and any(isinstance(other, type(header)) for other in self._headers)
        is_plain = isinstance(header, Wide) and Table not in self._parts
        is_early = is_plain and header in self._headers and self._rows < FEWEST_ROWS
        if self.runs.run is None or is_other or is_early:
            self.runs.begin(line)
            self._headers, self._parts, self._is_new = set(), set(), True
        elif isinstance(header, Wide) or Table in self._parts:
            self._is_new = True
        self._header, self._rows = header, 0
        self._headers.add(header)

    def _row(self, run: Run, line: int, text: str, is_ended: bool) -> bool:
        """Read one row; False where the line is something else, which ends the run."""
        text = text.replace(",", " ") if self._is_raw else text
        if isinstance(self._header, Table):
            return self._device(run, line, text, self._header, is_ended)
        places = self._header.places if self._header else ()
        values = row_of(self.runs, text, len(places), is_ended)
        if values is None:
            return self.is_refused(line, text, len(places), is_ended)
        self._is_new = self._is_new or Wide in self._parts
        self._sample(run, Wide)
        for (column, item), value in zip(places, values, strict=True):
            run.add(column.metric, item, line, column.value(value))
        return True

    def _device(self, run: Run, line: int, text: str, table: Table, is_ended: bool) -> bool:
        """Read the row of one device."""
        cells, count = text.split(), len(table.columns)
        device, own, others = cells[0], cells[1 : 1 + count], cells[1 + count :]
        if table.is_device_last and self._is_raw and len(cells) != count + 1:
            return self.is_refused(line, text, count, is_ended)
        if table.is_device_last:
            own, device, others = cells[:count], " ".join(cells[count:]), []
        values, beside = numbers(own), numbers(others)
        if values is None or beside is None or len(values) != count or not device or not is_ended:
            return self.is_refused(line, text, count, is_ended)
        if len(beside) not in (0, len(table.beside)):
            return self.is_refused(line, text, count, is_ended)
        self._sample(run, Table)
        self._named(line, device, table)
        for column, value in zip(table.columns, values, strict=True):
            run.add(column.metric, device, line, column.value(value))
        for (column, item), value in zip(table.beside, beside, strict=False):
            run.add(column.metric, item, line, column.value(value))
        return True

    def _named(self, line: int, device: str, table: Table) -> None:
        """Say what is odd about a device's name."""
        if CUT_NAME.fullmatch(device):
            self.runs.problems.add_once(line, CUT, device)
        key = f"{device} {table.columns[0].name}"  # its rates and its errors may stand in tables of their own
        if key in self._devices:
            self.runs.problems.add_once(line, TWICE, device)
        self._devices.add(key)

    def _sample(self, run: Run, kind: type) -> None:
        """Begin a sample where this row is the first of one."""
        if self._is_new:
            run.next()
            self.runs.took_stamp()
            self._is_new, self._parts, self._devices = False, set(), set()
        self._parts.add(kind)
        self._rows += 1


def is_title(text: str, words: Sequence[str]) -> bool:
    """The line above a header: a centred title, or the names of what stands in groups below."""
    stripped = text.strip()
    if stripped.startswith(TITLES) or stripped.startswith(ERROR_TITLE) or words[:1] in (["tty"], ["cpu"]):
        return True
    return words[-1:] == ["cpu"]
