"""An ab log's lines -> its Reports. Finds where reports begin and end, and keeps server pages (ab -v) out of them.

A line is looked up by its text before the colon, else by its first word; nothing else is tried on most lines.
HTML (ab -w) rows lose their tags first.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator

from ingest.formats.kit.report_scanner import Page
from ingest.formats.load.ab.errors import is_error, refuses_another
from ingest.formats.load.ab.report import LABELS, MAX_ERRORS, ROWS, Report, Text
from ingest.formats.load.ab.reports import Reports
from ingest.formats.load.ab.summary import SUMMARY, fill

TAG = re.compile(r"<[^<>]*>")
VERSION = re.compile(r"This is ApacheBench, Version ([\w.-]+)")
REVISION = re.compile(r"\$Revision: *([\d.]+) *\$")
TARGET = re.compile(r"Benchmarking (\S+)(?: \[through ([^\s\]]+)\])? \(be patient\)(?:\.\.\.)?[ \t]*(.*)")
COMMAND = re.compile(r"(?:^|[$%#>] )((?:[^\s$%#>]*/)?ab(?:\.exe)? +(?:-|https?://).*)")
LONGEST_COMMAND = 4000  #: of which further lines are read, where each ends in a backslash
REQUEST = re.compile(r"(GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|[A-Z]{3,12}) \S+ HTTP/1\.[01]$")
PERCENT = re.compile(r"\d{1,3}%\s")
COUNTED = re.compile(r"\w+ (?:of )?(\d{1,18}) requests(.*)")

#: Of zb's summary, which begins with its server: a header of a reply has no blank in its name.
BELOW_SERVER = ("document_length", "concurrency")
NEAR = 2  #: lines; an empty one may stand between


class Reader(Reports):
    """Reads lines one by one, and keeps what each says of the report that it stands in."""

    def __init__(self) -> None:
        super().__init__()
        self.server = Text(0, "")  #: what the last `Server:` line says: of a reply that -v shows, or of a zb report
        self.cut_line = 0  #: the last line of the log, if the log ends in it; 0 until that is known

    def read(self, log: Iterable[Page]) -> Iterator[Report]:
        """The reports of a whole log, each as soon as it is certain."""
        for page in log:
            for summary in SUMMARY.finditer(page.text):
                if summary.start() > page.place:
                    yield from self.read_lines(page.lines(summary.start()))
                yield from self.summary(page.line, summary)
                page.go(min(summary.end() + 1, len(page.text)))
            yield from self.read_lines(page.lines())
            self.cut_line = page.cut_line
        self.close()
        yield from self.ready
        yield from self.held

    def read_lines(self, numbered: Iterable[tuple[int, str]]) -> Iterator[Report]:
        """Most lines need the two look-ups here only."""
        labels, words, rows = LABELS, WORDS, ROWS
        for number, text in numbered:
            label, colon, value = text.partition(":")
            if colon and label in labels:
                self.field(number, labels[label], value.strip())
            elif handler := words.get(text.partition(" ")[0]):
                handler(self, number, text.rstrip())
            elif text:
                bare = text.strip()
                if (label not in rows and bare == text) or not self.line(number, bare):
                    self.other(number, bare)
            if self.ready:
                yield from self.ready
                self.ready.clear()

    def summary(self, number: int, summary: re.Match[str]) -> Iterator[Report]:
        """The same for the lines of a whole summary."""
        self.field(number, "server_software", summary["server_software"])
        if self.report and len(self.report.fields) == 1 and not self.report.rows and not self.report.percentiles:
            fill(self.report, summary, number)
            yield from self.ready
            self.ready.clear()
        else:
            yield from self.read_lines(enumerate(summary[0].split("\n")[1:], number + 1))

    def line(self, number: int, text: str) -> bool:
        """`text`, without what a mailer or a page put before it: does its label or its first word say what it is?"""
        label, colon, value = text.partition(":")
        if colon and label in LABELS:
            self.field(number, LABELS[label], value.strip())
        elif colon and label in ROWS:
            self.row(number, label, text)
        elif handler := WORDS.get(text.partition(" ")[0]):
            handler(self, number, text)
        else:
            return False
        return True

    # What a labelled line says.

    def field(self, number: int, name: str, value: str) -> None:
        if name == "time_concurrent" and "across" in value:
            name = "time_across"
        report = self.report
        if name in BELOW_SERVER and self.server.line and number - self.server.line <= NEAR:
            report = self.begin(self.server.line)
            report.is_zb, report.fields["server_software"], self.server = True, self.server, Text(0, "")
        elif report is None or report.starts_again(name):
            own = self.verbose if name == "server_software" else None
            report = self.resume(number, own) if own else self.begin(number)
        report.fields[name] = Text(number, value)
        report.last_line = number
        report.section = ""

    def row(self, number: int, label: str, text: str) -> None:
        report = self.report
        if report is None or report.section != "times":
            return
        if label in report.rows:
            return
        report.rows[label] = Text(number, text[text.index(label) :])
        report.last_line = number
        if label == "Total":
            report.section = "notes"

    # What a line without a label says, by its first word.

    def banner(self, number: int, text: str) -> None:
        match = VERSION.match(text)
        if not match:
            return
        report = self.report
        if "<i>" in text and report and report is self.verbose and not report.fields:
            report = self.put_back(report)
        if report is None or report.has_banner or report.fields or report.errors or report.target:
            report = self.begin(number)
        report.has_banner, report.version, report.last_line = True, match[1], number
        revision = REVISION.search(text)
        report.revision = revision[1] if revision else ""
        report.is_html = "<i>" in text

    def target(self, number: int, text: str) -> None:
        match = TARGET.match(text)
        if not match:
            return
        report = self.report
        if report is None or report.target or report.fields or report.errors:
            report = self.begin(number)
        report.target, report.proxy, report.last_line = match[1], match[2] or "", number
        if match[3] and "(be patient)" not in match[3]:
            self.again(number, match[3])

    def completed(self, number: int, text: str) -> None:
        report = self.report
        if report and report.step and not report.fields:
            return  # one of many
        if report and report.is_block:
            report = self.begin(number)  # the progress of an HTML report comes before its banner
        if report is None or not report.step:
            match = COUNTED.match(text)
            if match and match[2] == "":
                report = report or self.begin(number)
                report.step = int(match[1])

    def finished(self, number: int, text: str) -> None:
        match = COUNTED.match(text)
        if not match:
            return
        report = self.finishing(number)
        if report and report.finished is None and not report.is_block:
            report.finished = int(match[1])
            report.interrupted = "interrupted" in match[2]
            report.last_line = number

    def dots(self, number: int, text: str) -> None:
        """`..done` or `..interrupted`, the end of a run without progress lines."""
        if not text.startswith(".."):
            return
        rest = text.lstrip(".")
        report = self.finishing(number)
        if report and not report.is_block and rest in ("done", "interrupted"):
            report.finished = 0
            report.interrupted = rest == "interrupted"
            report.last_line = number

    def server_of(self, number: int, text: str) -> None:
        self.server = Text(number, text.partition(":")[2].strip())

    def total_of(self, number: int, text: str) -> None:
        match = COUNTED.match(text)
        if match and self.report and match[2] == " completed":
            self.report.aborted_after = Text(number, match[1])
            self.report.last_line = number

    def times(self, number: int, text: str) -> None:
        if self.report and self.report.is_block and text.startswith("(ms)", text.find(" Times ") + 7):
            self.report.section = "times"
            self.report.last_line = number
            self.report.is_old = text.startswith("Connn") and not self.report.is_html

    def percentages(self, number: int, text: str) -> None:
        if self.report and self.report.is_block and "within a certain time" in text and not self.report.percentiles:
            self.report.section = "percentiles"
            self.report.last_line = number

    def note(self, number: int, text: str) -> None:
        """ab's own doubts, under the connection times; in a -v dump the same word means a reply's status."""
        if self.report and self.report.section == "notes" and "median and mean" in text:
            self.report.notes.append(text.partition(":")[2].strip())
        elif text.startswith("WARNING: Response code"):
            self.dump(number, text)

    def deviation(self, number: int, text: str) -> None:
        """The second line of a note."""
        if self.report and self.report.section == "notes" and self.report.notes:
            self.report.notes[-1] += f". {text}" if text.startswith("These") else f" {text}"

    # Everything else.

    def other(self, number: int, text: str) -> None:
        if self.command.text.endswith("\\") and len(self.command.text) < LONGEST_COMMAND:
            self.command = Text(self.command.line, f"{self.command.text[:-1].rstrip()} {text}")
        elif handler := SIGNS.get(text[:1]):
            handler(self, number, text)
        elif text[:1].isdigit():
            self.numeric(number, text)
        elif self.expects_request and self.report and (request := REQUEST.match(text)):
            self.report.method, self.expects_request = request[1], False
        elif text.startswith("apr_"):
            self.error(number, text)
        elif "ab" in text:
            self.named(number, text)

    def named(self, number: int, text: str) -> None:
        """A line with the program's name in it: its error, or the command that started it."""
        command = COMMAND.search(text)
        if command:
            self.command = Text(number, command[1])
        else:
            self.error(number, text)

    def again(self, number: int, text: str) -> None:
        """`text`, a part of a line, read as a line of its own."""
        if not self.line(number, text):
            self.other(number, text)

    def numeric(self, number: int, text: str) -> None:
        report = self.report
        if report is None:
            return
        if report.section == "percentiles" and PERCENT.match(text):
            report.percentiles.append(Text(number, text))
            report.last_line = number
            if text.startswith("100%"):
                report.section = ""
        elif text.endswith("kb/s sent") and "transfer_rate" in report.fields:
            report.fields.setdefault("transfer_rate_sent", Text(number, text))
            report.last_line = number
        elif text.endswith("kb/s total") and "transfer_rate" in report.fields:
            report.fields.setdefault("transfer_rate_total", Text(number, text))
            report.last_line = number

    def breakdown(self, number: int, text: str) -> None:
        if self.report and text.startswith("(Connect: ") and "failed" in self.report.fields:
            self.report.fields.setdefault("breakdown", Text(number, text))
            self.report.last_line = number

    def html_row(self, number: int, text: str) -> None:
        if "ApacheBench" in text or text[:3].lower() in ("<tr", "<th", "<td", "<p>"):
            for row in text.split("</tr>"):
                plain = html.unescape(TAG.sub(" ", row)).replace("\xa0", " ").strip()
                if plain and not plain.startswith(("<", "^")):
                    self.again(number, plain)
                    if self.report and text[:3].lower() == "<tr":
                        self.report.is_html = True

    def interrupt(self, number: int, text: str) -> None:
        if text == "^C" and self.report and not self.report.is_block:
            self.report.interrupted = True

    def error(self, number: int, text: str) -> None:
        if not is_error(text):
            return
        report = self.report
        if report is None or report.is_block or refuses_another(report, number, text):
            report = self.begin(number)
        report.last_line = number
        if len(report.errors) < MAX_ERRORS and text not in report.errors:
            report.errors.append(text)


Handler = Callable[[Reader, int, str], None]
WORDS: dict[str, Handler] = {
    "This": Reader.banner,
    "Benchmarking": Reader.target,
    "Completed": Reader.completed,
    "Finished": Reader.finished,
    "Total": Reader.total_of,
    "Connection": Reader.times,
    "Connnection": Reader.times,
    "Percentage": Reader.percentages,
    "ERROR:": Reader.note,
    "WARNING:": Reader.note,
    "WARING:": Reader.note,
    "deviation": Reader.deviation,
    "These": Reader.deviation,
    "Test": Reader.error,
    "SSL": Reader.error,
    "Send": Reader.error,
    "INFO:": Reader.dump,
    "LOG:": Reader.dump,
    "Server:": Reader.server_of,
}
SIGNS: dict[str, Handler] = {
    "(": Reader.breakdown,
    "<": Reader.html_row,
    ".": Reader.dots,
    "^": Reader.interrupt,
}
