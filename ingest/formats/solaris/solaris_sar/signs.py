"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.kit.archived_lines import head_text
from ingest.formats.solaris.solaris_sar.headers import BANNER, header

RESTART = re.compile(r"\d\d:\d\d:\d\d\s+unix restarts\s*")


def sniff(head: bytes) -> bool:
    """Whether a banner of Solaris' sar stands in `head`, and below it a header or a restart."""
    has_banner = False
    for line in head_text(head).split("\n"):
        if BANNER.fullmatch(line.strip()):
            has_banner = True
        elif has_banner and (header(line) is not None or RESTART.fullmatch(line.strip())):
            return True
    return False
