"""Signs at the end of a line which say that the lines of a text are not one by one those of the log."""

from __future__ import annotations

import re

REDRAWN = "\x1e"  #: the line was drawn over: its end is none in the log. Nothing stands between it and the newline.
SKIPPED = "\x1d"  #: a line was taken out below it
MARKS = REDRAWN + SKIPPED
DRAWN_OVER = re.compile(rf"{REDRAWN}(?=\n|\Z)")


def with_skipped(line: str, count: int = 1) -> str:
    """`line`, below which `count` lines were taken out."""
    whole = line.removesuffix(REDRAWN)
    return whole + SKIPPED * count + line[len(whole) :]


def marks_of(line: str) -> str:
    """What is left of the end of a line that is cut off."""
    return "".join(sign for sign in line if sign in MARKS)


def taken_out(lines: re.Match[str]) -> str:
    """What is left at the end of a line above lines that are taken out: how many of the log's they were."""
    ends = lines[0].count("\n") + lines[0].count(SKIPPED) - len(DRAWN_OVER.findall(lines[0]))
    return SKIPPED * ends
