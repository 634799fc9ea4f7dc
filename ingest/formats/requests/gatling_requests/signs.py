"""How a simulation.log is recognised, however little of it is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims

RUN = r"RUN\t[^\t\n]{1,300}\t[^\t\n]{0,300}\t\d{12,14}\t"
USER = r"USER\t[^\t\n]{1,300}\t(?:\d{1,18}\t)?(?:START|END)\t\d{12,14}"
REQUEST = r"REQUEST\t(?:[^\t\n]{0,300}\t){2,4}\d{12,14}\t-?\d{1,19}\t(?:OK|KO)\b"
START = re.compile(f"{RUN}|{USER}|{REQUEST}")
CLAIMS = Claims(START)
