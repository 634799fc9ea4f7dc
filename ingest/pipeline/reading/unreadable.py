"""Why nothing in a file is read."""

from __future__ import annotations

from collections.abc import Iterable

MOST_NAMED = 5  #: lines that two formats claim


class Unreadable(ValueError):
    """Nothing in this file can be read; the message says what was expected instead."""


class Collision(Unreadable):
    """Two formats claim the same lines of a log, so that its numbers would count twice: their signs are too wide."""

    def __init__(self, names: Iterable[str], lines: Iterable[int]) -> None:
        numbers = sorted(lines)
        listed = ", ".join(map(str, numbers[:MOST_NAMED])) + (", …" if len(numbers) > MOST_NAMED else "")
        where = f"line {listed}" if len(numbers) == 1 else f"lines {listed}"
        super().__init__(f"The formats {' and '.join(sorted(names))} both claim {where}. Name the one it is.")
