"""How autocannon is recognised, however little of a log is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.report_scanner import GAP, NEXT

START = re.compile(
    rf"Running \d+(?:s| requests) test @ [^\n]{{1,2000}}?{NEXT}\d+ connections\b|"
    rf'\{{{GAP}(?:"title"{GAP}:{GAP}"[^"\n]{{0,300}}"{GAP},{GAP})?"url"{GAP}:{GAP}"[^"\n]{{0,2000}}"{GAP},{GAP}'
    rf'"connections"{GAP}:{GAP}\d+{GAP},{GAP}"(?:sampleInt|pipelining)"'
)
CLAIMS = Claims(START)
