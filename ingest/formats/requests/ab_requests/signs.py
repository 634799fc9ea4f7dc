"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.requests.layout import PREFIX

NAMES = "starttime\tseconds\tctime"
SIGN = re.compile(rf"(?:^|\n){PREFIX}{NAMES}")


def sniff(head: bytes) -> bool:
    """The header of ab -g stands in `head`."""
    return NAMES.encode() in head and bool(SIGN.search(head.decode("utf-8", "replace")))
