"""How a log of this format is recognised."""

from __future__ import annotations

import re

OPENING = re.compile(rb"<testResults(?:\s[^<>]{0,200})?>")


def sniff(head: bytes) -> bool:
    """Whether JMeter's XML begins in `head`."""
    return OPENING.search(head) is not None
