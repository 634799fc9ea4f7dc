"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.requests.layout import PREFIX

SIGN = re.compile(r"(?:^|\n)" + PREFIX + r"metric_name,timestamp,metric_value[,\r\n]")


def sniff(head: bytes) -> bool:
    """A header of k6's CSV stands in `head`."""
    return bool(SIGN.search(head.decode("utf-8", "replace")))
