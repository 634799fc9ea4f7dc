"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.sysstat.kit.opening import opens

OURS = re.compile(rb'"(?:avg-cpu"\s*:\s*\{|disk_device")')


def sniff(head: bytes) -> bool:
    """Whether `head` is a document of sysstat with objects of iostat."""
    return opens(head) and bool(OURS.search(head))
