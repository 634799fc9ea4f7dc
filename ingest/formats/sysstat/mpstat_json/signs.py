"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.sysstat.kit.opening import opens

OURS = re.compile(rb'"(?:cpu-load|node-load|sum-interrupts|individual-interrupts|soft-interrupts)"\s*:\s*\[')
OF_SADF = re.compile(rb'"file-date"|"timestamp"\s*:\s*\{')


def sniff(head: bytes) -> bool:
    """Whether `head` is a document of sysstat with lists of mpstat; sadf has some of the same names."""
    is_document = opens(head)
    return is_document and bool(OURS.search(head)) and not OF_SADF.search(head)
