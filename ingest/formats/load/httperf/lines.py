"""An httperf log's text -> its Reports. Finds where reports begin and end, whatever stands between their lines.

A report exactly as httperf prints it is read with one regular expression. Everything else is read line by line: a
label is looked up, and what is not httperf's is passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ingest.formats.kit.other_tools import others
from ingest.formats.kit.report_scanner import Page
from ingest.formats.load.httperf.layout import (
    ALL_SESSIONS,
    ALL_TOTALS,
    FIRST,
    LABELS,
    NAN,
    NO_SESSIONS,
    SESSIONS_BLOCK,
    SESSIONS_LINES,
    TOTALS_BLOCK,
    TOTALS_LINES,
    Printed,
    Row,
)
from ingest.formats.load.httperf.report import NO_LINES, Report
from ingest.records import Problem

BURST = "Maximum connect burst length"
HEAD = re.compile(rf"(?:(httperf: warning: [^\n]*)\n)?(httperf --[^\n]*)\n{BURST}: \d+\n")
COMMAND = re.compile(r"(?:^|[$%#>] )(?:[^\s$%#>]*/)?(httperf +-.*)")
MESSAGE = re.compile(r"httperf(?:: |\.\w+: )\S.*")
FATAL = re.compile(
    r"httperf(?:\.\w+: |: (?:illegal |bad |unrecognized |invalid |ambiguous |option |parameter |unknown |too many |"
    r"timer_init|--))"
)
NOISE = ("httperf: maximum number of open descriptors",)
VERSION = re.compile(r"httperf: httperf-([\w.-]{1,40}) compiled ")
OTHER_TOOL = re.compile(others("httperf") + r"|dem_req_rate")
ECHOED = " --send-buffer="  #: httperf prints it always, nobody types it
MAX_KEPT = 3  #: different messages of a run, and problems with its lines; there can be one per connection
MAX_COMMAND = 4000  #: characters read of a command line


class Reader:
    """Reads a log's text piece by piece; `ready` reports are closed."""

    def __init__(self) -> None:
        self.ready: list[Report] = []
        self.report: Report | None = None
        self.warnings: Counter[str] = Counter()  #: not yet given to a report: stderr may come long before stdout
        self.warned = 0  #: the line of the first of them
        self.version = ""
        self.last_command = (0, "")

    def read(self, log: Iterable[Page]) -> Iterator[Report]:
        """The reports of a whole log, each as soon as it is closed."""
        for page in log:
            for block in TOTALS_BLOCK.finditer(page.text):
                head = HEAD.fullmatch(page.text, page.place, block.start())
                if head and ECHOED in head[2]:
                    self.read_head(page.line, head)
                else:
                    self.read_lines(page, block.start())
                page.go(block.start())
                page.go(self.read_block(page.line, block))
                if self.ready:
                    yield from self.ready
                    self.ready.clear()
            self.read_lines(page, len(page.text))
            yield from self.ready
            self.ready.clear()
        self.close()
        yield from self.ready

    def begin(self, number: int) -> Report:
        self.close()
        self.report = Report(number, version=self.version, last_line=number)
        if self.warnings:
            self.report.warnings = list(self.warnings)
            self.warnings -= Counter(self.report.warnings)
        return self.report

    def close(self) -> None:
        if self.report and not self.report.is_nothing:
            self.ready.append(self.report)
        self.report = None

    # A report as it is printed.

    def read_head(self, line: int, head: re.Match[str]) -> None:
        warning, echo = head.groups()
        report = self.begin(line + 1 if warning else line)
        if warning and warning not in report.warnings:
            report.warnings.append(warning)
        report.echo = echo[:MAX_COMMAND]

    def read_block(self, line: int, block: re.Match[str]) -> int:
        """Everything from "Total:" on, as far as it is regular. Returns where in the text it ends."""
        report, end = self.report, block.end()
        numbers, lines = [*map(float, block.groups())], [*map(line.__add__, TOTALS_LINES)]
        if report is None or (report.rows and not report.has_begun_with(numbers)):
            report = self.begin(line + 1)
        line += TOTALS_LINES[-1] + 1
        if sessions := SESSIONS_BLOCK.match(block.string, end):
            lines += map(line.__add__, SESSIONS_LINES)
            line += SESSIONS_LINES[-1] + 1
            report.set(Printed(*numbers, *map(float, sessions.groups())), lines, ALL_TOTALS | ALL_SESSIONS)
            end = sessions.end()
        else:
            report.set(Printed(*numbers, *NO_SESSIONS), lines + NO_LINES, ALL_TOTALS)
        report.last_line = line - 1
        return end

    # Any other text.

    def read_lines(self, page: Page, end: int) -> None:
        """The page up to `end`, line by line."""
        cut_line = page.cut_line if end == len(page.text) else 0
        for number, text in page.lines(end):
            if text:
                self.read_line(number, text, is_cut=number == cut_line)

    def read_line(self, number: int, text: str, is_cut: bool) -> None:
        """Runs of blanks count as one."""
        text = " ".join(text.split()) if "  " in text else text.strip()
        label = text.partition(":")[0]
        if label in LABELS:
            self.row(number, LABELS[label], text, is_cut)
        elif label == BURST:
            self.waiting(number).has_burst = True
        elif "httperf" in text:
            if command := COMMAND.search(text):
                self.command(number, command[1].rstrip()[:MAX_COMMAND], is_cut)
            elif MESSAGE.match(text):
                self.message(number, text.rstrip())
        elif text == "^C":
            self.interrupt()
        elif OTHER_TOOL.match(text) and not (self.report and self.report.shows_pages):
            self.close()

    def waiting(self, number: int) -> Report:
        """The report whose "Total" is still to come, begun here if there is none."""
        report = self.begin(number) if self.report is None or self.report.rows else self.report
        report.last_line = number
        return report

    def interrupt(self) -> None:
        if self.report and not self.report.rows:
            self.report.interrupted = True

    def command(self, number: int, command: str, is_cut: bool) -> None:
        is_echo = "--client=" in command and (ECHOED in command or is_cut)
        if self.last_command == (number - 1, command):
            return  # the same line twice
        self.last_command = (number, command)
        report = self.waiting(number)
        if report.echo or (report.typed and not is_echo) or report.has_burst:
            report = self.begin(number)
        if is_echo:
            report.echo = command
        else:
            report.typed = command

    def message(self, number: int, text: str) -> None:
        report = self.report
        if text.startswith(NOISE):
            return
        if version := VERSION.match(text):
            self.version = version[1]
        elif FATAL.match(text):
            report = self.waiting(number)
            if report.errors and text not in report.errors and report.echo:
                report = self.begin(number)
            keep(report.errors, text)
        elif report and not report.rows and text not in report.warnings:
            keep(report.warnings, text)
        elif text in self.warnings or len(self.warnings) < MAX_KEPT:
            self.warnings[text] += 1
            self.warned = self.warned or number

    def row(self, number: int, rows: list[Row], text: str, is_cut: bool) -> None:
        """A line with a label of the report. What only looks like one is another tool's."""
        row, numbers = matched(rows, text)
        if row and numbers:
            self.put(number, row, [as_number(group) for group in numbers.groups()], is_cut)
        elif row and self.report and not is_cut:
            self.doubt(self.report, number, f"Expected the numbers of the {row.name!r} line.", text)

    def put(self, number: int, row: Row, numbers: list[float], is_cut: bool) -> None:
        report = self.report
        if report and report.last_row == row.name and report.has(row, numbers):
            return
        if report is None or (row.name == FIRST and report.rows):
            report = self.begin(number)
        if row.name in report.rows:
            if not report.has(row, numbers):
                report.doubled.add(row.name)
                self.doubt(report, number, f"A second {row.name!r} line in one report; the first one counts.", "")
        elif not (is_cut and row.ends_open and not report.adds_up(row, numbers)):
            report.put(number, row, numbers)

    def doubt(self, report: Report, number: int, message: str, excerpt: str) -> None:
        if len(report.problems) < MAX_KEPT:
            report.problems.append(Problem(number, message, excerpt=excerpt))


def keep(messages: list[str], text: str) -> None:
    if len(messages) < MAX_KEPT and text not in messages:
        messages.append(text)


def matched(rows: list[Row], text: str) -> tuple[Row | None, re.Match[str] | None]:
    """The row that `text` begins like, and its numbers if they can be read."""
    text = text.strip()
    row = next((row for row in rows if text.startswith(row.start)), None)
    return row, row.pattern.fullmatch(text) if row else None


def as_number(text: str) -> float:
    """NaN for everything that is no number; infinity is none."""
    return float(text) if text[-1].isdigit() and "n" not in text and "#" not in text else NAN
