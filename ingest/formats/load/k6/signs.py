"""How k6 is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.load.k6.layout import START

CLAIMS = Claims(START, ("..: ", "█ ", "running (", "{"))
