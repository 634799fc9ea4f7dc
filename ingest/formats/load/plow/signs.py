"""How plow is recognised, however little of a log is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.report_scanner import GAP, NEXT

START = re.compile(
    r"Benchmarking \S+(?: with \d+ request\(s\))?(?: for \S+)? using \d+ connection\(s\)|"
    rf"Summary:{NEXT}[ \t]*Elapsed[ \t]{{2,80}}\d|"
    rf'\{{{GAP}"Summary"{GAP}:{GAP}\{{{GAP}"Elapsed"{GAP}:'
)
CLAIMS = Claims(START)
