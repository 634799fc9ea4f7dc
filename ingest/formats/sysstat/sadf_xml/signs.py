"""How a log of this format is recognised."""

from __future__ import annotations

import re

OPENING = re.compile(rb"<sysstat[\s>]")


def sniff(head: bytes) -> bool:
    """Whether sadf's XML begins in `head`."""
    return bool(OPENING.search(head))
