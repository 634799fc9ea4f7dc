"""What vegeta's reports look like, as regular expressions. Columns changed over the years: the brackets name them.

Source: tsenart/vegeta lib/reporters.go and lib/metrics.go, 2013 to v12.12.
"""

from __future__ import annotations

import re

from ingest.formats.kit.report_scanner import BLANK, END, GAP, NEWLINE, NEXT

LABELS = ("Requests", "Duration", "Latencies", "Bytes In", "Bytes Out", "Success", "Status Codes")
JSON_KEYS = "total|mean|50th|90th|95th|99th|max|min"
TEXT_START = r"Requests[ \t]+\[total[^\]\n]{0,60}\][ \t]*\d"
HISTOGRAM_START = r"Bucket[ \t]+#[ \t]+%[ \t]+Histogram"
QUANTILES_START = r"Value\(ms\)[ \t]+Percentile[ \t]+TotalCount[ \t]+1/\(1-Percentile\)"
JSON_START = rf'\{{{GAP}"latencies"{GAP}:{GAP}\{{{GAP}"(?:{JSON_KEYS})"{GAP}:'
HEADLESS_START = (
    rf"Duration[ \t]+\[total[^\]\n]{{0,60}}\][ \t]*\d[^\n]*{NEXT}Latencies[ \t]+\["  #: `Requests` was not pasted
)
START = re.compile(f"{TEXT_START}|{HEADLESS_START}|{HISTOGRAM_START}|{QUANTILES_START}|{JSON_START}")

ROW = re.compile(rf"{BLANK}({'|'.join(LABELS)})[ \t]+\[([^\]\n]{{0,60}})\][ \t]*([^\n]*){END}")
ERROR_SET = re.compile(
    rf"{BLANK}Error Set:{END}((?:{BLANK}(?:\d{{3}} [A-Za-z]|[A-Z][a-z]+ \"?https?://|[a-z][\w/.]*(?: [a-z]+)?: |"
    r"EOF|unexpected EOF)[^\n]*(?:\n|\Z))*)"
)
CODE = re.compile(r"(\d{1,9}):(\d{1,18})")

HISTOGRAM = re.compile(
    rf"{BLANK}{HISTOGRAM_START}{END}((?:{BLANK}\[(?![^\n]*\+Inf\])[^\n]*\n)*)"
    rf"({BLANK}\[[^\n\]]*\+Inf\][^\n%]*%[ \t]*#*)?"  # another report may be glued to its end
)
BUCKET = re.compile(r"\[[^\n\]]*\][ \t]+(\d{1,18})[ \t]+[\d.]+%")
QUANTILE_ROW = rf"{BLANK}[\d.]+[ \t]+[01]\.\d{{1,9}}[ \t]+\d{{1,18}}[ \t]+\d{{1,18}}\.\d{{6}}{END}"
QUANTILES = re.compile(rf"{BLANK}{QUANTILES_START}{NEWLINE}((?:{QUANTILE_ROW})*)")
QUANTILE = re.compile(r"([\d.]+)[ \t]+([01]\.\d+)[ \t]+(\d+)[ \t]+[\d.]+")
TARGET = re.compile(r"\b(GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS) (https?://[^\s\"']+)")
