"""How a log of this format is recognised."""

from __future__ import annotations

from ingest.formats.kit.archived_lines import head_text
from ingest.formats.solaris.prstat.tables import table_of


def sniff(head: bytes) -> bool:
    """Whether the header of a table of prstat's stands in `head`."""
    return any(table_of(part) is not None for line in head_text(head).split("\n") for part in line.split("\r"))
