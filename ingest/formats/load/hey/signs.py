"""How hey is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import DETAILS, TITLES, OwnLines
from ingest.formats.load.hey.layout import START

CLAIMS = Claims(START)
FOUND_BY = FoundBy(first=r"Summary:\s", anywhere=(b"Response time histogram",))
OWN_LINES = OwnLines(
    result=r"Latency distribution:",
    lines=(
        rf"{TITLES}|{DETAILS}",
        r"(?:Total|Slowest|Fastest|Average):[ \t]++[\d.]++ secs?",
        r"Requests/sec:[ \t]++\d++\.\d{4}",
        r"(?:Total data|Size/request):[ \t]++\d++ bytes",
        r"Note:.*first \d++ results\.?",
        r"-?[\d.]++ \[\d++\][ \t]*+\|.*",
        r"\d{1,3}%%? in[ \t]++[\d.]++ secs?",
        r"[A-Za-z+-]++(?: [a-z]++)?:(?:[ \t]++[\d.]++ secs?,){2}[ \t]++[\d.]++ secs?",
        r"\[\d++\][ \t]++(?!\d++ sockets? used)\S.*",
    ),
)
