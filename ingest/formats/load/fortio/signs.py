"""How fortio's JSON is recognised, however little of it is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import OwnLines
from ingest.formats.kit.report_scanner import GAP

START = re.compile(rf'\{{{GAP}"RunType"{GAP}:{GAP}"HTTP"{GAP},')
CLAIMS = Claims(START)
FOUND_BY = FoundBy(first=r"Fortio \d")
OWN_LINES = OwnLines(
    result=r'"RunType":[ \t]*"HTTP"',
)
