"""How a log of this format is recognised."""

from __future__ import annotations

import re

OURS = re.compile(rb'"(?:avg-cpu"\s*:\s*\{|disk_device")')


def sniff(head: bytes) -> bool:
    """Whether `head` is a document of sysstat with objects of iostat."""
    return head.lstrip()[:1] == b"{" and b'"sysstat"' in head[:200] and bool(OURS.search(head))
