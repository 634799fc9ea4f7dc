"""How a log of this format is recognised."""

from __future__ import annotations

import re

BEFORE = r"(?:[ \t>|#*]|\[[^\[\]\r\n]{0,60}\] )*"
HEADER = re.compile(BEFORE + r'"?Percentage served"?[,;\t] ?"?Time in ms"?\s*')
SIGN = re.compile(r"(?:^|[\r\n])" + HEADER.pattern + r"(?:[\r\n]|\Z)")


def sniff(head: bytes) -> bool:
    """The header of ab -e stands in `head`."""
    return bool(SIGN.search(head.decode("utf-8", "replace")))
