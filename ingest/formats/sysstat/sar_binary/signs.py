"""How a log of this format is recognised."""

from __future__ import annotations

from ingest.formats.sysstat.sar_binary.magic import recording


def sniff(head: bytes) -> bool:
    """Whether a recording of sysstat begins in `head`."""
    return recording(head) is not None
