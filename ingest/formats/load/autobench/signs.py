"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims

CLAIMS = Claims(re.compile(r"dem_req_rate[\t,; ]+req_rate_"))  #: the names of a table's columns
