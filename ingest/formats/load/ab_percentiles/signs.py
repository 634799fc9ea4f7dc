"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims

HEADER = re.compile(r'"?Percentage served"?[,;\t] ?"?Time in ms"?[ \t\x1d\x1e]*$', re.MULTILINE)  #: of ab -e
CLAIMS = Claims(HEADER, ("Percentage served",))
