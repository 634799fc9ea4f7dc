"""Takes off what people and pages put around the lines of a report: bullets, bold, tables, tags, comments.

Lines stay lines, so that a number still stands on the line it was on. What a mailer, a clock or a terminal puts before
lines is left to the scanners: a date may be a row's own.
"""

from __future__ import annotations

import re

BULLETS = re.compile(r"^([ \t>]{0,20})[-*+•][ \t]+(?=[^\s*+-])", re.MULTILINE)
BOLD = re.compile(r"(?<!\*)\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?!\*)")
TABLE_ROW = re.compile(r"^([ \t>]{0,20})\|([^\n]{0,400})\|[ \t]*$", re.MULTILINE)
TAGS = r"code|pre|p|span|strong|b|em|li|div|samp|kbd|tt|td|font"
OPENING_TAGS = re.compile(rf"^([ \t>]{{0,20}})(?:<(?:{TAGS})(?: [^<>\n]{{0,200}})?>){{1,4}}(?=[^\s<])", re.MULTILINE)
CLOSING_TAGS = re.compile(rf"(?<=[^\s<>])(?:</(?:{TAGS})>){{1,4}}[ \t]*$", re.MULTILINE)
#: Of a container's log; no report has rows that begin so.
STAMPS = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d) ", re.MULTILINE)
COMMENT = " # "
LABELLED = re.compile(r"[A-Za-z)\]]:[ \t]+[^:\n]*\d")  #: a number behind its label; no clock
ESCAPED_LESS, ESCAPED_MORE = re.compile(r"&lt;(?!\$)"), re.compile(r"(?<!\$)&gt;")  #: not ab -w's own


def undressed(text: str) -> str:
    """The same lines as a tool printed them, as far as that can be told."""
    if STAMPS.search(text):
        text = STAMPS.sub("", text)
    if "&" in text:
        text = ESCAPED_LESS.sub("<", ESCAPED_MORE.sub(">", text)).replace("&amp;", "&").replace("&quot;", '"')
    if "</" in text:
        text = CLOSING_TAGS.sub("", OPENING_TAGS.sub(r"\1", text))
    if "|\n" in text or text.endswith("|"):
        text = TABLE_ROW.sub(_cells, text)
    if "**" in text:
        text = BOLD.sub("", text)
    if COMMENT in text:
        text = "\n".join([_uncommented(line) if COMMENT in line else line for line in text.split("\n")])
    if BULLETS.search(text):
        text = BULLETS.sub(r"\1", text)
    return text


def _cells(row: re.Match[str]) -> str:
    """A row of a Markdown table, a blank between its cells."""
    return row[1] + " ".join(cell.strip() for cell in row[2].split(" | ")).strip()


def _uncommented(line: str) -> str:
    """`label: number`, without what somebody wrote behind it."""
    printed = line.partition(COMMENT)[0]
    return printed if LABELLED.search(printed) else line
