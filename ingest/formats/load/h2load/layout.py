"""What h2load prints, as regular expressions. Each takes as many of its lines as stand there.

Source: nghttp2 src/h2load.cc, 1.0 (2015) to master of 2026; `req/s` rows since 1.7, median, p95, p99 since 1.66.
"""

from __future__ import annotations

import re

from ingest.formats.kit.report_scanner import BLANK, EMPTY, END, NEXT
from ingest.formats.load.hey.layout import nested

RATE = r"(\d+(?:\.\d*)?(?:e[-+]\d{1,3})?)"
COUNT = r"(\d{1,18})"
START = re.compile(
    rf"starting benchmark\.\.\.{NEXT}spawning thread #\d+:|spawning thread #\d+: \d+ total client\(s\)|"
    rf"finished in [\w.µ]+, {RATE} req/s, "
)
PREAMBLE = re.compile(
    rf"(?:{BLANK}(?:(?:starting benchmark|spawning thread|Warm-up |Main benchmark|Stopped all|TLS Protocol:|Cipher:|"
    rf"Server Temp Key:|Application protocol:|No protocol|progress:)[^\n]*)?\n)*"
)
SPAWNED = re.compile(
    r"spawning thread #\d+: (\d{1,9}) total client\(s\)\."
    r"(?:[^\n]{0,80}? (\d{1,18}) total requests|"
    r" Timing-based test with (\d{1,9}(?:\.\d{1,9})?)s of warm-up time and (\d{1,9}(?:\.\d{1,9})?)s of main)?"
)
NEGOTIATED = re.compile(r"(TLS Protocol|Cipher|Application protocol): (\S+)")
FINISHED = re.compile(rf"{BLANK}finished in ")
SEARCHED = 1 << 12  #: characters of other lines, warnings perhaps, between the preamble and the result
SUMMARY_LABELS = ("finished in", "requests:", "status codes:", "traffic:")
SUMMARY = re.compile(
    nested(
        (
            rf"{BLANK}finished in ([\d.]+[a-zµ]+), {RATE} req/s, ([\d.]+[KMGT]?)B/s{END}",
            rf"{BLANK}requests: {COUNT} total, {COUNT} started, {COUNT} done, {COUNT} succeeded, {COUNT} failed, "
            rf"{COUNT} errored(?:, {COUNT} timeout)?{END}",
            rf"{BLANK}status codes: {COUNT} 2xx, {COUNT} 3xx, {COUNT} 4xx, {COUNT} 5xx{END}",
            rf"{BLANK}traffic: (?:\S+ \()?{COUNT}(?:\)| bytes) total, (?:\S+ \()?{COUNT}(?:\)| bytes) headers"
            rf"(?: \(space savings [-\d.a-z]+%\))?, (?:\S+ \()?{COUNT}(?:\) data| bytes data){END}",
        )
    )
)
LAST_GROUPS = (3, 9, 14, 17)  #: of the rows of SUMMARY; the second may have one more
DATAGRAMS = re.compile(rf"{BLANK}UDP datagram: [^\n]*{END}")
COLUMNS = re.compile(rf"{EMPTY}{BLANK}min[ \t]+max[ \t]+([^\n]*?)sd[ \t]+\+/- sd{END}")
ROW = re.compile(rf"{BLANK}([A-Za-z/][\w/ ]*?)[ \t]*:[ \t]+([^\n%]*%){END}")
ROW_NAMES = {
    "time for request": "latency",
    "request": "latency",
    "time for connect": "connect_time",
    "connect": "connect_time",
    "time to 1st byte": "first_byte_time",
    "TTFB": "first_byte_time",
}
