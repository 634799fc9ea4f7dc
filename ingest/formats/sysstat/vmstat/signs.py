"""How a log of this format is recognised."""

from __future__ import annotations

from itertools import islice

from ingest.formats.sysstat.kit.cleaning import cleaned
from ingest.formats.sysstat.kit.words import cells_of, text_of
from ingest.formats.sysstat.sar.signs import BANNER_WITHIN
from ingest.formats.sysstat.vmstat.layout import header, other_table


def sniff(head: bytes) -> bool:
    """Whether a header of vmstat stands near the beginning, or one of its other tables at it."""
    lines = list(islice((line for line in cleaned(head).split(b"\n") if line.strip()), BANNER_WITHIN))
    return bool(lines and other_table(text_of(lines[0]))) or any(header(cells_of(line)) for line in lines)
