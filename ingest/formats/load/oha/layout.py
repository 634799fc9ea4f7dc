"""What oha prints as text, section by section, as regular expressions.

Source: hatoo/oha src/printer.rs, 0.1 (2020) to 1.15. Until 0.5 the success rate was a fraction; since 1.9 times have
the unit that suits the slowest, and rows of 2xx and of 4xx + 5xx may follow.
"""

from __future__ import annotations

import re

from ingest.formats.kit.printed_units import NUMBER
from ingest.formats.kit.report_scanner import BLANK, EMPTY, END, GAP, NEWLINE, NEXT
from ingest.formats.load.hey.layout import nested

UNIT = r"(?:ns|us|µs|ms|secs?|s|min|hr|h|d)"
TIME = rf"({NUMBER})[ \t]+({UNIT})"
TEXT_START = rf"Summary:{NEXT}Success rate:[ \t]+[\d.NaN]+"
JSON_KEYS = "successRate|total|slowest|fastest|average|requestsPerSec|totalData|sizePerRequest|sizePerSec"
DETAILS_KEYS = rf'details"{GAP}:{GAP}\{{{GAP}"DNS(?:Dialup|Lookup)"'
JSON_START = rf'\{{{GAP}"(?:summary"{GAP}:{GAP}\{{{GAP}"(?:{JSON_KEYS})"|{DETAILS_KEYS})'
START = re.compile(f"{TEXT_START}|{JSON_START}")

SUMMARY_LABELS = ("Success rate:", "Total:", "Slowest:", "Fastest:", "Average:", "Requests/sec:")
SUMMARY_METRICS = ("duration", "latency_max", "latency_min", "latency_mean")
SUMMARY = re.compile(
    rf"{BLANK}Summary:{NEWLINE}"
    + nested(
        (
            rf"{BLANK}Success rate:[ \t]+({NUMBER}%?){NEWLINE}",
            rf"{BLANK}Total:[ \t]+{TIME}{NEWLINE}",
            rf"{BLANK}Slowest:[ \t]+{TIME}{NEWLINE}",
            rf"{BLANK}Fastest:[ \t]+{TIME}{NEWLINE}",
            rf"{BLANK}Average:[ \t]+{TIME}{NEWLINE}",
            rf"{BLANK}Requests/sec:[ \t]+({NUMBER}){NEWLINE}",
        )
    )
)
LAST_GROUPS = (1, 3, 5, 7, 9, 10)  #: of the rows of SUMMARY
SIZE = r"([\d.]+ ?[KMGTPE]?i?B|NaN)"
DATA_LABELS = ("Total data:", "Size/request:", "Size/sec:")
DATA = re.compile(
    EMPTY
    + nested(
        (
            rf"{BLANK}Total data:[ \t]+{SIZE}{NEWLINE}",
            rf"{BLANK}Size/request:[ \t]+{SIZE}{NEWLINE}",
            rf"{BLANK}Size/sec:[ \t]+{SIZE}{NEWLINE}",
        )
    )
)

HISTOGRAM = "Response time histogram:"
PERCENTILES = "Response time distribution:"
DETAILS = "Details (average, fastest, slowest):"
CODES = "Status code distribution:"
ERRORS = "Error distribution:"
ORDER = (HISTOGRAM, PERCENTILES, DETAILS, CODES)  #: ERRORS only if there were some
PARTIAL = r"Response time (?:histogram|distribution) \((?:2xx|4xx \+ 5xx) only\):"
HEADER = re.compile(
    rf"{EMPTY}{BLANK}({'|'.join(map(re.escape, (*ORDER, ERRORS)))}|Latency distribution:|{PARTIAL}){END}"
)
BARS = re.compile(rf"(?:{BLANK}{NUMBER}(?: {UNIT})?[ \t]*\[\d+\](?=[ \t\n|])[^\n]*(?:\n|\Z))*")
ROWS = re.compile(rf"(?:{BLANK}[\d.]+% in {NUMBER}[ \t]+{UNIT}{NEWLINE})*")
BODY = {
    HISTOGRAM: BARS,
    PERCENTILES: ROWS,
    DETAILS: re.compile(rf"(?:{BLANK}[A-Za-z][\w+ -]*:[ \t]+[^\n]*,[^\n]*,[^\n]*[a-z]{NEWLINE})*"),
    CODES: re.compile(rf"(?:{BLANK}\[\d{{1,9}}\][ \t]+\d{{1,18}} responses{END})*"),
    ERRORS: re.compile(rf"(?:{BLANK}\[\d{{1,18}}\][ \t]+[^\n]*(?:\n|\Z))*"),
}
PERCENTILE = re.compile(rf"(\d{{1,3}}(?:\.\d+)?)% in {TIME}")
DETAIL = re.compile(rf"([A-Za-z][\w+ -]*):[ \t]+{TIME},[ \t]*{TIME},[ \t]*{TIME}")
CODE = re.compile(r"\[(\d+)\][ \t]+(\d+)")
ERROR = re.compile(r"\[(\d+)\][ \t]+([^\n]*)")
DETAIL_NAMES = {
    "DNS+dialup": ("connect_time", ""),
    "DNS-lookup": ("connect_time", "dns"),
    "DNSDialup": ("connect_time", ""),
    "DNSLookup": ("connect_time", "dns"),
    "firstByte": ("first_byte_time", ""),
}
