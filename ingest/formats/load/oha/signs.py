"""How oha is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import DETAILS, SIZE, TITLES, OwnLines
from ingest.formats.load.oha.layout import START

CLAIMS = Claims(START)
FOUND_BY = FoundBy(first=r"Summary:\s", anywhere=(b"Size/sec:",))
OWN_LINES = OwnLines(
    result=r"Size/sec:[ \t]",
    lines=(
        rf"{TITLES}|{DETAILS}",
        r"Success rate:[ \t]++[\d.]++%?",
        r"(?:Total|Slowest|Fastest|Average):[ \t]++[\d.]++[ \t]++[a-zµ]++",
        r"Requests/sec:[ \t]++\d++\.\d{4}",
        rf"(?:Total data|Size/request|Size/sec):[ \t]++{SIZE}",
        r"Response time (?:histogram|distribution) \(.*only\):",
        r"[\d.]++(?: [a-zµ]++)?[ \t]++\[\d++\].*",
        r"[\d.]++% in [\d.]++[ \t]++[a-zµ]++",
        r"[A-Za-z][\w+ -]*+:(?:[ \t]++[\d.]++[ \t]++[a-zµ]++,){2}[ \t]++[\d.]++[ \t]++[a-zµ]++",
        r"\[\d++\][ \t]++(?!\d++ sockets? used)\S.*",
    ),
)
