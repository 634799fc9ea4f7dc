"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.kit.archived_lines import head_text
from ingest.formats.solaris.columns import Column, sections

HEADER = re.compile(
    r"(?:[^|]{0,60}?\s)?(?P<names>(?:CPU|SET)\s+minf\s+mjf\s+xcal\s+intr\s+ithr\s+csw\s+icsw\s+migr\s+smtx\s+srw\s+syscl"
    r"\s+usr\s+sys\s+(?:wt|st)\s+idl(?:\s+set)?(?:\s+sze)?)\s*"
)

FAULTS = "minf"  #: in every header


def sniff(head: bytes) -> bool:
    """Whether a header of Solaris' mpstat stands in `head`."""
    text = head_text(head)
    return FAULTS in text and any(columns_of(line) is not None for line in text.split("\n"))


def columns_of(line: str) -> tuple[Column, ...] | None:
    """The columns that a header names, its item's first; None for any other line."""
    match = HEADER.fullmatch(line) if FAULTS in line and len(line) < 300 else None
    if not match:
        return None
    known = {column.name: column for column in sections("mpstat")[""]}
    first, *names = match["names"].split()
    return (Column(first, "item"), *(known[name] for name in names))
