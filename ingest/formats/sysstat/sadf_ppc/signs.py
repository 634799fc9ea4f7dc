"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.sysstat.kit.beginnings import are_rows
from ingest.formats.sysstat.kit.cleaning import cleaned

ROW = re.compile(rb"[^\t\n]{1,255}\t-?\d{1,9}\t(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^\t\n]{0,40}|\d{9,10})\t[^\n]")
LINES_LOOKED_AT = 20


def sniff(head: bytes) -> bool:
    """Whether one of the first lines is sadf's, or its rows stand below another tool's report."""
    lines = cleaned(head).split(b"\n")
    return any(ROW.match(line) for line in lines[:LINES_LOOKED_AT]) or are_rows(lines, ROW)
