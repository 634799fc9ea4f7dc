"""What a format claims of a log: the beginnings of its reports. Two formats that claim the same are found out so."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ingest.formats.kit.line_scanner import head_text
from ingest.formats.kit.report_scanner import Page, cleaned


@dataclass(frozen=True, slots=True)
class Claims:
    """How reports begin, whatever a mailer or a terminal put before their lines."""

    start: re.Pattern[str]
    has_prefix: bool = False  #: the pattern is one of `line_pattern`: it takes what stands before a line itself

    def are_in(self, head: bytes) -> bool:
        if self.has_prefix:
            return self.start.search(head_text(head)) is not None
        return Page(cleaned(head.decode("utf-8", "replace")), 1, True).start(self.start)

    def lines(self, head: bytes) -> Mapping[int, int]:
        """How many characters are claimed, by the number of the line they begin on."""
        return self._of_lines(head) if self.has_prefix else self._of_reports(head)

    def _of_lines(self, head: bytes) -> Mapping[int, int]:
        text, claimed, line, place = head_text(head), dict[int, int](), 0, 0
        for match in self.start.finditer(text):
            begin = match.start(match.lastgroup or 0)
            line, place = line + text.count("\n", place, begin), begin
            claimed[line] = match.end() - begin
        return claimed

    def _of_reports(self, head: bytes) -> Mapping[int, int]:
        page, claimed = Page(cleaned(head.decode("utf-8", "replace")), 1, True), dict[int, int]()
        while page.start(self.start):
            line = page.line
            match = self.start.search(page.text, page.at)  # behind blanks that stand before it on its line
            if match is None:
                break
            claimed[line] = len(match[0].rstrip())
            page.go(max(match.end(), page.at + 1))  # always on: a start that is empty ends, too
        return claimed
