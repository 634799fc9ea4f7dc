"""How a log of this format is recognised."""

from __future__ import annotations

from ingest.formats.kit.archived_lines import head_text
from ingest.formats.profiles.perf.reader import columns_of


def sniff(head: bytes) -> bool:
    """Whether a header of perf's columns stands in `head`."""
    return any(columns_of(line) is not None for line in head_text(head).split("\n"))
