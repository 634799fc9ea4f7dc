"""What k6 prints at the end of a test, as regular expressions: the text of 0.2x to 0.5x, and that of 1.0 and later.

Source: grafana/k6 js/summary.js, internal/js/summary.js; real logs of 0.50.0 and 1.x.
"""

from __future__ import annotations

import re

from ingest.formats.kit.printed_units import TIME
from ingest.formats.kit.report_scanner import BLANK, GAP, NEXT

OWN = (
    "checks|checks_total|checks_succeeded|checks_failed|data_received|data_sent|dropped_iterations|group_duration|"
    "http_reqs|http_req_[a-z_]+|iteration_duration|iterations|vus|vus_max"
)
RUNNING = rf"running \((?P<running>{TIME})\), \d+/\d+ VUs, (\d+) complete and (\d+) interrupted iterations"
FIRST_METRIC = rf"(?:[✓✗] )?(?:{OWN})(?:\{{[^}}\n]{{0,200}}\}})?\.{{2,}}: [^\n]{{0,300}}{NEXT}"
#: Behind a line or two that another program wrote between those of the summary.
FURTHER_METRIC = rf"(?:[^\n]{{0,300}}\n[ \t]*){{1,2}}?(?:[✓✗] )?(?:{OWN})\.{{2,}}: "
#: Two lines of metrics: a single one is a quotation. Of a summary with another program's lines in it there are three.
METRICS_START = (
    rf"{FIRST_METRIC}(?:(?:[✓✗] )?[\w{{][^\n]{{0,120}}?\.{{2,}}: |"
    rf"{FURTHER_METRIC}[^\n]{{0,300}}{NEXT}{FURTHER_METRIC})"
)
TEXT_START = rf"{METRICS_START}|█ (?:THRESHOLDS|TOTAL RESULTS)\b|{RUNNING}"
JSON_START = (
    rf'\{{{GAP}"(?:root_group"{GAP}:{GAP}\{{|metrics"{GAP}:{GAP}\{{{GAP}"(?:{OWN})[{{"]|'
    rf'options"{GAP}:{GAP}\{{{GAP}"(?:summaryTrendStats|summaryTimeUnit|noColor)"|'
    rf'state"{GAP}:{GAP}\{{{GAP}"(?:isStdOutTTY|isStdErrTTY|testRunDurationMs)")'
)
START = re.compile(f"{TEXT_START}|{JSON_START}")

METRIC = r"(?P<mark>[✓✗] )?(?P<name>[A-Za-z_]\w{0,127})?(?P<tags>\{[^}\n]*\})?\.{2,}: +(?P<printed>[^\n]*)"
LINE = re.compile(
    rf"{BLANK}(?:{METRIC}|█ (?P<title>[^\n]*)|{RUNNING}[^\n]*|(?P<threshold>[✓✗] '[^\n]*)|"
    r"(?P<other>[✓✗↳][^\n]*|[A-Z][A-Z_ ]{2,40}|[a-z_]\w*(?:\{[^}\n]*\})?|[\w-]+[ \t]+[✓✗↓]?[ \t]*\[[^\]\n]*\][^\n]*|"
    rf"time=\"[^\n]*|(?:INFO|WARN|ERRO)\[\d+\][^\n]*)|){BLANK}(?P<end>\n|\Z)"
)
SURE = ("/s", "%")  #: at the end of a line without newline: nothing is missing of it

STATISTIC = re.compile(r"(avg|min|med|max|p\(\d{1,2}(?:\.\d{1,9})?\))=(\S+)")
#: The whole of a time's line: Go ends durations with seconds, so 3m is what is left of 3ms.
STATISTICS = re.compile(r"(?:[ \t]*(?:count=\d+|(?:\w+|p\([\d.]+\)|✓|✗)=(?:-?[\d.hmnµμu]*s|0))(?=\s|\Z))*\s*\Z")
GAUGE = re.compile(r"(\d+)[ \t]+min=(\d+)[ \t]+max=(\d+)")
COUNTER = re.compile(r"(\d{1,18})[ \t]+(\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?)/s")
SIZES = re.compile(r"(\d[\d.]* [kMGTPEZY]?B)[ \t]+(\d[\d.]* [kMGTPEZY]?B)/s")
RATE = re.compile(r"(\d+(?:\.\d+)?)%(?:[ \t]+✓ (\d{1,18})[ \t]+✗ (\d{1,18})|[ \t]+(\d{1,18}) out of (\d{1,18}))?")
#: Of the metrics that are no times, by name.
SHAPES = {
    **dict.fromkeys(("http_reqs", "iterations", "dropped_iterations"), COUNTER),
    **dict.fromkeys(("data_received", "data_sent"), SIZES),
    **dict.fromkeys(("checks", "checks_succeeded"), RATE),
    **dict.fromkeys(
        ("vus", "vus_max"), re.compile(r"\d{1,9}(?:[ \t]+min=\d{1,9}[ \t]+max=\d{1,9}|(?![ \t]+min))(?=\s|$)")
    ),
    "http_req_failed": re.compile(rf"(?=[^\n]*(?:✓|out of)){RATE.pattern[:-1]}"),
}

MAX_VUS = re.compile(r"\b(\d{1,9}) max VUs\b")
LOOPING = re.compile(rf"\b(\d{{1,9}}) looping VUs for ({TIME})")
SCRIPT = re.compile(r"\bscript: (\S+)")
#: After a footer: the summary that it stands before, which is another test's.
PROGRESS = rf"{BLANK}(?:[\w-]+[ \t]+[✓✗↓]?[ \t]*\[[^\n]*)?\n"
SUMMARY_FOLLOWS = re.compile(rf"[^\n]*\n(?:{PROGRESS}){{0,20}}{BLANK}(?:█|(?:[✓✗] )?(?:{OWN})(?:\{{|\.{{2,}}:))")
STOPPED = re.compile(r"test run was aborted[^\n\"]*|received a[n]? '?(?:interrupt|terminated)[^\n\"]*")

PARTS = {"avg": "mean", "min": "min", "med": "median", "max": "max"}
TRENDS = {
    "http_req_duration": ("latency", ""),
    "iteration_duration": ("latency", "iteration"),
    "http_req_blocked": ("connect_time", "blocked"),
    "http_req_connecting": ("connect_time", ""),
    "http_req_tls_handshaking": ("connect_time", "tls"),
    "http_req_sending": ("transfer_time", "request"),
    "http_req_waiting": ("first_byte_time", ""),
    "http_req_receiving": ("transfer_time", ""),
}
COUNTERS = {
    "http_reqs": ("requests_completed", "requests_per_second", ""),
    "iterations": ("sessions_completed", "session_rate", "iterations"),
    "dropped_iterations": ("sessions_failed", "", "dropped iterations"),
    "data_received": ("bytes_received", "transfer_rate", ""),
    "data_sent": ("bytes_sent", "transfer_rate_sent", ""),
}
