"""A webbench 1.5 log's lines -> its Reports: texts and line numbers, not yet numbers.

Written to a file, webbench repeats what it is about to do once for each client, even after the result: its children
inherit the buffer. So equal repetitions are one, and one after a result, with none of its own, is an echo of that run.
In a file the error also stands before them, for stderr is not buffered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ingest.formats.kit.command_lines import PROMPT
from ingest.formats.kit.other_tools import others
from ingest.formats.kit.pasted.by_turns import BEGUN, RESULT, WHOLE, Mixable
from ingest.formats.kit.report_scanner import Event, line_pattern

METHOD = "(?:GET|HEAD|OPTIONS|TRACE)"
NEXT = r"(?>(?:[\x1d\x1e\n]++[ \t]*+)+)"  #: from one line to the next that is not empty
INFO = r"(?:Run+ing info: )?(?:1 client|\d++ clients), running \d++ sec[^\n]*+"
HEADERS = rf"(?>(?:{NEXT}(?!Run)[^\n]++){{1,9}})"
ERRORS = (
    r"Connect to server failed\. Aborting benchmark\.|Some of our childrens died\.|problems forking worker no\. \d++|"
    r"Invalid URL syntax - hostname don't ends with '/'\.|Only HTTP protocol is directly supported, set --proxy|"
    r"[^\s:]++://\S{0,2000}: is not a valid URL\.|webbench: Missing URL!"
)
SHAPES = {
    "banner": r"Webbench - Simple Web Benchmark[^\n]*+",
    # A line and its equal repetitions up to the last, whose next line follows as an event of its own.
    "target": rf"(?P<same>Benchmarking: {METHOD} [^\n]++)"
    rf"(?>(?:(?P<again>{NEXT}{INFO}{NEXT})(?P=same)(?=(?P=again)))*)",
    "request": rf"Request:(?>(?:(?P<copy>{HEADERS}{NEXT}{INFO}{NEXT})Request:(?=(?P=copy)))*)",
    "line": rf"{METHOD} \S++ HTTP/1\.[01]",
    "agent": r"User-Agent: WebBench [^\n]++",
    "host": r"Host: [^\n]++",
    "info": INFO,
    "speed": r"Speed[ \t]*+=[ \t]*+-?\d++ pages/min, -?\d++ bytes/sec"
    r"(?:[^\n]{1,400}?Speed[ \t]*+=[^\n]*+)?+",  # of two reports side by side: it is told, not read
    "requests": r"Requests:[ \t]*+-?\d++ su\w++, -?\d++ failed",
    "error": rf"(?:{ERRORS})[^\n]*+",
    "interrupted": r"\^C",
    "foreign": others("webbench"),
    "command": rf"{PROMPT}webbench ++(?:-|http)[^\n]*+",
}
LINES = line_pattern(SHAPES)
SETUP = ("target", "line", "agent", "host", "info")  #: in their order
IN_REQUEST = {"line", "agent", "host"}  #: lines that any HTTP client might print
UNSURE = {"request", "line", "host", "interrupted"}
STARTING = {"banner", "target", "request", "info", "speed", "requests", "error"}
OPEN_ENDED = {"target", "line", "agent", "host", "command"}  #: more may have been to come on an unended line


class Text(NamedTuple):
    """What a line says."""

    line: int
    text: str


@dataclass(slots=True, eq=False)
class Report(Mixable):
    """Everything one run of webbench printed."""

    line: int
    command: Text | None = None
    is_sure: bool = False  #: no other program prints such a line
    fields: dict[str, Text] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    is_interrupted: bool = False
    last_line: int = 0

    @property
    def setup(self) -> dict[str, str]:
        return {name: self.fields[name].text for name in SETUP if name in self.fields}

    @property
    def part(self) -> str:
        """Which part of a report it is."""
        if not self.setup:
            return RESULT if self.is_whole and self.command is None else ""
        return WHOLE if self.is_whole else "" if self.errors or "speed" in self.fields else BEGUN

    @property
    def is_whole(self) -> bool:
        return "requests" in self.fields

    def is_echo_of(self, setup: dict[str, str]) -> bool:
        """Nothing but a repetition of what the run before it said about itself."""
        is_bare = not (self.errors or "banner" in self.fields or "speed" in self.fields or self.is_interrupted)
        return is_bare and bool(self.setup) and all(setup.get(name) == text for name, text in self.setup.items())

    def differs(self, name: str, text: str) -> bool:
        return name in SETUP and name in self.fields and self.fields[name].text != text

    def add(self, number: int, name: str, text: str) -> None:
        if name == "error":
            self.errors.append(text.strip().rstrip("."))
        elif name == "interrupted":
            self.is_interrupted = True
        elif name not in IN_REQUEST or "request" in self.fields:
            self.fields.setdefault(name, Text(number, text))


class Reader:
    """Gathers lines into reports; `last` is the setup of the last run that ended."""

    def __init__(self) -> None:
        self.report: Report | None = None
        self.command: Text | None = None
        self.last: dict[str, str] = {}

    def read(self, log: Iterable[Event]) -> Iterator[Report]:
        """The reports of a log, each as soon as it ends."""
        for number, name, text, is_ended in log:
            last_line = number + text.count("\n")
            text = text.partition("\n")[0].rstrip("\r")  # the rest repeats it
            if name == "command":
                self.command = Text(number, text) if is_ended else None
                continue
            if not is_ended and (before := self.repeated(name, text)):
                text, is_ended = before, True
            kept = self.kept(name, text)
            if self.ends(name, text):
                yield from self.closed()
            report = self.report = self.report or self.begin(number, name, kept)
            if report is not None:
                report.last_line = last_line
                report.is_sure |= name not in UNSURE
                if is_ended or name not in OPEN_ENDED:
                    report.add(number, name, text)
            if name == "requests":
                yield from self.closed()
        yield from self.closed()

    def repeated(self, name: str, text: str) -> str:
        """The line of the setup that a last line without its end may repeat; "" for none."""
        setup = self.report.setup if self.report else self.last
        known = setup.get(name, "")
        return known if known.startswith(text) else ""

    def begin(self, number: int, name: str, kept: dict[str, Text]) -> Report | None:
        if name not in STARTING:
            return None
        command, self.command = self.command, None
        return Report(command.line if command else number, command, fields=kept)

    def ends(self, name: str, text: str) -> bool:
        """The open report ends before this line."""
        report = self.report
        if report is None:
            return False
        is_behind = "target" not in report.fields and ("request" in report.fields or "info" in report.fields)
        return (
            name in ("foreign", "banner")
            or (name == "speed" and name in report.fields)
            or (name == "target" and is_behind)  # which stands above both
            or report.differs(name, text)
        )

    def kept(self, name: str, text: str) -> dict[str, Text]:
        """What a new report takes over from an open one that has another `text` on its line `name`."""
        if self.report is None or not self.report.differs(name, text):
            return {}
        earlier = ("request", *SETUP[: SETUP.index(name)])
        return {field: text for field, text in self.report.fields.items() if field in earlier}

    def closed(self) -> Iterator[Report]:
        """The open report, if it is one: an echo of the run before is not."""
        report, self.report = self.report, None
        if report is None or not report.is_sure or (report.is_echo_of(self.last) and not report.is_whole):
            return
        self.last = report.setup
        yield report
