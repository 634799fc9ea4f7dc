"""A siege log's lines -> its Reports. Finds where they begin and end.

A mark in siege.log stands before its row, "siege aborted" after it. Hits and their colours (verbose) are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ingest.formats.kit.command_lines import PROMPT
from ingest.formats.kit.other_tools import others
from ingest.formats.kit.report_scanner import Event, line_pattern
from ingest.formats.load.siege.report import KEY, LABELS, Report

MOMENT = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
#: Stands before the first label where a capture lost a carriage return.
LIFTED = r"Lifting the server siege\.{3}[ \t]*+(?:done\.)?[ \t]++"
REST_OF_JSON = r"(?:[^\n}]|\}(?![ \t]*\{))*+\}?"  #: of a line, up to where another one begins on it: }{
#: Often behind what stood on the line already: siege ends none before it.
ABORTED = "siege aborted due to excessive socket failure"
SHAPES = {
    "label": rf"(?:{LIFTED})?(?:{'|'.join(LABELS)}):[^\n]*+",
    "json": rf"\}}?\{{?[ \t]*+\"(?:{KEY})\"[ \t]*+:{REST_OF_JSON}",
    "row": rf"{MOMENT},(?=[ \t]*+\d++,[ \t]*+[\d.]++,)[^\n]*+",
    "header": r"Date & Time,[ \t]*+Trans,[^\n]*+",
    "banner": r"(?:\*\* )?SIEGE \d[^\n]*+",
    "preparing": r"(?:\*\* )?Preparing \d++ concurrent users? for battle",
    "under": rf"The server is now under siege(?:\.*+(?:\^C|{ABORTED}))?",
    "aborted": rf"(?:HTTP/\d\.\d[ \t]++)?{ABORTED}",
    "mark": r"\*{4} [^\n]++",
    "error": r"\[error\] (?:sock|ssl|SSL|descriptor|connection|address)[^\n]++",
    "interrupted": r"\^C",
    "foreign": others("siege"),
    "command": rf"{PROMPT}siege ++-[^\n]*+",
}
BEHIND_JSON = r"(?:(?<=\})|(?<=\}[ \t]))(?=\{)"  #: on the same line
LINES = re.compile(rf"{line_pattern(SHAPES).pattern}|{BEHIND_JSON}(?P<first>{SHAPES['json']})", re.MULTILINE)
FIRST = re.compile(rf"(?:{LIFTED})?Transactions:[ \t]*+\d++[ \t]*+hits")
LEAD = {  #: what stands before the words that count
    "label": re.compile(rf"^{LIFTED}"),
    "banner": re.compile(r"^\*\* "),
    "preparing": re.compile(r"^\*\* "),
    "error": re.compile(r"^\[error\] "),
}
NEITHER = {"banner", "preparing", "under", "foreign", "row"}  #: of these ^C is said below, or by another program
STARTING = {"banner", "preparing", "under", "aborted", "row"}


class Reader:
    """Gathers lines into reports. A whole one waits: siege may say after it that it was aborted."""

    def __init__(self) -> None:
        self.report: Report | None = None
        self.command: tuple[int, str] | None = None
        self.mark = ""
        self.error = ""  #: the first one printed outside of a report: it belongs to the next
        self.is_stopped = False  #: ^C stands outside of a report: with JSON siege prints nothing before it
        self.header: int | None = None  #: the line of a siege.log's header that no row followed yet

    def read(self, log: Iterable[Event]) -> Iterator[Report]:
        """The reports of a log."""
        for number, shape, text, is_ended in log:
            name = "json" if shape == "first" else shape
            if name == "command":
                self.command, self.is_stopped = (number, text.rstrip()) if is_ended else None, False
            elif name == "header":
                self.header = number
            elif name == "mark" and not text.startswith("**** siege aborted"):
                self.mark = text.strip(" \t*")
            else:
                text = LEAD[name].sub("", text) if name in LEAD else text
                if self.report is not None and self.ends(self.report, name, text):
                    yield self.report
                    self.report = None
                self.is_stopped = name not in NEITHER and (self.is_stopped or name == "interrupted")
                report = self.report = self.report or self.begin(number, name, text)
                if report is not None:
                    report.last_line = number
                    self.add(report, number, name, text, is_ended)
        if self.report is not None:
            yield self.report

    def ends(self, report: Report, name: str, text: str) -> bool:
        """`report` ends before this line."""
        if name in ("row", "banner", "foreign") or (name == "error" and report.is_whole):
            return True  # a siege with JSON says nothing before its errors
        is_first = (name == "label" and text.startswith("Transactions")) or (
            name == "json" and '"transactions"' in text
        )
        is_next = report.is_whole and name in ("preparing", "under", "interrupted")
        return is_next or (is_first and "transactions" in report.fields)

    def begin(self, number: int, name: str, text: str) -> Report | None:
        is_first = (name == "label" and FIRST.match(text)) or (name == "json" and '"transactions"' in text)
        if name == "error":
            self.error = self.error or text.strip()
        if name not in STARTING and not is_first:
            return None
        line, command = self.command or (number, "")
        self.command = None
        report = Report(line, command, first_error=self.error, is_interrupted=self.is_stopped)
        self.error, self.is_stopped = "", False
        if name == "row":
            report.mark, self.mark, self.header = self.mark, "", None
        return report

    def add(self, report: Report, number: int, name: str, text: str, is_ended: bool) -> None:
        if name == "label":
            report.add_label(number, text, is_ended)
        elif name == "json":
            report.add_json(number, text, is_ended)
        elif name == "row":
            report.add_row(number, text, is_ended)
        elif name == "banner":
            report.version = text.split()[1] if is_ended else ""
        elif name == "preparing":
            report.users = int(text.split()[1][:9])
        elif name in ("aborted", "mark") or text.endswith(ABORTED):
            report.is_aborted = True
        elif name == "interrupted" or (name == "under" and text.endswith("^C")):
            report.is_interrupted = True
        elif name == "error":
            report.first_error = report.first_error or text.strip()
