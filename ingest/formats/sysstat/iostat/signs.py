"""How a log of this format is recognised."""

from __future__ import annotations

from ingest.formats.sysstat.iostat.layout import layout
from ingest.formats.sysstat.kit.beginnings import beginnings
from ingest.formats.sysstat.kit.words import text_of


def sniff(head: bytes) -> bool:
    """Whether a header of iostat stands near the beginning."""
    return any(layout(text_of(line)) is not None for line in beginnings(head))
