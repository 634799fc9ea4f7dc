"""What `sadf -d` and `sadf -p` lines have in common: host, interval, time; restarts, comments; whose report it is."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import pairwise

import numpy as np

from benchdb.domain.text.names import printable
from ingest.formats.kit.samples.clocks import EPOCH, LOCAL
from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.kit.numbers import NOT_MEASURED
from ingest.formats.sysstat.kit.pieces import Text, texts
from ingest.formats.sysstat.kit.sections import DAY
from ingest.formats.sysstat.kit.words import text_of
from ingest.formats.sysstat.sadf.report import Report, moment

STAMP = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)\s+(?P<time>\d\d:\d\d:\d\d)(?:\s+(?P<zone>\S{1,40}))?")
EPOCH_SECONDS = re.compile(r"\d{5,11}")
RESTART = re.compile(rb"LINUX-RESTART(?:\s*\((\d{1,6}) CPU\))?\s*")
NUMBER = re.compile(rb"[-+]?\d{1,24}(?:[.,](\d{1,12}))?")
MOST_CELLS = 100_000
HEADED = 2  #: lines: a header and its first row
AT_ONCE = 16_384  #: lines that are read at once if all are alike
FEW_QUOTED = 2  #: lines of a log that somebody shows in a text
FEW = 256  #: lines that are read one by one if one of them is odd
HASH = ord("#")
LONGEST_HOST = 255


class Times(dict[bytes, float]):
    """Time cells -> seconds since the epoch; NaN where there is none. Remembers what clock they are of."""

    clock = LOCAL

    def __missing__(self, cell: bytes) -> float:
        if len(self) >= MOST_CELLS:
            self.clear()
        seconds = self[cell] = self._read(text_of(cell).strip())
        return seconds

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
    raise ValueError(f"expected a number, found {text_of(cell)[:40]!r}")


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
            last = len(text.starts) - 1 if text.is_cut else -1
            for begin, end in groups(text):
                self._group(text, begin, end, last)
                self.report.store.fed(text.end(end - 1) - int(text.starts[begin]))
        for report in self.reports:
            report.clock = self.times.clock

    def _group(self, text: Text, begin: int, end: int, last: int) -> None:
        """Read some lines at once, else each half of them, few of them one by one. `last`: a line that is cut."""
        if not begin <= last < end and self.alike(text, begin, end):
            return
        if end - begin > FEW:
            middle = (begin + end) // 2
            self._group(text, begin, middle, last)
            self._group(text, middle, end, last)
            return
        for place in range(begin, end):
            if raw := text.line(place):
                self.line(raw, text.first_line + place, place == last)

    def line(self, raw: bytes, line: int, is_cut: bool) -> None:
        raise NotImplementedError

    def alike(self, text: Text, begin: int, end: int) -> bool:
        """Read these lines if all are rows like those before them; False, and nothing read, if they are not."""
        return False

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

    @property
    def is_quoted(self) -> bool:
        """Whether a line or two stand alone in other text."""
        rows = sum(report.store.count() + len(report.restarts) for report in self.reports)
        return 0 < rows <= FEW_QUOTED < len(self.problems.listed)

    def refuse(self, line: int, expected: str, raw: bytes) -> None:
        self.problems.add(line, expected, text_of(raw[:200]))


def groups(text: Text) -> Iterator[tuple[int, int]]:
    """From where to where lines may be rows that are all alike: a header and its first row are a group of their own."""
    headers = np.flatnonzero(text.buffer[text.starts] == HASH).tolist()
    for header, following in pairwise([-HEADED, *headers, len(text.starts)]):
        first = header + HEADED
        if header >= 0:
            yield header, min(first, following)
        for begin in range(first, following, AT_ONCE):
            yield begin, min(begin + AT_ONCE, following)
