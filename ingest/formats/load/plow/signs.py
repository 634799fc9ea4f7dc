"""How plow is recognised, however little of a log is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import TIME, OwnLines
from ingest.formats.kit.report_scanner import GAP, NEXT

START = re.compile(
    r"Benchmarking \S+(?: with \d+ request\(s\))?(?: for \S+)? using \d+ connection\(s\)|"
    rf"Summary:{NEXT}[ \t]*Elapsed[ \t]{{2,80}}\d|"
    rf'\{{{GAP}"Summary"{GAP}:{GAP}\{{{GAP}"Elapsed"{GAP}:'
)
CLAIMS = Claims(START)
FOUND_BY = FoundBy(
    first=r"Benchmarking https?://\S{1,2000} |Statistics[ \t]{1,20}Min[ \t]",
    anywhere=(b"Latency Percentile:", b'"Elapsed"'),
)
OWN_LINES = OwnLines(
    result=r"Latency Percentile:",
    lines=(
        r"Benchmarking \S++ .*using \d++ connection\(s\).*|@? ?Real-time charts is .*",
        r"Summary:|Elapsed[ \t]++\S++.*|Count[ \t]++\d++.*|[1-5]xx[ \t]++\d++",
        r"RPS[ \t]++[\d.]++|(?:Reads|Writes)[ \t]++[\d.]++MB/s",
        r'Error:|\d++[ \t]++".*"',
        r"Statistics[ \t]++Min[ \t]++Mean[ \t]++StdDev[ \t]++Max|(?:Latency|RPS)(?:[ \t]++\S++){4}",
        rf"Latency (?:Percentile|Histogram):|(?:P[\d.]++[ \t]*+){{2,}}|(?:{TIME}[ \t]*+){{2,}}",
        rf"{TIME}[ \t]++\d++(?:[ \t]++[\d.]++%)?[ \t■]*+",
    ),
)
