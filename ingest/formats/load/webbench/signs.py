"""How a log of this format is recognised."""

from __future__ import annotations

import io

from ingest.formats.load.webbench.table import LONGEST_ROW, bare_line, numbered, table_of, tables

#: With none of these a line is what it looks like: no colours, nothing written over.
NOT_PLAIN = (b"\x1b", b"\r", b"\0")
RATES, SIDES = ("req", "rps"), ("client", "mix")  #: one of each stands in a line of headings


def sniff(head: bytes) -> bool:
    """Headings for clients or mixes and for requests per second, and a row below them."""
    return may_hold_table(head) and any(table.rows for table in tables(numbered(io.BytesIO(head))))


def may_hold_table(head: bytes) -> bool:
    """Quickly: of plain lines, those that speak of requests per second are looked at alone."""
    if not head.isascii() or any(sign in head for sign in NOT_PLAIN):
        return True
    text = head.decode("ascii")
    lowered = text.lower()
    if "<t" in lowered or "</t" in lowered:
        return True
    lines = text.split("\n")
    if max(map(len, lines)) > LONGEST_ROW:
        return True
    if not any(side in lowered for side in SIDES):
        return False
    return any(
        may_be_headings(low) and table_of(0, bare_line(line))
        for line, low in zip(lines, lowered.split("\n"), strict=True)
    )


def may_be_headings(lowered: str) -> bool:
    return any(rate in lowered for rate in RATES) and any(side in lowered for side in SIDES)
