"""How a log of this format is recognised."""

from __future__ import annotations

import re

START = r"[ \t>|#*`\ufeff]*"
SIGN = re.compile(rf"(?:^|[\r\n]){START}dem_req_rate[\t,; ]+req_rate_")


def sniff(head: bytes) -> bool:
    """The names of a table's columns stand in `head`."""
    return bool(SIGN.search(head.decode("utf-8", "replace")))
