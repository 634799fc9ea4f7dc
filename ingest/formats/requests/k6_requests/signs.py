"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.requests.layout import PREFIX

NAMES = "metric_name,timestamp,metric_value"
SIGN = re.compile(rf"(?:^|\n){PREFIX}{NAMES}[,\r\n]")


def sniff(head: bytes) -> bool:
    """A header of k6's CSV stands in `head`."""
    return NAMES.encode() in head and bool(SIGN.search(head.decode("utf-8", "replace")))
