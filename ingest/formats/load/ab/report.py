"""One ab report as it is printed: labels, texts and line numbers, not yet numbers.

Source of the labels: httpd support/ab.c, output_results(), 1.3.0 (ab 1.1) to trunk of 2024; the misspelt ones are ab's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

LABELS = {
    "Server Software": "server_software",
    "Server Hostname": "host",
    "Server Port": "port",
    "SSL/TLS Protocol": "tls_protocol",
    "Server Temp Key": "tls_temp_key",
    "TLS Server Name": "tls_server_name",
    "Document Path": "path",
    "Document Length": "document_length",
    "Doucment Length": "document_length",  # zb
    "Number of workers": "workers",
    "Concurrency Level": "concurrency",
    "Concurency Level": "concurrency",
    "Concurrency achieved": "concurrency_achieved",
    "Rampup delay": "rampup_delay",
    "Time taken for tests": "duration",
    "Number of requests": "planned",
    "Complete requests": "complete",
    "Failed requests": "failed",
    "Broken pipe errors": "broken_pipe",
    "Write errors": "write_errors",
    "Non-2xx responses": "non_2xx",
    "Keep-Alive requests": "keepalive",
    "Keep-Alive aborts": "keepalive_aborts",
    "Total transferred": "transferred",
    "Total transfered": "transferred",
    "Total POSTed": "posted",
    "Total PUT": "put",
    "Total body sent": "sent",
    "Bytes transfered": "transferred",  # zb
    "HTML transferred": "body",
    "HTML transfered": "body",
    "Requests per second": "rate",
    "Requests per seconds": "rate",
    "Time per request": "time_concurrent",  # "time_across" where the text says so
    "Transfer rate": "transfer_rate",
}
OPENING = {"server_software", "host", "port", "tls_protocol", "path", "document_length", "concurrency"}
ALWAYS = (
    "Server Software",
    "Server Hostname",
    "Server Port",
    "Document Path",
    "Document Length",
    "Concurrency Level",
    "Time taken for tests",
    "Complete requests",
    "Failed requests",
    "Total transferred",
    "HTML transferred",
    "Requests per second",
)
NOT_OF_ZB = ("Server Hostname", "Server Port", "Document Path")
ROWS = {"Connect": "connect_time", "Processing": "processing_time", "Waiting": "first_byte_time", "Total": "latency"}
CLOSED = re.compile(r"\)$|received$|bytes$|seconds$|sent$|total$|\.\d\d$")  #: no digit can follow: the text is whole
WITHOUT_PERCENTILES = re.compile(r"\s-[A-Za-z]*d(?=\s)")
FEWEST_CELLS = 5  #: of a row of times; before 1.3d there were fewer
MAX_ERRORS = 3  #: different error lines kept; a -r run can print one per request


class Text(NamedTuple):
    """What a line says after its label."""

    line: int
    text: str


@dataclass(slots=True, eq=False)
class Report:
    """Everything one run of ab printed, in the order of reading."""

    line: int
    version: str = ""
    revision: str = ""
    has_banner: bool = False
    is_html: bool = False
    is_zb: bool = False  #: of ab's forerunner, which says `Server:` for "Server Software:"
    is_old: bool = False  #: only ab 1.x writes "Connnection Times" in text
    target: str = ""  #: the host of the "Benchmarking" line
    proxy: str = ""
    command: str = ""
    method: str = ""  #: of the request that -v 2 shows
    fields: dict[str, Text] = field(default_factory=dict)
    rows: dict[str, Text] = field(default_factory=dict)
    percentiles: list[Text] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    step: int = 0  #: the first "Completed N requests"
    finished: int | None = None  #: N of "Finished N requests"; 0 = "..done", which has no N
    interrupted: bool = False
    aborted_after: Text | None = None  #: N of "Total of N requests completed"
    summary: re.Match[str] | None = None  #: all of it at once, where it looks like most: see _ab_summary
    section: str = ""  #: "", "times" or "percentiles"
    last_line: int = 0

    @property
    def is_started(self) -> bool:
        """A banner, an error or the first line of a summary stands in the log: ab did run."""
        return bool(self.has_banner or self.target or self.errors or "server_software" in self.fields)

    @property
    def is_block(self) -> bool:
        """The two lines without which a text is no ab summary: anything else may be a server's page."""
        return "concurrency" in self.fields and "complete" in self.fields

    @property
    def is_measured(self) -> bool:
        """The report got as far as its result. ab 1.x prints no rate when no time passed, but then the times follow."""
        return self.is_block and ("rate" in self.fields or bool(self.rows))

    @property
    def is_begun(self) -> bool:
        """Nothing but its beginning stands in the log."""
        return bool(self.has_banner or self.target) and not (self.fields or self.errors or self.interrupted)

    @property
    def is_result(self) -> bool:
        """Nothing but its result stands in the log."""
        return self.is_measured and not (self.has_banner or self.target or self.errors or self.is_html)

    @property
    def is_empty(self) -> bool:
        """Not one request was completed, so ab prints no result."""
        done = self.fields.get("complete")
        return done is not None and done.text == "0" and "body" in self.fields

    @property
    def lacks_percentiles(self) -> bool:
        """Nothing stands below the connection times. Since 1.3d ab prints percentiles there: of two requests and more,
        not in HTML, and not where -d was given.
        """
        is_new = self.version.startswith(("1.3d", "2."))
        has_table = "Total" in self.rows and (is_new or len(self.rows["Total"].text.split()) > FEWEST_CELLS)
        done = self.fields["complete"].text if "complete" in self.fields else "0"
        is_without = self.is_html or done == "1" or WITHOUT_PERCENTILES.search(self.command)
        return has_table and not (self.percentiles or self.section == "percentiles" or is_without)

    def starts_again(self, name: str) -> bool:
        """A line of the field `name` cannot belong to this report any more."""
        return name in self.fields or (name in OPENING and "complete" in self.fields)

    def missing(self) -> str:
        """The first label that every finished report has and this one lacks."""
        labels = (label for label in ALWAYS if not (self.is_zb and label in NOT_OF_ZB))
        return next((label for label in labels if LABELS[label] not in self.fields), "Connection Times (ms)")

    def open_table(self) -> str:
        """What the table that the log breaks off in would have ended with; "" if it does not break off in one."""
        if not (self.rows or self.section or self.percentiles or self.is_empty):
            return "connection times"
        if self.section == "times":
            return "'Total:' row of the connection times"
        if self.section == "percentiles":
            return "'100%' row of the percentiles"
        return ""

    def forget_cut(self, line: int) -> None:
        """Drop what stands on `line`, the unended last line of a log, unless its text shows that it is whole."""
        fields, rows = self.fields.items(), list(self.rows.items())
        self.fields = {name: text for name, text in fields if text.line != line or CLOSED.search(text.text)}
        self.percentiles = [text for text in self.percentiles if text.line != line or CLOSED.search(text.text)]
        self.rows = {name: text for name, text in rows if text.line != line}
        if len(self.rows) < len(rows):
            self.section = "times"
