"""What a format claims of a log: the beginnings of its reports. Two formats that claim the same are found out so."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ingest.formats.kit.report_scanner import Page, page_of

Place = tuple[int, int]  #: a line, and the column if a report does not begin with it: JSON behind other JSON


@lru_cache(maxsize=2)
def clean(head: bytes) -> str:
    """`head` as the formats of load tools read it; nearly all of them are asked about the same one."""
    return page_of(head).text


@dataclass(frozen=True, slots=True)
class Claims:
    """How reports begin, whatever a mailer or a terminal put before their lines."""

    start: re.Pattern[str]
    needs: tuple[str, ...] = ("",)  #: one of these is in every beginning: to look for them is quicker

    def are_in(self, head: bytes) -> bool:
        text = clean(head)
        return any(need in text for need in self.needs) and Page(text).start(self.start)

    def places(self, head: bytes) -> Mapping[Place, int]:
        """How many characters are claimed, by where they begin."""
        page, claimed = Page(clean(head)), dict[Place, int]()
        while page.start(self.start):
            match = self.start.search(page.text, page.place)
            if match is None:
                break
            blanks = len(match[0]) - len(match[0].lstrip())
            page.go(match.start() + blanks)
            claimed[page.line, page.column] = len(match[0].strip())
            page.go(max(match.end(), page.place + 1))  # always on: a start that is empty ends, too
        return claimed
