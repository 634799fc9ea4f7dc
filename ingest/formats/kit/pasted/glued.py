"""Sets apart what `cat a.json b.log` leaves on one line: a report's first words right behind another's last ones.

Where a blank stands before them they may be a quotation, but behind the end of JSON.
"""

from __future__ import annotations

import re
from functools import cache

from ingest.formats.kit.pasted.found_by import found_by
from ingest.formats.kit.pasted.line_marks import MARKS, REDRAWN

BLANKS = " \t"
WIDEST = 40  #: blanks between them
QUOTING = "\n'\"`*_>|([:=;,/\\-" + MARKS  #: before words that somebody quotes, or that are part of others


@cache
def beginning() -> re.Pattern[str]:
    """As reports of load tools and recordings begin."""
    return re.compile("|".join(dict.fromkeys(known.first for known in found_by().values() if known.first)))


def unglued(text: str) -> str:
    """`text` with a new line before each such beginning, which counts as none."""
    pieces, last = list[str](), 0
    for match in beginning().finditer(text):
        place = match.start()
        if is_glued(text, place):
            pieces.append(text[last:place])
            last = place
    return f"{REDRAWN}\n".join([*pieces, text[last:]]) if pieces else text


def is_glued(text: str, place: int) -> bool:
    if not place or text[place - 1] in QUOTING:
        return False
    return text[place - 1] not in BLANKS or text[max(0, place - WIDEST) : place].rstrip(BLANKS).endswith("}")
