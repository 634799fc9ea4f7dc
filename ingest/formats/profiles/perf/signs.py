"""How a log of this format is recognised."""

from __future__ import annotations

from ingest.formats.kit.archived_lines import head_text
from ingest.formats.profiles.perf.reader import columns_of, may_have_columns


def sniff(head: bytes) -> bool:
    """Whether a header of perf's columns stands in `head`."""
    text = head_text(head)
    return may_have_columns(text) and any(columns_of(line) is not None for line in text.split("\n"))
