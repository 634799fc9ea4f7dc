"""How a log of this format is recognised."""

from __future__ import annotations

from itertools import islice

from ingest.formats.sysstat.kit.cleaning import cleaned
from ingest.formats.sysstat.kit.words import cells_of, text_of
from ingest.formats.sysstat.sar.signs import BANNER_WITHIN
from ingest.formats.sysstat.vmstat.languages import SWAPPED
from ingest.formats.sysstat.vmstat.layout import header, other_table


def sniff(head: bytes) -> bool:
    """Whether a header of vmstat stands near the beginning, or one of its other tables at it."""
    text = cleaned(head)
    lines = list(islice((line for line in text.split(b"\n") if line.strip()), BANNER_WITHIN))
    if lines and other_table(text_of(lines[0])):
        return True
    return any(word.encode() in text for word in SWAPPED) and any(header(cells_of(line)) for line in lines)
