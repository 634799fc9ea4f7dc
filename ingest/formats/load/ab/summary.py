"""The summary of a finished run as ab 2.3 prints it: one regular expression -> the texts and numbers of a Report.

Most reports look like this from "Server Software" to "100%". `lines` and `numbers` read any report, this one
too and with the same result; line by line a log takes 1.4 times as long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

from ingest.formats.load.ab.report import ROWS, Report, Text
from ingest.records import Measurement

VERSION = "2.3"  #: of 2.2.9 and all since; only the numbers of this one are printed as they are meant
WORDS = r"\S+(?: \S+)*"
COUNT = r"\d{1,15}"
TENTHS = r"\d{1,15}\.\d"
RATE = r"\d{1,15}\.\d\d"
MILLIS = r"\d{1,12}\.\d{3}"
PERCENTS = (50, 66, 75, 80, 90, 95, 98, 99)
PARTS = {"min": COUNT, "mean": COUNT, "stddev": TENTHS, "median": COUNT, "max": COUNT}
FAILURES = {"connect": "Connect", "receive": "Receive", "length": "Length", "exceptions": "Exceptions"}


def number(name: str, shape: str = COUNT, after: str = "") -> str:
    """A field that begins with its number: the text is one group, the number another."""
    return f"(?P<{name}>(?P<{name}_number>{shape}){after})"


def row(label: str) -> str:
    return f"(?P<{label}>{label}:" + "".join(f" +(?P<{label}_{part}>{shape})" for part, shape in PARTS.items()) + ")"


BREAKDOWN = r"\(" + ", ".join(f"{word}: (?P<failed_{item}>{COUNT})" for item, word in FAILURES.items()) + r"\)"
LINES = (  # a "?" before a line that a run may lack
    rf"Server Software: +(?P<server_software>(?:{WORDS})?)",
    rf"Server Hostname: +(?P<host>{WORDS})",
    rf"Server Port: +(?P<port>{COUNT})",
    rf"?SSL/TLS Protocol: +(?P<tls_protocol>{WORDS})",
    rf"?Server Temp Key: +(?P<tls_temp_key>{WORDS})",
    rf"?TLS Server Name: +(?P<tls_server_name>{WORDS})",
    "",
    rf"Document Path: +(?P<path>{WORDS})",
    rf"Document Length: +(?P<document_length>{COUNT} bytes|Variable)",
    "",
    rf"Concurrency Level: +(?P<concurrency>{COUNT})",
    "Time taken for tests: +" + number("duration", MILLIS, " seconds"),
    "Complete requests: +" + number("complete"),
    "Failed requests: +" + number("failed"),
    rf"? +(?P<breakdown>{BREAKDOWN})",
    "?Write errors: +" + number("write_errors"),
    "?Non-2xx responses: +" + number("non_2xx"),
    "?Keep-Alive requests: +" + number("keepalive"),
    "Total transferred: +" + number("transferred", COUNT, " bytes"),
    "HTML transferred: +" + number("body", COUNT, " bytes"),
    "Requests per second: +" + number("rate", RATE, r" \[#/sec\] \(mean\)"),
    "Time per request: +" + number("time_concurrent", MILLIS, r" \[ms\] \(mean\)"),
    "Time per request: +" + number("time_across", MILLIS, r" \[ms\] \(mean, across all concurrent requests\)"),
    "Transfer rate: +" + number("transfer_rate", RATE, r" \[Kbytes/sec\] received"),
    "",
    r"Connection Times \(ms\)",
    r" +min  mean\[\+/-sd\] median   max",
    *(row(label) for label in ROWS),
    "",
    r"Percentage of the requests served within a certain time \(ms\)",
    *(rf" +(?P<p{percent}>{percent}% +(?P<p{percent}_number>{COUNT}))" for percent in PERCENTS),
    rf" +(?P<p100>100% +{COUNT} \(longest request\))",
)
REST = (rf"(?:\n{line[1:]})?" if line[:1] == "?" else rf"\n{line}" for line in LINES[1:])
SUMMARY = re.compile(f"^{LINES[0]}{''.join(REST)}$", re.MULTILINE)
NAMES = tuple(match[1] if (match := re.search(r"\(\?P<(\w+)>", line)) else "" for line in LINES)
OPTIONAL = tuple(name for name, line in zip(NAMES, LINES, strict=True) if line[:1] == "?")
PERCENTILES = tuple(f"p{percent}" for percent in (*PERCENTS, 100))
TABLES = (*ROWS, *PERCENTILES)
FIELDS = tuple(name for name in NAMES if name and name not in TABLES)

Key = tuple[str, str]
MEASURED: tuple[tuple[str, str, Key, float], ...] = (  # group, its line, (metric, item), how many are one base unit
    ("complete_number", "complete", ("requests_completed", ""), 1),
    ("failed_number", "failed", ("requests_failed", ""), 1),
    ("write_errors_number", "write_errors", ("requests_failed", "write"), 1),
    ("non_2xx_number", "non_2xx", ("responses", "non_2xx"), 1),
    ("keepalive_number", "keepalive", ("requests_keepalive", ""), 1),
    ("transferred_number", "transferred", ("bytes_received", ""), 1),
    ("body_number", "body", ("bytes_body", ""), 1),
    *((f"failed_{item}", "breakdown", ("requests_failed", item), 1) for item in FAILURES),
    ("duration_number", "duration", ("duration", ""), 1),
    ("rate_number", "rate", ("requests_per_second", ""), 1),
    ("time_concurrent_number", "time_concurrent", ("time_per_request", "concurrent"), 1000),
    ("time_across_number", "time_across", ("time_per_request", ""), 1000),
    ("transfer_rate_number", "transfer_rate", ("transfer_rate", ""), 1 / 1024),
    *((f"{label}_{part}", label, (f"{name}_{part}", ""), 1000) for label, name in ROWS.items() for part in PARTS),
    *((f"p{percent}_number", f"p{percent}", (f"latency_p{percent}", ""), 1000) for percent in PERCENTS),
)
NEVER_ZERO = (  # a report with a zero here is an odd one
    ("duration", ""),
    ("requests_per_second", ""),
    ("time_per_request", "concurrent"),
    ("time_per_request", ""),
    ("bytes_received", ""),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """Which lines a summary has. Places are counted in lines from its first."""

    names: tuple[str, ...]  #: of its fields
    groups: tuple[int, ...]  #: of the fields, the rows and the percentiles
    places: tuple[int, ...]  #: likewise
    numbers: tuple[int, ...]  #: groups
    measured: tuple[tuple[Key, float, int], ...]  #: (metric, item), how many are one base unit, place of each number


def layout(optional: tuple[bool, ...]) -> Layout:
    """The layout where these of OPTIONAL are there."""
    absent = {name for name, is_there in zip(OPTIONAL, optional, strict=True) if not is_there}
    places = {name: place for place, name in enumerate(name for name in NAMES if name not in absent)}
    fields = tuple(name for name in FIELDS if name in places)
    measured = [row for row in MEASURED if row[1] in places]
    return Layout(
        fields,
        tuple(SUMMARY.groupindex[name] for name in (*fields, *TABLES)),
        tuple(places[name] for name in (*fields, *TABLES)),
        tuple(SUMMARY.groupindex[group] for group, _, _, _ in measured),
        tuple((key, unit, places[name]) for _, name, key, unit in measured),
    )


LAYOUTS = {optional: layout(optional) for optional in product((True, False), repeat=len(OPTIONAL))}


def layout_of(match: re.Match[str]) -> Layout:
    return LAYOUTS[tuple([text is not None for text in match.group(*OPTIONAL)])]


def fill(report: Report, match: re.Match[str], line: int) -> None:
    """Give the report everything that its summary says, which begins on `line`."""
    lines = layout_of(match)
    texts = [*map(Text, map(line.__add__, lines.places), match.group(*lines.groups))]
    report.fields = dict(zip(lines.names, texts, strict=False))
    report.rows = dict(zip(ROWS, texts[len(lines.names) :], strict=False))
    report.percentiles = texts[-len(PERCENTILES) :]
    report.summary, report.last_line, report.section = match, texts[-1].line, ""


def regular_numbers(report: Report) -> dict[Key, Measurement] | None:
    """What a summary says in numbers; None where there is none, or where they need to be looked at one by one."""
    match = report.summary
    if match is None or report.version != VERSION or report.is_html:
        return None
    lines, line = layout_of(match), report.fields["server_software"].line
    numbers = {
        key: Measurement(key[0], float(text) / unit, line + place, key[1])
        for text, (key, unit, place) in zip(match.group(*lines.numbers), lines.measured, strict=True)
    }
    is_odd = len(report.fields) != len(lines.names) or numbers["requests_completed", ""].value == 1
    return None if is_odd or not all(numbers[key].value for key in NEVER_ZERO) else numbers
