"""Sets apart what `cat a.json b.log` leaves on one line: a report's first words right behind another's last ones.

Where a blank stands before them they may be a quotation, but behind the end of JSON.
"""

from __future__ import annotations

import re

from ingest.formats.kit.pasted.line_marks import MARKS, REDRAWN

#: As reports of load tools and recordings begin. Each has a word that no number or unit ends with.
BEGINNING = re.compile(
    r"This is ApacheBench, Version|Server Software: |Running \d{1,9}(?:s|m|h| requests) test @ |"
    r"\*\* SIEGE \d|httperf: warning|Fortio \d|Bombarding \S{1,2000} (?:with|for) |"
    r"Statistics[ \t]{1,20}(?:Avg|Min)[ \t]|starting benchmark\.\.\.|Summary:\s|"
    r"httperf --(?:client|server|hog)|Maximum connect burst|Total: connections \d|Beginning round \d|"
    r"Benchmarking (?:\d{1,9} connections @ |https?://\S{1,2000} )|Transactions:[ \t]|Requests[ \t]{1,20}\[total|"
    r"Bucket[ \t]{1,20}#[ \t]|Value\(ms\)[ \t]|Webbench - Simple|Linux \d{1,2}\.\d\S{0,100} \("
)
BLANKS = " \t"
WIDEST = 40  #: blanks between them
QUOTING = "\n'\"`*_>|([:=;,/\\-" + MARKS  #: before words that somebody quotes, or that are part of others


def unglued(text: str) -> str:
    """`text` with a new line before each such beginning, which counts as none."""
    pieces, last = list[str](), 0
    for match in BEGINNING.finditer(text):
        place = match.start()
        if is_glued(text, place):
            pieces.append(text[last:place])
            last = place
    return f"{REDRAWN}\n".join([*pieces, text[last:]]) if pieces else text


def is_glued(text: str, place: int) -> bool:
    if not place or text[place - 1] in QUOTING:
        return False
    return text[place - 1] not in BLANKS or text[max(0, place - WIDEST) : place].rstrip(BLANKS).endswith("}")
