"""How bombardier is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import SIZE, TIME, OwnLines
from ingest.formats.load.bombardier.layout import START

CLAIMS = Claims(START)
FOUND_BY = FoundBy(
    first=r"Bombarding \S{1,2000} (?:with|for) |Statistics[ \t]{1,20}Avg[ \t]", anywhere=(b"Bombarding ", b"Reqs/sec ")
)
OWN_LINES = OwnLines(
    result=r"Reqs/sec[ \t]+\d",
    lines=(
        r"Bombarding \S++ .*|Done!|Statistics[ \t]++Avg[ \t]++Stdev[ \t]++Max",
        r"Reqs/sec(?:[ \t]++[\w.+-]++){3}",
        rf"Latency(?:[ \t]++{TIME}){{3}}",
        rf"Latency Distribution|\d{{1,3}}%[ \t]++{TIME}",
        r"There wasn't enough data.*",
        r"HTTP codes:|1xx - \d.*|others - \d++|Errors:|[a-z].* - \d++",
        rf"Throughput:[ \t]++{SIZE}/s",
    ),
)
