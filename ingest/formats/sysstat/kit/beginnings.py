"""The lines of a log's beginning among which a tool's first header may stand: several tools may be in one file."""

from __future__ import annotations

import re
from itertools import pairwise

from ingest.formats.sysstat.kit.cleaning import cleaned

WITHIN = 50  #: lines: a prompt, a warning, a mail's beginning may stand before the banner
BANNER = b"Linux "
BELOW = 10  #: lines below each banner further down


def are_rows(lines: list[bytes], row: re.Pattern[bytes]) -> bool:
    """Whether two rows stand below each other; one alone may be quoted."""
    return any(row.match(one) and row.match(other) for one, other in pairwise(lines))


def beginnings(head: bytes) -> list[bytes]:
    """The first lines, and those below each banner."""
    lines = [line for line in cleaned(head).split(b"\n") if line.strip()]
    banners = (place for place, line in enumerate(lines) if place >= WITHIN - BELOW and line.startswith(BANNER))
    further = {place for banner in banners for place in range(max(banner, WITHIN), banner + BELOW + 1)}
    return lines[:WITHIN] + [lines[place] for place in sorted(further) if place < len(lines)]
