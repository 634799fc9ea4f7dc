"""What `sadf -d` and `sadf -p` lines have in common: host, interval, time; restarts, comments; whose report it is."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Iterator
from datetime import timedelta

from ingest.parsers._sadf_report import Report, moment
from ingest.parsers._sar_numbers import NOT_MEASURED
from ingest.parsers._sar_pieces import Text, texts
from ingest.parsers._sar_report import EPOCH, LOCAL, Problems
from ingest.parsers._sar_sections import DAY
from ingest.parsers._sar_words import text_of
from ingest.records import printable

STAMP = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)\s+(?P<time>\d\d:\d\d:\d\d)(?:\s+(?P<zone>\S{1,40}))?")
EPOCH_SECONDS = re.compile(r"\d{5,11}")
RESTART = re.compile(rb"LINUX-RESTART(?:\s*\((\d{1,6}) CPU\))?\s*")
NUMBER = re.compile(rb"[-+]?\d{1,24}(?:[.,](\d{1,12}))?")
MOST_CELLS = 100_000
LONGEST_HOST = 255


class Times(dict[bytes, float]):
    """Time cells -> seconds since the epoch; NaN where there is none. Remembers what clock they are of."""

    clock = LOCAL

    def __missing__(self, cell: bytes) -> float:
        if len(self) >= MOST_CELLS:
            self.clear()
        found = self[cell] = self._read(text_of(cell).strip())
        return found

    def _read(self, text: str) -> float:
        if EPOCH_SECONDS.fullmatch(text):
            self.clock = "UTC"
            return float(text)
        if not (match := STAMP.fullmatch(text)):
            return math.nan
        zone = match["zone"]
        if zone:
            self.clock = "UTC" if zone in ("UTC", "GMT") else f"local, {printable(zone)}"
        return moment(match["day"], match["time"])


def number_of(cell: bytes) -> float:
    """A cell as the number that is printed; NaN where sadf has none. ValueError for anything else."""
    if NUMBER.fullmatch(cell):
        return float(cell.replace(b",", b"."))
    if cell in NOT_MEASURED:
        return math.nan
    raise ValueError(cell)


def numbers_of(cells: list[bytes]) -> array[float]:
    """All of them; ValueError if one is none."""
    try:
        return array("d", map(float, cells))
    except ValueError:
        return array("d", map(number_of, cells))


class Lines:
    """Reads the lines of one of the two forms; `row` is the form's own."""

    def __init__(self) -> None:
        self.problems = Problems()
        self.reports: list[Report] = []
        self.times = Times()
        self.host = b""
        self.report = Report()
        self._by_host: dict[bytes, Report] = {}

    def read(self, content: Iterable[bytes]) -> None:
        for text in texts(content):
            size = 0
            for line, raw, is_cut in numbered(text):
                self.line(raw, line, is_cut)
                size += len(raw)
                if size > 2**20:
                    self.report.store.fed(size)
                    size = 0
            self.report.store.fed(size)
        for report in self.reports:
            report.clock = self.times.clock

    def line(self, raw: bytes, line: int, is_cut: bool) -> None:
        raise NotImplementedError

    def belongs_to(self, host: bytes, time: float, line: int) -> None:
        """Lines from here on are of `host`."""
        self.host = host
        report = self._by_host.get(host)
        if report is None:
            report = self._by_host[host] = Report(line)
            day = EPOCH + timedelta(days=time // DAY)
            report.known = {"host": printable(text_of(host))[:LONGEST_HOST], "date": day.isoformat()}
            self.reports.append(report)
        self.report = report

    def mark(self, time: float, rest: bytes, line: int) -> bool:
        """Keep a restart or a comment; False if `rest` is neither."""
        if rest.startswith(b"COM "):
            self.report.comment(time, text_of(rest[4:]).strip())
            return True
        if match := RESTART.fullmatch(rest):
            self.report.restart(time, float(match[1]) if match[1] else None, line)
            return True
        return False

    def refuse(self, line: int, expected: str, raw: bytes) -> None:
        self.problems.add(line, expected, text_of(raw[:200]))


def numbered(text: Text) -> Iterator[tuple[int, bytes, bool]]:
    """(line number, line, whether it lost its end) of the lines that are not empty."""
    lines = text.content.split(b"\n")
    last = text.first_line + len(lines) - 2 if text.is_cut else 0
    for line, raw in enumerate(lines, text.first_line):
        if raw:
            yield line, raw, line == last
