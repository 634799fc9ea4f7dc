"""Rows above which no header stands: at the beginning of a log that lost it, or right below a banner or averages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.kit.pieces import Text
from ingest.formats.sysstat.kit.words import summary_words, text_of

NUMBERS = rb"(?:\s+-?\d{1,18}(?:[.,]\d{1,6})?[%BkMGTP]?)"
TIMED = re.compile(rb"\d{1,2}[:.]\d\d[:.]\d\d(?: ?[AP]M)?(?:\s+[\w.:/-]{1,40})?" + NUMBERS + rb"{2,200}\s*")
UNTIMED = re.compile(rb"\s*[\w.:/-]{0,40}" + NUMBERS + rb"{5,200}\s*")
BANNER = b"Linux "
LONGEST = 4096  #: bytes of a row
NO_HEADER = "expected a header above this row: whose numbers these are cannot be known, and they were not read"


def tell_timed(text: Text, lines: Iterable[int], problems: Problems) -> None:
    """The first of these lines that is a row with its time, where a header should have come."""
    for line in lines:
        raw = text.line(line)
        if len(raw) <= LONGEST and TIMED.fullmatch(raw):
            if is_first(text, line):
                problems.add_once(text.first_line + line, NO_HEADER, text_of(raw[:200]))
            return


def tell_untimed(text: Text, lines: Iterable[int], problems: Problems) -> None:
    """The first of these lines that is a row without one."""
    for line in lines:
        raw = text.line(line)
        if len(raw) <= LONGEST and UNTIMED.fullmatch(raw):
            problems.add_once(text.first_line + line, NO_HEADER, text_of(raw[:200]))
            return


def is_first(text: Text, line: int) -> bool:
    """Whether nothing but blank lines stands between this line and a banner, averages or the beginning of the log."""
    above = line - 1
    while above >= 0 and not int(text.lengths[above]):
        above -= 1
    if above < 0:
        return text.first_line == 1
    raw = text.line(above)
    return raw.startswith(BANNER) or text_of(raw[:LONGEST]).lstrip().startswith(summary_words())
