"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.requests.layout import PREFIX

FIRST = ("response-time", "DNS+dialup", "DNS", "Request-write", "Response-delay", "Response-read")
START = ",".join(map(re.escape, FIRST))
SIGN = re.compile(r"(?:^|\n)" + PREFIX + START + r"[,\r\n]")


def sniff(head: bytes) -> bool:
    """A header of hey's CSV stands in `head`."""
    return FIRST[0].encode() in head and bool(SIGN.search(head.decode("utf-8", "replace")))
