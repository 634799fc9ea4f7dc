"""How h2load is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import OwnLines
from ingest.formats.load.h2load.layout import START

CLAIMS = Claims(START)
FOUND_BY = FoundBy(first=r"starting benchmark\.\.\.", anywhere=(b"starting benchmark",))
OWN_LINES = OwnLines(
    result=r"finished in \d[\w.]*, [\d.]+ req/s",
)
