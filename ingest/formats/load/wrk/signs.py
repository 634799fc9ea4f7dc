"""How wrk is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.report_scanner import line_pattern
from ingest.formats.load.wrk.report import SHAPES

CLAIMS = Claims(
    line_pattern({name: SHAPES[name] for name in ("running", "stats", "calibration", "refused")}),
)
