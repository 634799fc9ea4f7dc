"""A wrk or wrk2 log's lines -> its Reports: texts and line numbers, not yet numbers.

Source of the lines: wrk src/wrk.c 1.0 to 4.2, wrk2 src/wrk.c. A report ends with its Transfer/sec line; until then
another tool's text breaks it off. wrk2's percentile spectrum is passed over: its named percentiles stand above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ingest.formats.kit.command_lines import PROMPT
from ingest.formats.kit.other_tools import others
from ingest.formats.kit.pasted.by_turns import BEGUN, RESULT, WHOLE, Mixable
from ingest.formats.kit.report_scanner import Event, line_pattern

WORDS = r"[ \t]++[-+\w./]++"
TIME = r"\d++(?:\.\d++)?(?:us|ms|s|m|h)\b"
RESTING = r"[\x1d\x1e\n]++[ \t]*+"  #: from one line to the next
#: A rate with another one on its line is of two reports side by side, by `paste` or `diff -y`: it is told, not read.
SHAPES = {
    "percentile": rf"\d{{1,3}}(?:\.\d{{1,9}})?%[ \t]++(?:{TIME}|[\w.]{{1,12}}s(?=[ \t]*+(?:\n|$)))",
    "requests": r"\d++ requests in [\w.]++, [\w.]++ read",
    "connections": r"\d++ threads? and \d++ connections",
    "rate": r"Requests/sec:[ \t]*+(?:\d++\.\d\d|-?(?:nan|inf))\b(?:[^\n]{1,400}?Requests/sec:[^\n]*+)?+",
    "transfer": r"Transfer/sec:[ \t]*+[-+\w.]++(?<=B)(?:[^\n]{1,400}?Transfer/sec:[^\n]*+)?+",
    "latency": rf"Latency(?:{WORDS}){{4}}%",
    "per_thread": rf"Req/Sec(?:{WORDS}){{4}}%",
    "stats": r"Thread Stats[ \t]++Avg[ \t]++Stdev[ \t]++Max",
    "distribution": r"Latency Distribution\b[^\n]*+",
    "errors": r"Socket errors: [^\n]++",
    "bad_status": r"Non-2xx or 3xx responses: \d++",
    "calibration": r"Thread calibration: [^\n]*+",
    "spectrum": r"Detailed Percentile spectrum:"
    rf"(?>(?:{RESTING}Value[^\n]*+)?)(?>(?:{RESTING}[\d.][\d. \tinf]*+(?=[\x1d\x1e\n]))*)",
    "mean": r"#?\[Mean[ \t]*+=[^\n\]]++\]",
    "longest": r"#?\[Max[ \t]*+=[^\n\]]++\]",
    "running": r"(?:Running \S++ test @|Making \d++ requests to) [^\n]++(?![\x1d\x1e]*\n++[ \t]*+\d++ connections)",
    "refused": r"unable to (?:(?:connect to|resolve) \S*[^\s:]:\w++ [A-Z]|create thread \d++: )[^\n]*+",
    "version": r"wrk \S++ \[\w++\] Copyright",
    "foreign": others("wrk"),
    "command": rf"{PROMPT}wrk2? ++(?:-|http)[^\n]*+",
}
LINES = line_pattern(SHAPES)
ORDER = {
    "running": "Running ... test @",
    "connections": "threads and connections",
    "stats": "Thread Stats",
    "latency": "Latency",
    "per_thread": "Req/Sec",
    "requests": "requests in",
    "rate": "Requests/sec",
    "transfer": "Transfer/sec",
}
ABOVE = {"stats", "latency", "per_thread", "distribution", "percentile"}  #: lines that stand above "requests in"
OPENING = {"running", "connections", "stats", "refused"}
OPEN_ENDED = {"running", "errors", "bad_status", "command", "connections"}  #: more may have been to come
WRK2 = {"calibration", "spectrum", "mean", "longest"}


class Text(NamedTuple):
    """What a line says."""

    line: int
    text: str


@dataclass(slots=True, eq=False)
class Report(Mixable):
    """Everything one run of wrk printed, in the order of reading."""

    line: int
    command: Text | None = None
    version: str = ""
    fields: dict[str, Text] = field(default_factory=dict)
    percentiles: dict[str, list[Text]] = field(default_factory=dict)  #: item -> lines
    footers: dict[tuple[str, str], Text] = field(default_factory=dict)  #: (item, "mean" or "longest") -> line
    item: str = ""  #: whose latencies come: "" or "uncorrected" (wrk2 --u_latency)
    is_wrk2: bool = False
    last_line: int = 0
    last_name: str = ""

    @property
    def is_whole(self) -> bool:
        return "transfer" in self.fields

    @property
    def part(self) -> str:
        """Which part of a report it is."""
        if "running" not in self.fields:
            return RESULT if self.is_whole and self.command is None else ""
        return WHOLE if self.is_whole else "" if self.fields.keys() - {"running", "connections"} else BEGUN

    def starts_again(self, name: str) -> bool:
        """A line `name` cannot belong to this report any more."""
        return name in OPENING and (name in self.fields or name in ("running", "refused"))

    def expected(self) -> str:
        """The line that should have come next."""
        if self.last_name in ("distribution", "percentile", "spectrum", "mean", "longest"):
            return "next line of the latency distribution, or its 'requests in'"
        known = [place for place, name in enumerate(ORDER) if name in self.fields]
        return f"{list(ORDER.values())[known[-1] + 1] if known else 'Running ... test @'!r}"

    def add(self, number: int, name: str, text: str) -> None:
        self.last_line, self.last_name = number, name
        if name in ABOVE and "requests" in self.fields:
            self.doubled |= {name, "requests"}
        if name == "percentile":
            if self.item or "distribution" in self.fields:
                if any(rank_of(other.text) == rank_of(text) for other in self.percentiles.get(self.item, ())):
                    self.doubled.add(rank_of(text))
                self.percentiles.setdefault(self.item, []).append(Text(number, text))
            return
        if name in WRK2:
            self.is_wrk2 = True
            if name in ("mean", "longest"):
                self.footers.setdefault((self.item, name), Text(number, text))
            elif name == "spectrum":
                self.last_line += text.count("\n")
            return
        if name == "distribution":
            self.is_wrk2 |= "HdrHistogram" in text
            self.item = "uncorrected" if "Uncorrected" in text else ""
        if name == "latency" and "stats" not in self.fields:
            return
        if self.fields.setdefault(name, Text(number, text)).text != text and name != "distribution":
            self.doubled.add(name)


def rank_of(text: str) -> str:
    """Of a percentile, as wrk and as wrk2 write it: 50%, 50.000%."""
    rank = text.partition("%")[0]
    return rank.rstrip("0").removesuffix(".") if "." in rank else rank


def reports(log: Iterable[Event]) -> Iterator[Report]:
    """The reports of a log, each as soon as it ends."""
    report: Report | None = None
    command: Text | None = None
    version = ""
    for number, name, text, is_ended in log:
        if report is not None and (name == "foreign" or report.starts_again(name)):
            yield report
            report = None
        if name == "command":
            command = Text(number, text) if is_ended else None
        elif name == "version":
            version = text.split()[1]
        elif report is not None or name in OPENING:
            if report is None:
                report = Report(command.line if command else number, command, version, last_line=number)
                command, version = None, ""
            if is_ended or not (name in OPEN_ENDED or text.endswith("m")):
                report.add(number, name, text)
            if name in ("transfer", "refused"):
                yield report
                report = None
    if report is not None:
        yield report
