"""How a log of this format is recognised."""

from __future__ import annotations

import re

OPENING = re.compile(rb'\{\s{0,80}"sysstat"\s{0,80}:\s{0,80}\{')
OF_SADF = re.compile(rb'"(?:sysdata-version|file-date|file-utc-time)"\s{0,80}:|"timestamp"\s{0,80}:\s{0,80}\{')


def sniff(head: bytes) -> bool:
    """Whether sadf's JSON begins in `head`: iostat and mpstat write the same opening, but no file date."""
    return bool(OPENING.search(head) and OF_SADF.search(head))
