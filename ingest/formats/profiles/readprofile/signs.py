"""How a log of this format is recognised."""

from __future__ import annotations

import re
from typing import NamedTuple

from ingest.formats.kit.archived_lines import head_text

NAME = r"[A-Za-z_.$][\w.$@]{0,127}"
ROW = re.compile(
    rf"\s*(?:(?P<ticks>\d{{1,18}}) (?P<name>{NAME}|\*unknown\*)(?:\s+(?P<load>\d{{1,12}}\.\d{{4}}))?"
    rf"|[0-9a-f]{{8,16}} (?P<named>{NAME})\s+(?P<counted>\d{{1,18}})\s+\d{{1,12}}\.\d{{4}})\s*"
)
TOTAL, UNKNOWN = "total", "*unknown*"
ROWS_NEEDED = 3  #: in a row: nothing else is printed so


class Row(NamedTuple):
    """A line of a profile."""

    line: int
    ticks: int
    name: str


def row_of(line: int, text: str) -> Row | None:
    match = ROW.fullmatch(text) if len(text) < 260 else None
    if not match or (match["ticks"] and match["name"] != UNKNOWN and not match["load"]):
        return None
    return Row(line, int(match["ticks"] or match["counted"]), match["name"] or match["named"])


def sniff(head: bytes) -> bool:
    """Whether some rows of a profile stand together in `head`."""
    together = 0
    for line in head_text(head).split("\n"):
        if line.strip():
            together = together + 1 if row_of(0, line) else 0
        if together >= ROWS_NEEDED:
            return True
    return False
