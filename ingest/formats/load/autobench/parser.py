"""autobench tables (TSV or CSV) -> one RunRecord for each row, or for each host of a row."""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from benchdb.domain.text.names import printable
from ingest.formats.kit.report_scanner import Page, pages
from ingest.formats.load.httperf.lines import Reader
from ingest.formats.load.httperf.report import Report
from ingest.records import Fact, Measurement, Parsed, Problem, RunRecord, Status

LINE = re.compile(
    r"^[ \t]*(dem_req_rate[\t,; ]+req_rate_[^\n]*|-?\d(?>(?:[\t,; \d.eE+-]|nan|inf)*)[^\n]{0,200}?|"
    r"(?:(?:req|con|(?:min|avg|max|stddev)_rep)_rate|resp_time|net_io|errors)_[^\n]*)[\x1d\x1e]*$",
    re.MULTILINE | re.ASCII,
)
SEPARATOR = re.compile(r" *[\t,;] *| +")
COLUMN = re.compile(
    r"((?:req|con|(?:min|avg|max|stddev)_rep)_rate|resp_time|net_io|errors|status_[1-5]00)_(.*)", re.DOTALL
)
NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,18})?(?:e[-+][0-9]{1,2})?", re.ASCII)
EMPTY = re.compile(r"-?(?:nan|inf)?")  #: what autobench computes of nothing
OF_WIDTH = "Expected a row of {} columns, found {}."
NO_REPLIES = 101  #: "errors" of a test without a reply

METRICS = {  # column -> metric, item, how many of the printed unit make a base unit
    "req_rate": ("requests_per_second_offered", "sent", 1),
    "con_rate": ("connection_rate", "", 1),
    "min_rep_rate": ("reply_rate_min", "", 1),
    "avg_rep_rate": ("reply_rate_mean", "", 1),
    "max_rep_rate": ("reply_rate_max", "", 1),
    "stddev_rep_rate": ("reply_rate_stddev", "", 1),
    "resp_time": ("first_byte_time_mean", "", 1000),
    "net_io": ("transfer_rate", "net_io", 1 / 1024),
    "errors": ("requests_failed", "per_reply", 100),
    **{f"status_{digit}00": ("responses", f"{digit}xx", 1) for digit in range(1, 6)},
}
REPLY_RATES = ("min_rep_rate", "avg_rep_rate", "max_rep_rate", "stddev_rep_rate")
SIGNATURE = ("req_rate", "con_rate", *REPLY_RATES, "resp_time", "net_io")  #: what a report of httperf prints as well
Cells = dict[str, float]


@dataclass(frozen=True, slots=True)
class Header:
    """The names of a table's columns: after the demanded rate, a group of columns for each host."""

    line: int
    width: int
    hosts: tuple[tuple[str, dict[int, str]], ...]  #: host, {place: column}

    @property
    def called_apart(self) -> list[str]:
        """A name of its own for each host, of two of one name with its number; nothing where there is one host."""
        names = [host for host, _ in self.hosts]
        if len(names) < 2:
            return [""] * len(names)
        return [name if names.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(names, 1)]


@dataclass(frozen=True, slots=True)
class Row:
    """One step of one host."""

    line: int
    host: str
    demanded: float
    cells: Cells
    is_cut: bool = False
    apart: str = ""  #: what tells it from the other hosts of the table

    @property
    def signature(self) -> tuple[float | None, ...]:
        return tuple(self.cells.get(name) for name in SIGNATURE)


def parse(stream: BinaryIO) -> Parsed:
    """The rows of autobench tables. Everything else is passed over in silence."""
    table = Table()
    reported = Counter(signature_of(report) for report in Reader().read(table.watched(pages(stream))))
    new: list[RunRecord | Problem] = [run(row) for row in table.rows if not is_reported(row, reported)]
    yield from heapq.merge(new, table.problems, key=lambda item: item.line)


def is_reported(row: Row, reported: Counter[tuple[float | None, ...]]) -> bool:
    """A report of httperf in the same log, not yet counted for another row, has the row's numbers."""
    reported[row.signature] -= 1
    return reported[row.signature] >= 0


def signature_of(report: Report) -> tuple[float | None, ...]:
    p = report.printed
    rates = (p.rate_min, p.rate_mean, p.rate_max, p.rate_stddev)
    return (p.request_rate, p.connection_rate, *rates, p.response, p.net_io)


class Table:
    """Collects the rows of the text that passes by."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.problems: list[Problem] = []
        self.header: Header | None = None

    def watched(self, log: Iterable[Page]) -> Iterator[Page]:
        """The pages of `log`, unread, from the first one on that may hold a report of httperf."""
        has_reports = False
        for page in log:
            place = Page(page.text, page.line, page.is_last)
            for line in LINE.finditer(page.text):
                place.go(line.start())
                self.read(place.line, line[1].strip(), is_cut=not page.is_ended(line.end()))
            has_reports = has_reports or "httperf" in page.text or "Total: connections" in page.text
            if has_reports:
                yield page
        self.end()

    def read(self, number: int, text: str, is_cut: bool) -> None:
        cells = SEPARATOR.split(text)
        if text.startswith("dem_req_rate"):
            self.end()
            self.header = header(number, cells)
        elif COLUMN.match(text):
            if self.header:
                self.problems.append(
                    Problem(number, "The header goes on here: somebody cut it, and its rows.", excerpt=text)
                )
            self.header = None
        elif self.header:
            self.row(number, self.header, cells, is_cut)

    def row(self, number: int, header: Header, cells: list[str], is_cut: bool) -> None:
        """A line of numbers, as many as the header has names; fewer on the last line, if the log breaks off in it."""
        numbers = [as_number(cell) for cell in cells]
        count = sum(value is not None for value in numbers)
        if count < (1 if is_cut else max(2, header.width // 2)):
            return
        if numbers[0] is None:
            self.problems.append(
                Problem(number, "Expected the rate that was demanded first.", excerpt="\t".join(cells))
            )
            return
        if len(cells) > header.width or (len(cells) < header.width and not is_cut):
            self.problems.append(Problem(number, OF_WIDTH.format(header.width, len(cells)), excerpt="\t".join(cells)))
            return
        if count < len(cells) and not is_cut and not all(map(EMPTY.fullmatch, not_numbers(cells))):
            self.problems.append(Problem(number, "A number of this row cannot be read.", excerpt="\t".join(cells)))
        if is_cut:
            numbers[-1] = None
            self.problems.append(Problem(number, cut(len(cells), header.width), excerpt="\t".join(cells)))
        for (host, columns), apart in zip(header.hosts, header.called_apart, strict=True):
            known = zip(columns.values(), (number_in(numbers, place) for place in columns), strict=True)
            values = {name: value for name, value in known if value is not None}
            if values:
                is_short = len(cells) <= max(columns)
                self.rows.append(Row(number, host, numbers[0], values, is_short, apart))

    def end(self) -> None:
        """A table without rows is the beginning of a test that came to nothing."""
        if self.header and not (self.rows and self.rows[-1].line > self.header.line):
            self.problems.append(
                Problem(self.header.line, "The table breaks off here: expected a row of numbers next.")
            )


def header(number: int, names: list[str]) -> Header:
    """Both hosts may be called alike: a new one begins wherever there is a request rate."""
    hosts: list[tuple[str, dict[int, str]]] = []
    for place, name in enumerate(names):
        if column := COLUMN.match(name):
            if column[1] == "req_rate" or not hosts:
                hosts.append((column[2], {}))
            hosts[-1][1][place] = column[1]
    return Header(number, len(names), tuple(hosts))


def cut(width: int, expected: int) -> str:
    if width < expected:
        return f"The row breaks off here: expected {expected} columns, found {width}."
    return "The last line has no end, so its last number may be cut and was not read."


def number_in(numbers: list[float | None], place: int) -> float | None:
    return numbers[place] if place < len(numbers) else None


def not_numbers(cells: list[str]) -> Iterator[str]:
    return (cell for cell in cells if as_number(cell) is None)


def as_number(cell: str) -> float | None:
    return float(cell) if NUMBER.fullmatch(cell) else None


def run(row: Row) -> RunRecord:
    """A row's record. Without a reply it has the rates that were asked for and sent, and no result."""
    facts: dict[str, Fact] = {"tool": "autobench", "host": printable(row.host), "rate_planned": row.demanded}
    if row.apart:
        facts["tuning.virtual_host"] = printable(row.apart)
    cells = measured(row.cells)
    if is_invalid(row.cells):
        facts["reason"] = "zero replies, test invalid"
    elif row.is_cut:
        facts["reason"] = "the row breaks off"
    numbers = [Measurement("requests_per_second_offered", row.demanded, row.line)]
    for name, value in cells.items():
        metric, item, unit = METRICS[name]
        numbers.append(Measurement(metric, value / unit, row.line, item))
    status: Status = "aborted" if "reason" in facts else "complete"
    return RunRecord("autobench", "", facts, tuple(numbers), row.line, status, caveats(row.cells))


def is_invalid(cells: Cells) -> bool:
    return cells.get("errors") == NO_REPLIES and not cells.get("avg_rep_rate") and not cells.get("resp_time")


def measured(cells: Cells) -> Cells:
    """Zeros that mean "not measured" left out: a step under 5 s has no samples, one sample has no deviation."""
    absent: tuple[str, ...] = ()
    if not any(cells.get(name) for name in REPLY_RATES):
        absent += REPLY_RATES
    elif cells.get("min_rep_rate") == cells.get("max_rep_rate"):
        absent += ("stddev_rep_rate",)
    if is_invalid(cells):
        absent += ("resp_time", "errors")
    return {name: value for name, value in cells.items() if name not in absent}


def caveats(cells: Cells) -> tuple[str, ...]:
    low, mean, high = (cells.get(name) for name in REPLY_RATES[:3])
    if low is not None and mean is not None and high is not None and not low <= mean <= high:
        return ("The mean reply rate is not between its minimum and maximum.",)
    return ()
