"""How Gatling's JSON is recognised, however little of it is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.report_scanner import GAP

NAME = rf'"name"{GAP}:{GAP}"(?:All Requests|Global Information)"{GAP},'
START = re.compile(
    rf'\{{{GAP}"type"{GAP}:{GAP}"GROUP"{GAP},{GAP}{NAME}{GAP}"path"|\{{{GAP}{NAME}{GAP}"numberOfRequests"{GAP}:'
)
CLAIMS = Claims(START)
