"""What the columns of Linux' vmstat are, and which other tables it prints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.formats.sysstat.interval.columns import PASSED, Layout, cell, columns
from ingest.formats.sysstat.vmstat.languages import SWAPPED, in_english

IDLE = "id"  #: the first of the names that end a header
ZONE = re.compile(r"[A-Z]{2,5}|[+-]\d{2}(?::?\d\d)?")
#: What else vmstat prints: nothing of it is a sample.
OTHERS = {
    "-d": re.compile(r"disk-?\s+-+\s*reads\s*-+"),
    "-D": re.compile(r"\s+\d+ disks"),
    "-s": re.compile(r"\s+\d+(?: [A-Za-z])? +total memory"),
    "-m": re.compile(r"Cache\s+Num\s+Total\s+Size\s+Pages"),
    "-p": re.compile(r"\S+\s+reads\s+read sectors\s+writes\s+requested writes"),
    "-f": re.compile(r"\s+\d+ forks"),
}


@dataclass(frozen=True, slots=True)
class Header:
    """The names of a header, how many words of somebody else's stand before them, and the zone of `-t` after them."""

    names: tuple[str, ...]
    zone: str = ""

    @property
    def is_cut(self) -> bool:
        """Whether it lost its end."""
        last = self.names[-1]
        is_part = last not in columns("vmstat") and any(name.startswith(last) for name in columns("vmstat"))
        return is_part or IDLE not in self.names

    def layout(self, before: int, after: int) -> Layout:
        """The layout of rows with so many cells before and after vmstat's own."""
        cells = (cell("vmstat", name) for name in self.names)
        return Layout((*(PASSED,) * before, *cells, *(PASSED,) * after))


def header(tokens: Sequence[str]) -> Header | None:
    """The header among `tokens`: r, b and, at once or after w, the swapped memory. A prefix may stand before it."""
    for start, token in enumerate(tokens[:40]):
        if token in SWAPPED:
            for before in (2, 3):
                names = in_english(tokens[max(0, start - before) :])
                if names[:2] == ["r", "b"] and names[before : before + 1] == ["swpd"]:
                    has_zone = names[-1] not in columns("vmstat") and ZONE.fullmatch(names[-1])
                    return Header(tuple(names[:-1]), names[-1]) if has_zone else Header(tuple(names))
    return None


def other_table(line: str) -> str:
    """The option that makes vmstat print a table which begins with this line; "" for none."""
    return next((option for option, begins in OTHERS.items() if begins.match(line)), "")
