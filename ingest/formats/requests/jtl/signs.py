"""How a log of this format is recognised."""

from __future__ import annotations

from ingest.formats.requests.jtl import columns
from ingest.formats.requests.layout import FIRST_LINES


def sniff(head: bytes) -> bool:
    """A header of JMeter stands in `head`, or one of its first lines is a row such as JMeter writes."""
    lines = head.decode("utf-8", "replace").splitlines(keepends=True)
    if b"elapsed" in head and any("elapsed" in line and columns.header(line) for line in lines):
        return True
    return any(columns.first_row(line) for line in lines[:FIRST_LINES])
