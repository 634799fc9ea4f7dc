"""How tsung is recognised, however little of a log is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims

START = re.compile(r"tsung \d")  #: of a report; what mailers, terminals and pages put before a line is taken off
CLAIMS = Claims(START)
