"""How Tsung is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.report_scanner import line_pattern

SHAPES = {  # the # before a dump is taken for a heading's sign
    "dump": r"(?:# )?stats: dump at \d++",
    "stats": r"stats: (?:\{[^\n{}]*+\}|\w++)(?: -?\d[\d.eE+-]*+)++(?=[ \t\x1d\x1e]*(?:\n|\Z))",
    "damaged": r"stats: [^\n]++",
    "end": r"EndMonitor:\{\d++,\d++,\d++\}",
}
LINES = line_pattern(SHAPES)
CLAIMS = Claims(LINES)
