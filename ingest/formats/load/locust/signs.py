"""How Locust's CSV files are recognised: by their headers, however little of them is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims

STATS = r'"?Type"?,"?Name"?,"?Request Count"?,"?Failure Count"?,'
HISTORY = r'"?Timestamp"?,"?User Count"?,"?Type"?,"?Name"?,"?Requests/s"?,'
START = re.compile(f"{STATS}|{HISTORY}")
CLAIMS = Claims(START, ("Request Count", "User Count"))
