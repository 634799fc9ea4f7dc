"""One run of siege as it is printed: the same twelve numbers in text, in JSON, or as a row of siege.log.

Source: siege src/main.c, log.c, 3.0 to 4.2. Texts, units and line numbers; not yet numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from ingest.formats.kit.pasted.by_turns import BEGUN, RESULT, WHOLE, Mixable

LABELS = {  # of the text -> key of the JSON, and the units that may follow
    "Transactions": ("transactions", ("hits",)),
    "Availability": ("availability", ("%",)),
    "Elapsed time": ("elapsed_time", ("secs",)),
    "Data transferred": ("data_transferred", ("MB", "bytes", "KB", "GB")),
    "Response time": ("response_time", ("secs", "ms")),
    "Transaction rate": ("transaction_rate", ("trans/sec",)),
    "Throughput": ("throughput", ("MB/sec", "bytes/sec", "KB/sec", "GB/sec")),
    "Concurrency": ("concurrency", ("",)),
    "Successful transactions": ("successful_transactions", ("",)),
    "HTTP OK received": ("http_ok_received", ("",)),
    "Failed transactions": ("failed_transactions", ("",)),
    "Longest transaction": ("longest_transaction", ("", "secs", "ms")),
    "Shortest transaction": ("shortest_transaction", ("", "secs", "ms")),
}
KEYS = {key: label for label, (key, _) in LABELS.items()}
OPTIONAL = {"http_ok_received"}
FEWEST = 3  #: lines of a report; one of fewer says so by itself
UNITS = {"availability": "%", "data_transferred": "MB", "throughput": "MB/sec"}  #: of JSON and siege.log
COLUMNS = (  # of siege.log, after the date
    "transactions",
    "elapsed_time",
    "data_transferred",
    "response_time",
    "transaction_rate",
    "throughput",
    "concurrency",
    "successful_transactions",
    "failed_transactions",
)
NUMBER = r"[-+]?(?:\d{1,18}(?:\.\d{1,9})?|nan|inf)"
KEY = "|".join(KEYS)
VALUE = re.compile(rf"[ \t]*({NUMBER})[ \t]*([a-zA-Z/%]*)[ \t\r]*$")
PAIR = re.compile(rf"\"({KEY})\"[ \t]*:[ \t]*({NUMBER}|null)[ \t]*(,\d|[,}}\r]|$)")
TWO_DIGITS = re.compile(r"\.\d\d$")  #: no third is to come
LAST_WIDTH = 8  #: of siege.log's last column; a shorter one may be cut


class Printed(NamedTuple):
    """A number as it is printed."""

    line: int
    text: str
    unit: str


@dataclass(slots=True, eq=False)
class Report(Mixable):
    """Everything one siege printed, or one row of siege.log."""

    line: int
    command: str = ""
    version: str = ""
    users: int | None = None
    fields: dict[str, Printed] = field(default_factory=dict)
    unread: list[tuple[int, str, str]] = field(default_factory=list)  #: line, label, text
    finished_at: str = ""
    mark: str = ""
    first_error: str = ""
    is_aborted: bool = False
    is_interrupted: bool = False
    last_line: int = 0

    @property
    def part(self) -> str:
        """Which part of a report it is."""
        if self.users is None:
            return RESULT if self.is_whole and not (self.is_row or self.command or self.version) else ""
        return WHOLE if self.is_whole else "" if self.fields or self.is_aborted or self.is_interrupted else BEGUN

    @property
    def is_row(self) -> bool:
        return bool(self.finished_at)

    @property
    def is_whole(self) -> bool:
        return self.is_row or "shortest_transaction" in self.fields

    @property
    def is_quoted(self) -> bool:
        """Nothing but one of its lines stands in the log."""
        is_begun = self.users is not None or self.command or self.version or self.is_aborted or self.is_interrupted
        return not (is_begun or self.is_row) and len(self.fields) == 1

    def missing(self) -> list[str]:
        """The lines that should stand in a whole report and do not; those that say they cannot be read are there."""
        unread = {label for _, label, _ in self.unread}
        gone = (key for key in KEYS if key not in self.fields and key not in OPTIONAL and KEYS[key] not in unread)
        return [] if self.is_row or len(self.fields) < FEWEST else [KEYS[key] for key in gone]

    def expected(self) -> str:
        """The line that should have come next."""
        known = [place for place, key in enumerate(KEYS) if key in self.fields]
        rest = [key for key in list(KEYS)[known[-1] + 1 if known else 0 :] if key not in OPTIONAL]
        return KEYS[rest[0]] if rest else "Transactions"

    def add_label(self, number: int, text: str, is_ended: bool) -> None:
        label, _, value = text.partition(":")
        key, units = LABELS[label]
        match = VALUE.match(value)
        response = self.fields.get("response_time")
        is_bare = match is not None and not match[2] and response is not None and response.unit == "ms"
        if not match or match[2] not in units or (is_bare and key in ("longest_transaction", "shortest_transaction")):
            self.unread += [(number, label, text)] if is_ended else []
        elif is_ended or match[2] or TWO_DIGITS.search(match[1]):
            self.put(key, Printed(number, match[1], match[2]))

    def add_json(self, number: int, text: str, is_ended: bool) -> None:
        for key, value, end in PAIR.findall(text):
            if end[1:].isdigit():
                self.unread.append((number, "a decimal point", text))
            elif is_ended or end:
                self.put(key, Printed(number, value, UNITS.get(key, "")))

    def add_row(self, number: int, text: str, is_ended: bool) -> None:
        self.finished_at, *cells = text.rstrip().split(",")
        if not is_ended and cells and len(cells[-1]) < LAST_WIDTH:
            cells.pop()  # digits may be missing
        if len(cells) != len(COLUMNS):
            self.unread.append((number, f"{len(COLUMNS) + 1} columns", text))
        for key, cell in zip(COLUMNS, cells, strict=False):
            if match := VALUE.match(cell):
                self.put(key, Printed(number, match[1], UNITS.get(key, "")))

    def put(self, key: str, printed: Printed) -> None:
        if printed.text != "null" and self.fields.setdefault(key, printed).text != printed.text:
            self.doubled.add(key)
