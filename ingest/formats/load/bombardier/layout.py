"""What bombardier prints as text, as regular expressions, one for each section.

Source: codesenberg/bombardier templates.go, bombardier.go, format.go (v1.0 to v1.2.6).
"""

from __future__ import annotations

import re

from ingest.formats.kit.report_scanner import BLANK, END, GAP, NEWLINE

NUMBER = r"(\d[\d.]*(?:[eE][-+]?\d{1,3})?|NaN|[-+]?Inf)"
TIME = r"(\d[\d.]*(?:us|ms|s|m|h)|NaN[a-z]{1,2})"
COUNT = r"(\d{1,18})"

INTRO_WORDS = r"Bombarding (\S+) (?:with (\d{1,18}) request\(s\)|for (\S+)) using (\d{1,9}) connection\(s\)"
TEXT_START = rf"{INTRO_WORDS}|Statistics[ \t]+Avg[ \t]+Stdev[ \t]+Max{END}"
JSON_KEYS = (
    "numberOfConnections|testType|numberOfRequests|testDurationSeconds|method|url|body|bodyFilePath|certPath|client|"
    "headers|bytesRead|bytesWritten|timeTakenSeconds|req1xx"
)
JSON_START = rf'\{{{GAP}"(?:spec|result)"{GAP}:{GAP}\{{{GAP}"(?:{JSON_KEYS})"'
START = re.compile(f"{TEXT_START}|{JSON_START}")

INTRO = re.compile(rf"{BLANK}{INTRO_WORDS}[^\n]*\n")
PROGRESS = re.compile(rf"(?:[^\n]*(?:\[[=>_\- ]*\]|\d%)[^\n]*\n|{BLANK}(?:Done!)?{NEWLINE})*")
HEAD = re.compile(rf"{BLANK}Statistics[ \t]+Avg[ \t]+Stdev[ \t]+Max{END}")
RATES = re.compile(
    rf"{BLANK}(?:Reqs/sec[ \t]+{NUMBER}[ \t]+{NUMBER}[ \t]+{NUMBER}|There wasn't enough data[^\n]*requests\.){NEWLINE}"
)
TIMES = re.compile(
    rf"{BLANK}(?:Latency[ \t]+{TIME}[ \t]+{TIME}[ \t]+{TIME}|There wasn't enough data[^\n]*latencies\.){NEWLINE}"
)
PERCENTILES = re.compile(rf"{BLANK}Latency Distribution{END}((?:{BLANK}\d{{1,3}}%[ \t]+\S{{1,40}}{NEWLINE})*)")
PERCENTILE = re.compile(r"(\d+)%[ \t]+(\S+)")
CODES = re.compile(
    rf"{BLANK}HTTP codes:{END}"
    rf"{BLANK}1xx - {COUNT}, 2xx - {COUNT}, 3xx - {COUNT}, 4xx - {COUNT}, 5xx - {COUNT}{NEWLINE}"
    rf"{BLANK}others - {COUNT}{NEWLINE}"
)
ERRORS = re.compile(rf"{BLANK}Errors:{END}((?:[^\n]* - \d{{1,18}}{NEWLINE})*)")
ERROR = re.compile(rf"^{BLANK}([^\n]*) - (\d+){BLANK}$", re.MULTILINE)
SPEED = re.compile(rf"{BLANK}Throughput:[ \t]+([\d.]+[KMGTP]?B)/s{END}")
