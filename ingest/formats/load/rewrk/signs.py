"""How rewrk is recognised, however little of a log is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import SIZE, OwnLines
from ingest.formats.kit.report_scanner import GAP

NUMBER = r"(?:null|[\d.eE+-]{1,30})"
START = re.compile(
    r"(?:Beginning round \d+\.\.\.[ \t]{1,80})?Benchmarking \d+ connections @ \S+ for \d[^\n]{0,80}|"
    rf'\{{{GAP}"latency_avg"{GAP}:{GAP}{NUMBER}{GAP},{GAP}"latency_max"{GAP}:{GAP}{NUMBER}{GAP},{GAP}"latency_min"'
)
CLAIMS = Claims(START, (" connections @ ", '"latency_avg"'))
FOUND_BY = FoundBy(
    first=r"Beginning round \d|Benchmarking \d{1,9} connections @ ", anywhere=(b" connections @ ", b'"latency_avg"')
)
OWN_LINES = OwnLines(
    result=r"Total:[ \t]+\d+[ \t]+Req/Sec:",
    lines=(
        r"Beginning round \d++.*|Benchmarking \d++ connections @ .*",
        r"Latencies:|Requests:|Transfer:|Avg[ \t]++Stdev[ \t]++Min[ \t]++Max",
        r"[\d.]++ms(?:[ \t]++[\d.]++ms){3}",
        rf"Total:[ \t]++(?:\d++[ \t]++Req/Sec:[ \t]++[\d.]++|{SIZE}[ \t]++Transfer Rate:[ \t]++{SIZE}/Sec)",
        r"[-+| \t]{3,}|[| \t]*+(?:Percentile|[\d.]++%)[ \t|]++(?:Avg Latency|[\d.]++ms)[| \t]*+",
        r"\d++ Errors: .*|connection error: .*|No requests completed successfully",
    ),
)
