"""How nighthawk's JSON is recognised, however little of it is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.report_scanner import GAP

FIRST = (  # of the options: fields that are set come in the order of their numbers, maps before them
    "termination_predicates|failure_predicates|requests_per_second|connections|duration|timeout|h2|concurrency|"
    "verbosity|output_format|prefetch_connections|burst_size|address_family|request_options"
)
START = re.compile(rf'\{{{GAP}"options"{GAP}:{GAP}\{{{GAP}"(?:{FIRST})"{GAP}:')
CLAIMS = Claims(START)
