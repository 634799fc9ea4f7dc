"""How autocannon is recognised, however little of a log is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import OwnLines
from ingest.formats.kit.report_scanner import GAP, NEXT

START = re.compile(
    rf"Running \d+(?:s| requests) test @ [^\n]{{1,2000}}?{NEXT}\d+ connections\b|"
    rf'\{{{GAP}(?:"title"{GAP}:{GAP}"[^"\n]{{0,300}}"{GAP},{GAP})?"url"{GAP}:{GAP}"[^"\n]{{0,2000}}"{GAP},{GAP}'
    rf'"connections"{GAP}:{GAP}\d+{GAP},{GAP}"(?:sampleInt|pipelining)"'
)
CLAIMS = Claims(START)
FOUND_BY = FoundBy(first=r"Running \d{1,9}(?:s| requests) test @ ", anywhere=(b"req/sec", b"Req/Sec"))
OWN_LINES = OwnLines(
    result=r"(?:[│|][ \t]*)?Req/Sec[ \t]+[│|]",
    lines=(
        r"Running \d++(?:s| requests) test @ .*",
        r"\d++ connections(?: with \d++ pipelining factor)?",
        r"\d++ workers",
        r"[│─-╿].*",
        r"Req/Bytes counts .*|(?:# )?of samples: .*",
        r"\d++ 2xx responses, \d++ non 2xx responses",
        r"[\d.]++[kM]? requests in [\d.]++s, [\d.]++ [kMGT]?B read",
        r"[\d.]++[kM]? errors \([\d.]++[kM]? timeouts\)",
    ),
)
