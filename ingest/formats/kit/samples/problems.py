"""What could not be read in a log with many lines."""

from __future__ import annotations

from ingest.records import Problem

MOST_PROBLEMS = 50


class Problems:
    """What could not be read: the first ones each, the others counted."""

    def __init__(self) -> None:
        self.listed: list[Problem] = []
        self.more = 0
        self._messages: set[str] = set()

    def add(self, line: int, message: str, excerpt: str = "") -> None:
        if len(self.listed) < MOST_PROBLEMS:
            self.listed.append(Problem(line, message, 0, excerpt))
        else:
            self.more += 1

    def add_once(self, line: int, message: str, excerpt: str = "") -> None:
        """A problem that many lines share; the first one tells it."""
        if message not in self._messages and len(self._messages) < MOST_PROBLEMS:
            self._messages.add(message)
            self.add(line, message, excerpt)

    def all(self) -> list[Problem]:
        if not self.more:
            return self.listed
        last = self.listed[-1].line
        return [*self.listed, Problem(last, f"{self.more} more lines after these could not be read.")]
