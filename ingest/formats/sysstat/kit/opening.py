"""How JSON of sysstat begins, be it of sadf, iostat, mpstat or pidstat, wherever in a text it stands."""

from __future__ import annotations

import re

OPENING = re.compile(rb'\{\s{0,80}"sysstat"\s{0,80}:\s{0,80}\{')


def opens(head: bytes) -> bool:
    return b'"sysstat"' in head and OPENING.search(head) is not None
