"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.sysstat.kit.opening import opens

PROCESS = re.compile(
    rb'\{[^{}]{0,400}"(?:PID|TGID|TID|pid|tgid|tid)"\s{0,20}:'
    rb'[^{}]{0,2000}"(?:cmd|command|Command)"\s{0,20}:'
)


def sniff(head: bytes) -> bool:
    """Whether `head` is a document of sysstat with objects of processes."""
    is_document = opens(head)
    return is_document and PROCESS.search(head) is not None
