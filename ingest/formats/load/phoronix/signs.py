"""How a result file of the Phoronix Test Suite is recognised, however little of it is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.report_scanner import GAP

START = re.compile(rf"<PhoronixTestSuite>{GAP}<(?:Generated|System|Result)>")
CLAIMS = Claims(START)
