"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.sysstat.kit.beginnings import are_rows
from ingest.formats.sysstat.kit.cleaning import cleaned

HEADER = re.compile(rb"#\s?hostname;interval;timestamp[;,]")
ROW = re.compile(rb"[^;\n]{1,255};-?\d{1,9};(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^;\n]{0,40}|\d{9,10});[^\n]")
LINES_LOOKED_AT = 20


def sniff(head: bytes) -> bool:
    """Whether one of the first lines is sadf's header or row, or a header or rows stand below another tool's report."""
    lines = cleaned(head).split(b"\n")
    is_first = any(HEADER.match(line) or ROW.match(line) for line in lines[:LINES_LOOKED_AT])
    return is_first or any(HEADER.match(line) for line in lines) or are_rows(lines, ROW)
