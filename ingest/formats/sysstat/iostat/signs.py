"""How a log of this format is recognised."""

from __future__ import annotations

from itertools import islice

from ingest.formats.sysstat.iostat.layout import layout
from ingest.formats.sysstat.kit.cleaning import cleaned
from ingest.formats.sysstat.kit.words import text_of
from ingest.formats.sysstat.sar.signs import BANNER_WITHIN


def sniff(head: bytes) -> bool:
    """Whether a header of iostat stands near the beginning."""
    lines = (line for line in cleaned(head).split(b"\n") if line.strip())
    return any(layout(text_of(line)) is not None for line in islice(lines, BANNER_WITHIN))
