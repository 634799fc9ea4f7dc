"""Takes off what terminals, mailers, pages, loggers and people put around the lines of a report.

Colours, carriage returns, quotes, time stamps, bullets, bold, tables, tags, comments. Every load tool's log is read
so, once, before its format looks for anything. A number still stands on the line that it was on.
"""

from __future__ import annotations

import re

from benchdb.domain.text import ANSI_CODE
from ingest.formats.kit.pasted.glued import unglued
from ingest.formats.kit.pasted.line_marks import REDRAWN, SKIPPED, marks_of, taken_out, with_skipped
from ingest.formats.kit.retyped import is_mailed, retyped, unmailed
from ingest.formats.kit.shared_lead import without_shared_lead

LINE_END = r"[ \t]*(?=[\x1d\x1e]*$)"

CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?"
#: After a date: a level, a stream (of a container, of GitLab).
SOURCE = r"(?:(?:\[?(?:INFO|DEBUG|NOTICE|TRACE)\]?|std(?:out|err) [FP]|\d\d[OE]\+?)[ \t]+)?"
#: Of syslog: host, program, process. Without its process it cannot be told from a label: "Connection rate: ".
PROGRAM = r"(?:[\w.-]{1,64} [\w./-]{1,64}\[\d{1,9}\]: )?"
#: Of log4j and its like: thread, level, class.
LOGGER = r"(?:\[[\w ./-]{1,60}\] (?:INFO|DEBUG|NOTICE|TRACE) {1,3}[\w.$]{1,80} - )?"
#: Of syslog as RFC 5424 has it: priority, version, time, host, program, process, kind, data.
SYSLOG = (
    rf"<\d{{1,3}}>1 \d{{4}}-\d{{2}}-\d{{2}}T{CLOCK}(?:Z|[+-]\d\d:\d\d)"
    r"(?: [^ \n]{1,128}){4} (?:-|\[[^\n]{0,200}?\])[ \t]"
)
STAMP = (
    rf"\[[^\[\]=\n]{{0,40}}\d:\d\d[^\[\]=\n]{{0,20}}\]|"
    # Of loggers and CI: [INFO], [worker-1]. siege's own marks are what its errors are known by.
    r"\[(?!error\]|alert\]|fatal\]|done\])[A-Za-z][\w .:/@-]{0,58}\][ \t]|"
    rf"\d{{4}}[-/]\d{{2}}[-/]\d{{2}}[T ]{CLOCK}(?:Z|[+-]\d\d:?\d\d)?[ \t]{SOURCE}{LOGGER}{PROGRAM}|"
    r"\d{10}\.\d{3,6}[ \t]|"
    rf"{SYSLOG}|"
    rf"[A-Z][a-z]{{2}} [ \d]\d {CLOCK}[ \t]{PROGRAM}|{CLOCK}[ \t]|"
    r"[A-Za-z][\w.-]{0,60}[-_]\d{1,3}[ \t]+\|[ \t]|"  # of docker compose: web-1  |
    r"\d{1,3}[.)](?:[ \t]+(?=\S)|[ \t]*$)"  # of a numbered list, whose lines may be empty
)
#: A line begins with any of what is taken off: one look at each line is what most logs cost.
SUSPICIOUS = re.compile(
    r"\n[ \t]*(?:<\d{1,3}>1 |[>|#`\ufeff\[•*+\-^]|\d{1,4}[-/:]|\d{1,3}[.)][ \t\n]|\d{10}\.|[A-Z][a-z]{2} [ \d]\d |"
    r"[\w.-]{1,63}\d[ \t]+\|)"
)
LEAD = re.compile(rf"^[ \t]*(?:(?:>|\ufeff|#{{1,6}}[ \t]|{STAMP})[ \t]*){{1,60}}", re.MULTILINE)
QUOTES = re.compile(r"^[ \t]*(?:(?:>|\ufeff)[ \t]*){1,60}", re.MULTILINE)
TABLE_ROW = re.compile(rf"^[ \t]*\|([^\n]{{0,400}})\|{LINE_END}", re.MULTILINE)
#: Of AsciiDoc and of wikis: a label and its value.
TWO_CELLS = re.compile(
    rf"^[ \t]*\|{{1,2}}[ \t]*([^\n|]{{1,100}}:)[ \t]*\|{{1,2}}[ \t]*([^\n|]{{0,300}}?)[ \t]*\|?{LINE_END}", re.MULTILINE
)
BARS = re.compile(r"^[ \t]*(?:\|[ \t]*){1,60}", re.MULTILINE)
CODE = re.compile(rf"^[ \t]*(`{{1,3}})([^`\n]+)\1{LINE_END}", re.MULTILINE)
BULLETS = re.compile(r"^[ \t]*[-*+•][ \t]+(?=[^\s*+-])|^[ \t]*\*[ \t]*$", re.MULTILINE)
INTERRUPT = re.compile(r"^[ \t]*\^C(?=[^\n])", re.MULTILINE)
BOLD = re.compile(r"(?<!\*)\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?!\*)")
TAGS = r"code|pre|p|span|strong|b|em|li|div|samp|kbd|tt|tr|td|th|font|details|table|tbody"
OPENING_TAGS = re.compile(rf"^[ \t]*(?:<(?:{TAGS})(?: [^<>\n]{{0,200}})?>){{1,4}}(?=[^\n<])", re.MULTILINE)
CLOSING_TAGS = re.compile(rf"(?<=[^\s<>])(?:</(?:{TAGS})>){{1,4}}{LINE_END}", re.MULTILINE)
CELL_ENDS = re.compile(r"</t[dh]>[ \t]*<t[dh](?: [^<>\n]{0,200})?>")
LABEL_TAGS = re.compile(r"^([ \t]*)<(b|strong|em|i|code)>([^<>\n]{1,80})</\2>", re.MULTILINE)
SUMMARY = re.compile(r"<summary>[^<>\n]{0,200}</summary>")  #: what GitHub shows of what is folded
EMPTY_TAGS = re.compile(rf"^[ \t]*<({TAGS})(?: [^<>\n]{{0,200}})?>[ \t]*</\1>{LINE_END}", re.MULTILINE)
OFFICE = re.compile(r"</?o:p>")  #: of mails that Outlook wrote
LAST_BREAK = re.compile(rf"<br ?/?>(?=(?:</(?:{TAGS})>)*{LINE_END})", re.MULTILINE | re.IGNORECASE)
#: Where a page ends a line or begins one; a web mailer writes a whole mail on one line of its own.
BREAK = re.compile(r"<br ?/?>|(?<=[^\n])(?=<(?:div|p|li|pre)(?: [^<>\n]{0,200})?>)", re.IGNORECASE)
#: A line of another script between a tool's own: no tool begins one so. Signs, blocks and arrows are no letters.
TRANSLATION = re.compile(r"(?<!\x1e)\n[ \t]*[(\[（【「]?[\u0370-\u1fff\u3040-\ud7ff][^\n]*(?=\n)")
COMMENT = re.compile(r"[ \t](?:#|//|<--?|←)[ \t]")
#: What `more` asks at the end of each screen, alone or drawn over.
PAGER = re.compile(r"(?<!\x1e)\n--More--(?:\(\d{1,3}%\))?[ \t]*(?:\x1e\n[ \t]*)?(?:\x1e(?=\n))?(?=\n)")
#: PowerShell appends in UTF-16 to whatever there is: its mark, as Latin-1, and letters with a NUL each.
BYTE_ORDER = re.compile(r"ÿþ(?=[^\0]\0)|þÿ(?=\0[^\0])")
WIDE = re.compile(r"(?:[^\0]\0){3,}|(?:\0[^\0]){3,}")
BBCODE = re.compile(r"\[/?code\]")
FEWEST_LINES = 12  #: of a text, below which nobody can tell that every second one is empty
COMMENT_SIGNS = (" # ", "\t# ", " // ", "<- ", "<-- ", "← ")
BREAK_SIGNS = ("<br", "<BR", "</div>", "</p>", "</li>")
FEWEST_BREAKS = 2  #: of a page whose lines end by them
ONE_BLANK, WIDE_BLANKS = re.compile(r"[^ \n] [^ \n]"), re.compile(r"(?<=[^ \n]) {2,}(?=[^ \n])")
MOST_LAYERS = 3  #: a quote in a list in a quote
LABELLED = re.compile(r"[A-Za-z)\]]:[ \t]+[^:\n]*\d")  #: a number behind its label; no clock
ESCAPED_LESS, ESCAPED_MORE = re.compile(r"&lt;(?!\$)"), re.compile(r"(?<!\$)&gt;")  #: not ab -w's own


def cleaned(text: str) -> str:
    """Whole lines as the tool printed them, as far as that can be told; a redrawn line becomes several."""
    text = without_shared_lead(out_of_columns(single_spaced(unglued(on_screen(text)))))
    return undressed(text if text.isascii() else TRANSLATION.sub(taken_out, text), LEAD)


def undressed(text: str, leads: re.Pattern[str] = QUOTES) -> str:
    """The same lines without what pages and people put around them. Times stay: a row may begin with its own."""
    if "&" in text:
        text = ESCAPED_LESS.sub("<", ESCAPED_MORE.sub(">", text)).replace("&nbsp;", " ").replace("&amp;", "&")
        text = text.replace("&quot;", '"')
    text = retyped(text)
    if "--More--" in text:
        text = PAGER.sub(taken_out, text)
    if "[/code]" in text or "[code]" in text:
        text = BBCODE.sub("", text)
    if any(sign in text for sign in BREAK_SIGNS):
        text = with_breaks(LAST_BREAK.sub("", text))
    if "<o:p>" in text:
        text = OFFICE.sub("", text)
    if "</" in text:
        text = LABEL_TAGS.sub(r"\1\3", CELL_ENDS.sub(" ", SUMMARY.sub("", text)))
        text = EMPTY_TAGS.sub("", text)
        text = CLOSING_TAGS.sub("", OPENING_TAGS.sub("", text))
    if "**" in text:
        text = BOLD.sub("", text)
    if SUSPICIOUS.search(text) or SUSPICIOUS.match("\n" + text[:100]):
        text = without_leads(text, leads)
    if any(sign in text for sign in COMMENT_SIGNS):
        text = "\n".join([uncommented(line) for line in text.split("\n")])
    return text


def with_breaks(text: str) -> str:
    """A page of more breaks than lines, line by line. A tag at its end shows that the last one is whole."""
    if REDRAWN in text or len(BREAK.findall(text)) <= max(FEWEST_BREAKS, text.count("\n")):
        return text
    text = BREAK.sub(REDRAWN + "\n", text)
    return f"{text}{REDRAWN}\n" if text.rstrip(" \t").endswith(">") else text


def on_screen(text: str) -> str:
    """`text` without colours, with one newline per line; of a line redrawn with lone CRs each state is one."""
    if REDRAWN in text or SKIPPED in text:
        text = text.replace(REDRAWN, " ").replace(SKIPPED, " ")
    if "\0" in text:
        text = WIDE.sub(lambda letters: letters[0].replace("\0", ""), BYTE_ORDER.sub("", text))
    if "\x1b" in text:
        text = ANSI_CODE.sub("", text)
    if "\r" in text:
        text = text.replace("\r\r\n", "\n").replace("\r\n", "\n")
        text = text.replace("\r", REDRAWN + "\n")
    return unmailed(text) if "=" in text and is_mailed(text) else text


def single_spaced(text: str) -> str:
    """`text` without the empty line that a mailer put behind each of its lines."""
    if text.count("\n\n") * 3 < text.count("\n"):
        return text
    lines = text.split("\n")
    if len(lines) < FEWEST_LINES or any(line.strip(" \t" + REDRAWN) for line in lines[1::2]):
        return text
    *above, last = lines[::2]
    return "\n".join([*map(with_skipped, above), last, *([] if len(lines) % 2 else [""])])


def out_of_columns(text: str) -> str:
    """`text` with its words one blank apart where `column -t` set each of them into a column of its own."""
    if ONE_BLANK.search(text) or text.count("\n") < FEWEST_LINES // 2:
        return text
    return WIDE_BLANKS.sub(" ", text)


def without_leads(text: str, leads: re.Pattern[str]) -> str:
    """Without what stands before lines. The echo of Ctrl-C gets a line of its own, which counts as none."""
    for _ in range(MOST_LAYERS):
        before, text = text, leads.sub("", text)
        if "|" in text:
            text = BARS.sub("", TABLE_ROW.sub(cells, TWO_CELLS.sub(r"\1 \2", text)))
        if "`" in text:
            text = CODE.sub(r"\2", text)
        text = BULLETS.sub("", text)
        if text == before:
            break
    return INTERRUPT.sub(f"^C{REDRAWN}\n", text)


def cells(row: re.Match[str]) -> str:
    """A row of a Markdown table, a blank between its cells."""
    return " ".join(cell.strip() for cell in row[1].split(" | ")).strip()


def uncommented(line: str) -> str:
    """`label: number`, without what somebody wrote behind it."""
    comment = COMMENT.search(line)
    if not comment or not LABELLED.search(line, 0, comment.start()):
        return line
    return line[: comment.start()] + marks_of(line[comment.start() :])
