"""How weighttp is recognised, however little of a log is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.report_scanner import NEXT

START = re.compile(
    rf"starting benchmark\.\.\.{NEXT}spawning thread #\d+: \d+ concurrent requests|weighttp - a lightweight and simple|"
    r"spawning thread #\d+: \d+ concurrent requests, |finished in \d+ sec, \d+ millisec and \d+ microsec, \d+ req/s"
)
CLAIMS = Claims(START)
