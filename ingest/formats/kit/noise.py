"""Takes off what terminals, mailers, pages, loggers and people put around the lines of a report.

Colours, carriage returns, quotes, time stamps, bullets, bold, tables, tags, comments. Every load tool's log is read
so, once, before its format looks for anything. A number still stands on the line that it was on.
"""

from __future__ import annotations

import re

from benchdb.domain.text import ANSI_CODE

REDRAWN = "\x1e"  #: stands where a lone CR was; the line goes on in the log, but not on the screen
LINE_END = r"[ \t\x1e]*$"

CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?"
STAMP = (
    rf"\[[^\[\]=\n]{{0,40}}\d:\d\d[^\[\]=\n]{{0,20}}\]|"
    # Of loggers and CI: [INFO], [worker-1]. siege's own marks are what its errors are known by.
    r"\[(?!error\]|alert\]|fatal\]|done\])[A-Za-z][\w .:/@-]{0,58}\][ \t]|"
    rf"\d{{4}}[-/]\d{{2}}[-/]\d{{2}}[T ]{CLOCK}(?:Z|[+-]\d\d:?\d\d)?[ \t]|"
    rf"[A-Z][a-z]{{2}} [ \d]\d {CLOCK}[ \t]|{CLOCK}[ \t]"
)
#: A line begins with any of what is taken off: one look at each line is what most logs cost.
SUSPICIOUS = re.compile(r"\n[ \t]*(?:[>|#`\ufeff\[•*+\-^]|\d{1,4}[-/:]|[A-Z][a-z]{2} [ \d]\d )")
LEAD = re.compile(rf"^[ \t]*(?:(?:>|\ufeff|#{{1,6}}[ \t]|{STAMP})[ \t]*){{1,60}}", re.MULTILINE)
TABLE_ROW = re.compile(rf"^[ \t]*\|([^\n]{{0,400}})\|{LINE_END}", re.MULTILINE)
BARS = re.compile(r"^[ \t]*(?:\|[ \t]*){1,60}", re.MULTILINE)
CODE = re.compile(rf"^[ \t]*(`{{1,3}})([^`\n]+)\1{LINE_END}", re.MULTILINE)
BULLETS = re.compile(r"^[ \t]*[-*+•][ \t]+(?=[^\s*+-])", re.MULTILINE)
INTERRUPT = re.compile(r"^[ \t]*\^C(?=[^\n])", re.MULTILINE)
BOLD = re.compile(r"(?<!\*)\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?!\*)")
TAGS = r"code|pre|p|span|strong|b|em|li|div|samp|kbd|tt|td|font"
OPENING_TAGS = re.compile(rf"^[ \t]*(?:<(?:{TAGS})(?: [^<>\n]{{0,200}})?>){{1,4}}(?=[^\s<])", re.MULTILINE)
CLOSING_TAGS = re.compile(rf"(?<=[^\s<>])(?:</(?:{TAGS})>){{1,4}}{LINE_END}", re.MULTILINE)
COMMENT = " # "
LABELLED = re.compile(r"[A-Za-z)\]]:[ \t]+[^:\n]*\d")  #: a number behind its label; no clock
ESCAPED_LESS, ESCAPED_MORE = re.compile(r"&lt;(?!\$)"), re.compile(r"(?<!\$)&gt;")  #: not ab -w's own


def cleaned(text: str) -> str:
    """Whole lines as the tool printed them, as far as that can be told; a redrawn line becomes several."""
    text = on_screen(text)
    if "&" in text:
        text = ESCAPED_LESS.sub("<", ESCAPED_MORE.sub(">", text)).replace("&amp;", "&").replace("&quot;", '"')
    if "</" in text:
        text = CLOSING_TAGS.sub("", OPENING_TAGS.sub("", text))
    if "**" in text:
        text = BOLD.sub("", text)
    if SUSPICIOUS.search(text) or SUSPICIOUS.match("\n" + text[:100]):
        text = without_leads(text)
    if COMMENT in text:
        text = "\n".join([uncommented(line) if COMMENT in line else line for line in text.split("\n")])
    return text


def on_screen(text: str) -> str:
    """`text` without colours, with one newline per line; of a line redrawn with lone CRs each state is one."""
    if "\x1b" in text:
        text = ANSI_CODE.sub("", text)
    if "\r" in text:
        text = text.replace(REDRAWN, " ").replace("\r\r\n", "\n").replace("\r\n", "\n")
        text = text.replace("\r", REDRAWN + "\n")
    return text


def without_leads(text: str) -> str:
    """Without what stands before lines. The echo of Ctrl-C gets a line of its own, which counts as none."""
    text = LEAD.sub("", text)
    if "|" in text:
        text = BARS.sub("", TABLE_ROW.sub(cells, text))
    if "`" in text:
        text = CODE.sub(r"\2", text)
    return INTERRUPT.sub(f"^C{REDRAWN}\n", BULLETS.sub("", text))


def cells(row: re.Match[str]) -> str:
    """A row of a Markdown table, a blank between its cells."""
    return " ".join(cell.strip() for cell in row[1].split(" | ")).strip()


def uncommented(line: str) -> str:
    """`label: number`, without what somebody wrote behind it."""
    printed = line.partition(COMMENT)[0]
    return printed if LABELLED.search(printed) else line
