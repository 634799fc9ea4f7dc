"""The lines of Solaris' sar, one after the other -> what each machine recorded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from benchdb.domain.text.names import printable
from ingest.formats.kit.archived_lines import system_facts
from ingest.formats.kit.samples.clocks import EPOCH, LOCAL
from ingest.formats.kit.samples.problems import Problems
from ingest.formats.solaris.series import Gathered
from ingest.formats.solaris.solaris_sar.headers import BANNER, TIMED, layout_of
from ingest.formats.solaris.solaris_sar.rows import BadRow, Layout, row_values
from ingest.formats.solaris.stat_runs import ORPHANED, REMARK
from ingest.records import Fact, TraceRecord

DAY = 86_400.0
NO_TIME = " " * 8
AVERAGE = re.compile(r"Average\s")


@dataclass(slots=True, eq=False)
class Host:
    """One machine's reports in a file."""

    facts: dict[str, Fact]
    first_day: date | None = None
    gathered: Gathered = field(default_factory=Gathered)
    restarts: set[float] = field(default_factory=set)  #: each option's section repeats them

    def traces(self) -> Iterator[TraceRecord]:
        facts: dict[str, Fact] = {"tool": "sar", **self.facts, "date_is_ambiguous": False, "clock": LOCAL}
        if self.first_day:
            facts["date"] = self.first_day.isoformat()
        yield from self.gathered.traces(facts)


class Reader:
    """Reads a log line by line."""

    def __init__(self) -> None:
        self.hosts: list[Host] = []
        self.problems = Problems()
        self._by_name: dict[tuple[Fact, ...], Host] = {}
        self._host: Host | None = None
        self._start = 0.0  #: seconds since the epoch, of the day of the banner
        self._layouts: list[tuple[Layout, str]] = []  #: the headers that rows stand under, in turn, and their lines
        self._indent = 0  #: of the whole report, as in Markdown
        self._next = 0  #: which of them the next row belongs to
        self._time: float | None = None  #: of the sample being read
        self._is_ended = True  #: the line being read
        self._last = 0.0  #: of the latest line with a time, since midnight of the banner's day
        self._items: dict[str, int] = {}  #: devices of this sample
        self._has_lost_header = False  #: something else stands between the header and rows that may follow

    def feed(self, number: int, line: str, is_ended: bool = True) -> None:
        text, self._is_ended = line.rstrip(), is_ended
        if text[: self._indent].isspace():
            text = text[self._indent :]
        if not text.strip():
            return
        if REMARK.match(text.strip()):
            return
        if match := BANNER.fullmatch(text.strip()):
            self._indent = len(text) - len(text.lstrip())
            self._begin(number, match)
        elif self._host is None:
            return
        elif AVERAGE.match(text):
            self._time, self._has_lost_header = None, False
        elif match := TIMED.match(text):
            self._timed(number, text, match)
        elif text.startswith(NO_TIME):
            self._untimed(number, text)
        else:
            self._has_lost_header = self._has_lost_header or bool(self._layouts)
            self._layouts, self._time = [], None

    def _begin(self, number: int, match: re.Match[str]) -> None:
        facts = system_facts(match)
        key = tuple(facts.values())
        host = self._by_name.get(key)
        if host is None:
            host = self._by_name[key] = Host(facts)
            self.hosts.append(host)
        self._host, self._layouts, self._time = host, [], None
        day = day_of(match["date"])
        if day is None:
            self.problems.add(number, "expected a date as month/day/year at the end of this line", match[0])
            host.facts["date_printed"] = printable(match["date"])
        self._start = (day - EPOCH).days * DAY if day else 0.0
        host.first_day = min(filter(None, (host.first_day, day)), default=None)

    def _timed(self, number: int, text: str, match: re.Match[str]) -> None:
        """A header, a restart, or the first row of a sample."""
        clock = int(match[1]) * 3600.0 + int(match[2]) * 60 + int(match[3])
        rest = text[match.end() :]
        if int(match[1]) > 23 or int(match[2]) > 59 or int(match[3]) > 60:
            self.problems.add(number, "expected a time of day at the beginning of this line", text)
        elif rest.split() == ["unix", "restarts"]:
            self._on_to(clock)
            if self._host and self._start + self._last not in self._host.restarts:
                self._host.restarts.add(self._start + self._last)
                self._add("restart", "", number, self._last, 1.0)
        elif (layout := layout_of(tuple(rest.split()))) is not None:
            self._layouts, self._last, self._time = [(layout, text)], clock, None
            self._has_lost_header = False
        else:
            self._on_to(clock)
            self._time, self._next, self._items = self._last, 0, {}
            self._row(number, NO_TIME + rest)

    def _on_to(self, clock: float) -> None:
        """The time of day `clock`, next after the last one; a small step back is no new day."""
        day, before = divmod(self._last, DAY)
        self._last = (day + (clock - before < -DAY / 2)) * DAY + clock

    def _untimed(self, number: int, text: str) -> None:
        """Another header of a live report, or another row of the sample."""
        layout = layout_of(tuple(text.split()))
        if layout is not None and self._layouts:
            self._layouts.append((layout, text))
        elif self._time is not None or self._has_lost_header:
            self._row(number, text)

    def _row(self, number: int, text: str) -> None:
        """A row belongs to the header whose turn it is; all devices of a sample to one."""
        cells = text.split()
        is_device = bool(cells) and not cells[0][:1].isdigit() and cells[0][:1] not in "-."
        while self._next < len(self._layouts) and self._layouts[self._next][0].has_item and not is_device and cells:
            self._next += 1
        if self._has_lost_header:
            self.problems.add_once(number, ORPHANED, text)
            return
        if self._next >= len(self._layouts):
            if self._layouts:
                self.problems.add(number, "expected no more rows of this sample: each header above has its row", text)
            return
        layout, names = self._layouts[self._next]
        try:
            if not self._is_ended:
                raise BadRow("the log breaks off in this row")
            item, values = row_values(layout, names, text)
        except BadRow as problem:
            self.problems.add(number, str(problem), text)
            return
        finally:
            self._next += not layout.has_item
        if layout.has_item:
            self._items[item] = again = self._items.get(item, 0) + 1
            item = item if again == 1 else f"{item} ({again})"
        for metric, value in values:
            self._add(metric, item or ("all" if metric.startswith("cpu.") else ""), number, self._time, value)

    def _add(self, metric: str, item: str, number: int, time: float | None, value: float) -> None:
        if self._host is None or time is None:
            return
        metric, value = in_bytes(metric, value, str(self._host.facts["architecture"]))
        self._host.gathered.add(metric, item, number, self._start + time, value)


def in_bytes(metric: str, value: float, architecture: str) -> tuple[str, float]:
    """Free pages as bytes where the size of a page is known."""
    if metric != "mem.free_pages" or architecture not in PAGE_SIZES:
        return metric, value
    return "mem.free", value * PAGE_SIZES[architecture]


PAGE_SIZES = {"sun4u": 8192, "sun4v": 8192, "sun4m": 4096, "sun4d": 4096, "i86pc": 4096}  #: sysconf(_SC_PAGESIZE)


def day_of(printed: str) -> date | None:
    """Month/day/year; of two digits, 69 to 99 are 19xx (POSIX)."""
    month, day, year = (int(part) for part in printed.split("/"))
    if len(printed.split("/")[2]) == 2:
        year += 1900 if year >= 69 else 2000
    try:
        return date(year, month, day)
    except ValueError:
        return None
