"""Takes off what stands before every line alike: a file's name, a job's, a number; the signs of a diff.

`grep`, `cat -n`, `gh run view --log`, `pdsh` and loggers put it there. What only some lines have is `noise`'s business.
"""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from ingest.formats.kit.pasted.line_marks import MARKS, REDRAWN

FEWEST = 5  #: lines, below which nobody can tell what they share
LOOKED_AT = 4096  #: characters that show, in most logs, that lines share nothing
LONGEST = 200  #: characters
ENDS = re.compile(r"\t|: |(?<=[A-Za-z_]):|\] |(?: -){1,3} |[ \t]\| ")  #: of what is put before a line
NUMBER = re.compile(r"[ \t]*(\d{1,7})(?:\t|[:|] ?)")
TAG = re.compile(r"[ \t]*<[A-Za-z]")  #: of a page, which is taken off whole
HUNK = re.compile(r"^@@ -\d{1,9}(?:,\d{1,9})? \+\d{1,9}(?:,\d{1,9})? @@", re.MULTILINE)
REMOVED = re.compile(rf"^-[^\n{MARKS}]*", re.MULTILINE)
ADDED = re.compile(r"^[+ ]", re.MULTILINE)


def without_shared_lead(text: str) -> str:
    """The same lines. One that a diff takes away is empty: what a change made of a log is read, not what it was."""
    if HUNK.search(text):
        text = ADDED.sub("", REMOVED.sub("", text))
    for _ in range(2):  # a file's name, then a number
        first = begun(text[:LOOKED_AT].split("\n"))[:FEWEST]
        if not first or not (shared(first) or NUMBER.match(first[0])):
            return text
        lines = text.split("\n")
        whole = begun(lines)
        if len(whole) < FEWEST:
            return text
        lead = shared(whole)
        if lead:
            text = "\n".join(line.removeprefix(lead) if line.strip() else line for line in lines)
        elif is_numbered(whole):
            text = "\n".join(NUMBER.sub("", line, count=1) for line in lines)
        else:
            return text
    return text


def begun(lines: list[str]) -> list[str]:
    """Whole lines that have something on them, without what was drawn over others."""
    pairs = zip(lines[:-1], ["", *lines], strict=False)
    return [line for line, above in pairs if line.strip() and not above.endswith(REDRAWN)]


def shared(lines: list[str]) -> str:
    """What all lines begin with, up to the last sign by which such a lead ends; "" for none."""
    pairs = zip(min(lines)[:LONGEST], max(lines)[:LONGEST], strict=False)
    begin = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    ends = [match.end() for match in ENDS.finditer(begin)]
    return begin[: ends[-1]] if ends and begin.strip() and not TAG.match(begin) else ""


def is_numbered(lines: list[str]) -> bool:
    """Whether each line begins with its number."""
    matches = [NUMBER.match(line) for line in (lines[0], lines[-1])]
    if not all(matches):
        return False
    numbers = [int(match[1]) for line in lines if (match := NUMBER.match(line))]
    return len(numbers) == len(lines) and all(one < other for one, other in pairwise(numbers))
