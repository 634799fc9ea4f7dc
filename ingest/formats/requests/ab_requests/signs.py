"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.requests.layout import PREFIX

SIGN = re.compile(r"(?:^|\n)" + PREFIX + r"starttime\tseconds\tctime")


def sniff(head: bytes) -> bool:
    """The header of ab -g stands in `head`."""
    return bool(SIGN.search(head.decode("utf-8", "replace")))
