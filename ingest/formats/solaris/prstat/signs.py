"""How a log of this format is recognised."""

from __future__ import annotations

from ingest.formats.kit.archived_lines import head_text
from ingest.formats.solaris.prstat.tables import may_head_table, table_of


def sniff(head: bytes) -> bool:
    """Whether the header of a table of prstat's stands in `head`."""
    text = head_text(head)
    parts = (part for line in text.split("\n") for part in line.split("\r"))
    return may_head_table(text) and any(table_of(part) is not None for part in parts)
