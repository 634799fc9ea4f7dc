"""What hey prints, section by section, as regular expressions. Each takes as many of its lines as stand there.

Source: rakyll/hey requester/print.go and report.go, from boom (2014) to v0.1.5; 0.1.5 writes `10%% in`.
"""

from __future__ import annotations

import re

from ingest.formats.kit.printed_units import NUMBER
from ingest.formats.kit.report_scanner import BLANK, EMPTY, END, NEWLINE, NEXT

VALUE = rf"[ \t]+({NUMBER})"
SECS = rf"[ \t]+{NUMBER} secs?"
START = re.compile(rf"Summary:{NEXT}Total:[ \t]+[\d.]+ secs?\b")
SUMMARY_LABELS = ("Total", "Slowest", "Fastest", "Average", "Requests/sec")
SUMMARY_METRICS = ("duration", "latency_max", "latency_min", "latency_mean", "requests_per_second")


def nested(rows: tuple[str, ...]) -> str:
    """A pattern for as many of `rows` as follow each other from the first on."""
    pattern = ""
    for row in reversed(rows):
        pattern = f"(?:{row}{pattern})?"
    return pattern


SUMMARY = re.compile(
    rf"{BLANK}Summary:{NEWLINE}"
    + nested(
        (
            rf"{BLANK}Total:{VALUE} secs?{END}",
            rf"{BLANK}Slowest:{VALUE} secs?{END}",
            rf"{BLANK}Fastest:{VALUE} secs?{END}",
            rf"{BLANK}Average:{VALUE} secs?{END}",
            rf"{BLANK}Requests/sec:{VALUE}{NEWLINE}",
        )
    )
)
DATA = re.compile(
    rf"{EMPTY}{BLANK}Total data:[ \t]+(\d{{1,18}}) bytes{END}(?:{BLANK}Size/request:[ \t]+\d+ bytes{END})?"
)
NOTE = re.compile(rf"{EMPTY}{BLANK}Note:[^\n]*first (\d+) results\.?{END}")

HISTOGRAM = "Response time histogram:"
LATENCIES = "Latency distribution:"
DETAILS = "Details (average, fastest, slowest):"
CODES = "Status code distribution:"
ERRORS = "Error distribution:"
ORDER = (HISTOGRAM, LATENCIES, DETAILS, CODES)  #: ERRORS only if there were some
HEADER = re.compile(rf"{EMPTY}{BLANK}({'|'.join(map(re.escape, (*ORDER, ERRORS)))}){END}")

BODY = {
    HISTOGRAM: re.compile(rf"(?:{BLANK}-?[\w.]+ \[\d+\][ \t]*\|[^\n]*(?:\n|\Z))*"),
    LATENCIES: re.compile(rf"(?:{BLANK}\d{{1,3}}%%? in[ \t]+{NUMBER} secs?{END})*"),
    DETAILS: re.compile(rf"(?:{BLANK}[A-Za-z+-]+(?: [a-z]+)?:{SECS},{SECS},{SECS}{END})*"),
    CODES: re.compile(rf"(?:{BLANK}\[\d{{1,9}}\][ \t]+\d{{1,18}} responses{END})*"),
    ERRORS: re.compile(rf"(?:{BLANK}\[\d{{1,18}}\][ \t]+[^\n]*(?:\n|\Z)(?:{BLANK}[a-z][^\n]*(?:\n|\Z))?)*"),
}
LATENCY = re.compile(rf"(\d+)%%? in[ \t]+({NUMBER})")
DETAIL = re.compile(rf"([A-Za-z][\w+ -]*):{VALUE} secs?,{VALUE} secs?,{VALUE}")
CODE = re.compile(r"\[(\d+)\][ \t]+(\d+)")
ERROR = re.compile(r"\[(\d+)\][ \t]+([^\n]*(?:\n[ \t]*[a-z][^\n]*)?)")  #: (requests, error)
DETAIL_NAMES = {
    "DNS+dialup": ("connect_time", ""),
    "DNS-lookup": ("connect_time", "dns"),
    "req write": ("transfer_time", "request"),
    "resp wait": ("first_byte_time", ""),
    "resp read": ("transfer_time", ""),
}
