"""Puts back what mailers, word processors and Markdown made of a report's letters: quotes, blanks, lines that are cut.

None of it is anything that a tool prints. A line that a mailer cut is one again, and keeps its place among the others.
"""

from __future__ import annotations

import re

#: Typographic signs, as word processors and chats write them.
TYPED = str.maketrans(
    {
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\uff02", '"'),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"),
        **dict.fromkeys("\u200b\u200c\u2060"),
        **dict.fromkeys("\u00a0\u202f" + "".join(map(chr, range(0x2000, 0x200B))), " "),
        "\u2014": "--",
        "\u2026": "...",
        "\uff1a": ": ",
    }
)
#: What terminals and printers were told, between the lines.
CONTROLS = str.maketrans(dict.fromkeys("\b\f\v"))
#: Quoted-printable (RFC 2045): lines are cut at 76 characters, and some signs are written out.
WRITTEN_OUT = re.compile(r"=(?:3D|20$|09$)", re.MULTILINE)
CUT = re.compile(r"^[^\n]{60,75}=$", re.MULTILINE)
PLAIN_EQUALS = re.compile(r"=(?![0-9A-F]{2}|\r?\n|\Z)")  #: in quoted-printable there is none
SOFT_BREAK = re.compile(r"((?:[^\n]*=\r?\n)+)([^\n]*)")
OCTETS = re.compile(r"(?:=[0-9A-F]{2})+")
#: Signs that Markdown would take for its own, and a line's end that it would not see.
ESCAPED = re.compile(r"(?<!\\)\\(?=[\[\]_#*(){}.!|<>~-])")
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


def is_mailed(text: str) -> bool:
    """Whether it is quoted-printable: lines are cut by an equals sign, and others stand for themselves."""
    return bool(WRITTEN_OUT.search(text) or CUT.search(text)) and not PLAIN_EQUALS.search(text)


def unmailed(text: str, skipped: str) -> str:
    """The lines as they were; `skipped` stands behind one for each line end that the mailer put into it."""
    whole = SOFT_BREAK.sub(lambda cut: cut[1].replace("=\n", "") + cut[2] + skipped * cut[1].count("\n"), text)
    return OCTETS.sub(lambda octets: bytes.fromhex(octets[0].replace("=", "")).decode("utf-8", "replace"), whole)


def unescaped(text: str) -> str:
    """Without Markdown's backslashes. JSON has its own, and so has a command of several lines."""
    if '"' not in text:
        text = ESCAPED.sub("", text)
    return HARD_BREAK.sub("", text) if 2 * text.count("\\\n") > text.count("\n") else text


def retyped(text: str) -> str:
    """The same lines in the letters of the tool."""
    if "\b" in text or "\f" in text or "\v" in text:
        text = text.translate(CONTROLS)
    if not text.isascii():
        text = text.translate(TYPED)
        if "│" in text or "┃" in text or "║" in text:
            text = FRAMED.sub(r"\1\2", text)
    if "\\" in text:
        text = unescaped(text)
    if "```" in text or "{noformat}" in text or "{code" in text:
        text = FENCES.sub("", text)
    if "`" in text or "**" in text or "__" in text:
        text = SET_OFF.sub(r"\2", text)
    return text
