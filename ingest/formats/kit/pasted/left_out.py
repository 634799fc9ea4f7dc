"""Finds where somebody cut lines out of a log before they pasted it: `...`, `[snip]`, `(output truncated)`.

What stood there may have been numbers, so it is said; what is left is read as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.records import Problem

MARK = re.compile(
    rb"^[ \t>|#*]{0,20}(\.{3,6}|\xe2\x80\xa6|[\[(<{][ \t]?(?:\.{2,4}|\xe2\x80\xa6|snip(?:ped)?|cut|"
    rb"(?:[\w ]{0,30} )?(?:truncated|omitted|elided)(?: [\w ]{0,30})?)[ \t]?[\])>}]|"
    rb"-{2,20}[ \t]?(?:8<|>8|snip)[ \t]?-{2,20}|"
    rb"(?:\.{3} ?)?[\d,]{1,12} (?:more )?lines (?:omitted|truncated|skipped)(?: ?\.{3})?)[ \t\r]{0,20}$",
    re.MULTILINE | re.IGNORECASE,
)
SIGNS = (b"...", b"\xe2\x80\xa6", b"snip", b"cut", b"8<", b">8", b"truncated", b"omitted", b"elided", b"skipped")
LEFT_OUT = "Somebody left lines out here ({!r}): what stood there is not counted."


def left_out(head: bytes) -> Iterator[Problem]:
    """A problem for each such place in the beginning of a log, which is all there is of most that are pasted."""
    lowered = head.lower()
    if not any(sign in lowered for sign in SIGNS):
        return
    for mark in MARK.finditer(head):
        if head[: mark.start()].strip() and head[mark.end() :].strip():
            yield Problem(head.count(b"\n", 0, mark.start()) + 1, LEFT_OUT.format(mark[1].decode("utf-8", "replace")))
