"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.kit.archived_lines import head_text
from ingest.formats.solaris.columns import Column, sections

HEADER = re.compile(
    r"(?P<before>(?:[^|]{0,60}?\s)?)r\s+b\s+w\s+swap\s+free\s+(?P<kind>re\s+mf|si\s+so)\s+pi\s+po\s+fr\s+de\s+sr\s+"
    r"(?P<disks>(?:\S{1,4}\s+){0,8}?)in\s+sy\s+cs\s+us\s+sy\s+id\s*"
)
PAGING_HEADER = re.compile(
    r"(?P<before>(?:[^|]{0,60}?\s)?)swap\s+free\s+re\s+mf\s+fr\s+de\s+sr\s+epi\s+epo\s+epf\s+api\s+apo\s+apf"
    r"\s+fpi\s+fpo\s+fpf\s*"
)
NO_DISK = "--"
SWAP = "swap"  #: in every header

Place = tuple[Column, str] | None  #: a column and its item; None = not kept


def sniff(head: bytes) -> bool:
    """Whether a header of Solaris' vmstat stands in `head`. Linux prints `swpd`, others group their disks otherwise."""
    text = head_text(head)
    return SWAP in text and any(places_of(line) is not None for line in text.split("\n"))


def places_of(line: str) -> list[Place] | None:
    """What the columns of a header are; None for any other line."""
    if SWAP not in line or len(line) > 300:
        return None
    if PAGING_HEADER.fullmatch(line):
        return [(column, "") for column in sections("vmstat")["-p"]]
    match = HEADER.fullmatch(line)
    if not match:
        return None
    columns = sections("vmstat")["" if match["kind"].startswith("re") else "-S"]
    first_fixed = next(place for place, column in enumerate(columns) if column.name == "in")
    seen = dict[str, int]()
    places: list[Place] = [(column, "") for column in columns[:first_fixed]]
    for name in match["disks"].split():
        seen[name] = seen.get(name, 0) + 1
        item = name if seen[name] == 1 else f"{name} ({seen[name]})"
        places.append(None if name == NO_DISK else (Column(name, "disk.transfers", "1/s"), item))
    places += [(column, "all" if column.metric.startswith("cpu.") else "") for column in columns[first_fixed:]]
    return places
