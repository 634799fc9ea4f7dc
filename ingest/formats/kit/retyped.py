"""Puts back what mailers, word processors and Markdown made of a report's letters: quotes, blanks, lines that are cut.

None of it is anything that a tool prints. A line that a mailer cut is one again, and keeps its place among the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ingest.formats.kit.pasted.line_marks import with_skipped

#: Typographic signs, as word processors and chats write them.
TYPED = str.maketrans(
    {
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\uff02", '"'),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"),
        **dict.fromkeys("\u200b\u200c\u2060\u00ad"),
        # Digits of other scripts: wide ones of input methods, those of pages in Arabic, Persian and Hindi.
        **{chr(zero + digit): str(digit) for zero in (0xFF10, 0x660, 0x6F0, 0x966) for digit in range(10)},
        "\uff0e": ".",
        **dict.fromkeys("\u00a0\u202f" + "".join(map(chr, range(0x2000, 0x200B))), " "),
        "\u2014": "--",
        "\u2026": "...",
        "\uff1a": ": ",
    }
)
#: What terminals and printers were told, between the lines.
CONTROLS = str.maketrans(dict.fromkeys("\b\f\v"))
STRUCK_OVER = re.compile(r"[^\n\b]\x08")
MOST_STRUCK = 40  #: signs that a spinner draws over at once
#: UTF-8 that somebody took for Latin-1 or Windows-1252, a sign at a time.
MISREAD = re.compile(r"[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u02dc\u2013-\u2122\u20ac]{1,3}")
#: Quoted-printable (RFC 2045): lines are cut at 76 characters, and some signs are written out.
WRITTEN_OUT = re.compile(r"=(?:3D|20$|09$)", re.MULTILINE)
CUT = re.compile(r"^[^\n]{60,75}=$", re.MULTILINE)
PLAIN_EQUALS = re.compile(r"=(?![0-9A-F]{2}|\r?\n|\Z)")  #: in quoted-printable there is none
SOFT_BREAK = re.compile(r"((?:[^\n]*=\r?\n)+)([^\n]*)")
OCTETS = re.compile(r"(?:=[0-9A-F]{2})+")
#: Signs that Markdown would take for its own, and a line's end that it would not see.
ESCAPED = re.compile(r"(?<!\\)\\(?=[\[\]_#*(){}.!|<>~%-])")
ESCAPED_IN_JSON = re.compile(r"(?<!\\)\\(?=[_%])")  #: which JSON does not escape
HARD_BREAK = re.compile(r"(?<=[^\\\n])\\(?=\n|$)")
#: Beside lines, as terminals frame their windows. A row with more bars is a table of the tool's own.
FRAMED = re.compile(r"^[ \t]*[│┃║] ?([^│┃║\n]*?)[ \t]*[│┃║][ \t]*$|^([^│┃║\n]*?)[ \t]{2,}[│┃║][ \t]*$", re.MULTILINE)
#: Of chats and wikis, glued to the first or the last line. Behind a fence by itself stands a language.
FENCES = re.compile(
    r"^[ \t]*(?:```(?=[^`\n]*[ \t:{\[])|\{(?:noformat|code(?::[^}\n]{0,200})?)\})|"
    r"(?<=[^\s`])```(?=[ \t]*$)|\{(?:noformat|code)\}(?=[ \t]*$)",
    re.MULTILINE,
)
#: A value set off behind its label.
SET_OFF = re.compile(r"(?<=[:\]=][ \t])[ \t]*(`|\*\*|__)(?=[^\s`*_])([^\n]*?)[ \t]*\1(?=[ \t]*$)", re.MULTILINE)

#: Of a diff by words: what was, what is.
WORD_DIFF = re.compile(r"\[-[^\n\]]{0,200}?-\]|\{\+([^\n}]{0,200}?)\+\}")
GROUPED = re.compile(r"(?<=\d)[\u202f\u2009](?=\d{3}(?!\d))")  #: digits by threes
#: Set in bold or as code among others.
SET_NUMBER = re.compile(r"(\*\*|`)(-?\d[\d.,]*)\1")


def is_mailed(text: str) -> bool:
    """Whether it is quoted-printable: lines are cut by an equals sign, and others stand for themselves."""
    return bool(WRITTEN_OUT.search(text) or CUT.search(text)) and not PLAIN_EQUALS.search(text)


def unmailed(text: str, joined: Callable[[str, int], str] = with_skipped) -> str:
    """The lines as they were. `joined(line, count)` says of one how many line ends the mailer had put into it."""
    whole = SOFT_BREAK.sub(lambda cut: joined(cut[1].replace("=\n", "") + cut[2], cut[1].count("\n")), text)
    return OCTETS.sub(lambda octets: bytes.fromhex(octets[0].replace("=", "")).decode("utf-8", "replace"), whole)


def unescaped(text: str) -> str:
    """Without Markdown's backslashes. JSON has its own, and so has a command of several lines."""
    text = (ESCAPED if '"' not in text else ESCAPED_IN_JSON).sub("", text)
    return HARD_BREAK.sub("", text) if 2 * text.count("\\\n") > text.count("\n") else text


def struck(text: str) -> str:
    """Without the signs that a backspace takes back: bold of manual pages, spinners."""
    for _ in range(MOST_STRUCK):
        if "\b" not in text:
            break
        text = STRUCK_OVER.sub("", text)
    return text


def reread(misread: re.Match[str]) -> str:
    """The sign that was meant; the same where it is no UTF-8."""
    for encoding in ("latin-1", "cp1252"):
        try:
            return misread[0].encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return misread[0]


def retyped(text: str) -> str:
    """The same lines in the letters of the tool."""
    if "\b" in text or "\f" in text or "\v" in text:
        text = struck(text).translate(CONTROLS)
    if not text.isascii():
        text = GROUPED.sub("", MISREAD.sub(reread, text)).translate(TYPED)
        if "│" in text or "┃" in text or "║" in text:
            text = FRAMED.sub(r"\1\2", text)
    if "+}" in text:
        text = WORD_DIFF.sub(r"\1", text)
    if "\\" in text:
        text = unescaped(text)
    if "```" in text or "{noformat}" in text or "{code" in text:
        text = FENCES.sub("", text)
    if "`" in text or "**" in text or "__" in text:
        text = SET_NUMBER.sub(r"\2", SET_OFF.sub(r"\2", text))
    return text
