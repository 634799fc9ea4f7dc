"""How k6 is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import OwnLines
from ingest.formats.load.k6.layout import START

CLAIMS = Claims(START, ("..: ", "█ ", "running (", "{"))
FOUND_BY = FoundBy(anywhere=(b"http_reqs",))
OWN_LINES = OwnLines(
    result=r"http_reqs\.{2,}:",
    lines=(
        r"(?:[✓✗] )?(?:[A-Za-z_]\w*+)?(?:\{[^}]*+\})?\.{2,}: .*",
        r"█ .*|running \(.*|[✓✗↳] .*|[A-Z][A-Z_]{2,20}(?: [A-Z]{3,20})?|time=\".*|(?:INFO|WARN|ERRO)\[\d++\].*",
        r"(?:http_req|checks|iteration|vus|data)\w*+(?:\{[^}]*+\})?|[\w-]++[ \t]++[✓✗↓]?[ \t]*+\[.*\].*",
    ),
)
