"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.sysstat.kit.opening import opens

OF_SADF = re.compile(rb'"(?:sysdata-version|file-date|file-utc-time)"\s{0,80}:|"timestamp"\s{0,80}:\s{0,80}\{')


def sniff(head: bytes) -> bool:
    """Whether sadf's JSON begins in `head`: iostat and mpstat write the same opening, but no file date."""
    return opens(head) and bool(OF_SADF.search(head))
