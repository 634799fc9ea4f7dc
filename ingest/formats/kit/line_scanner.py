"""A log's bytes -> the lines a format knows, found by one regular expression over large pieces of text.

Serves wrk, siege and webbench_linux, whose reports are short blocks with labelled lines: whatever lies between them is
passed over at the speed of `re`. A line may begin with mail quotes, blanks, a time stamp, "^C" or after a lone CR.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from benchdb.domain.text import ANSI_CODE, MAX_LINE, decoded
from ingest.formats.kit.noise import undressed

PIECE = 1 << 20  #: characters read at once
# Python 3.11 before 3.11.5 loses its place in possessive groups, (?:ab)*+ that fail at b: they are written (?>(?:ab)*).
QUOTE = r"[ \t>|*`#\ufeff]*+"
STAMP = (
    r"\[[^\[\]=\r\n]{0,60}\]|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[-+]\d\d:?\d\d)?[ \t]|"
    r"[A-Z][a-z][a-z] [ \d]\d \d\d:\d\d:\d\d[ \t]"
)
PROMPT = r"(?>(?:[^\s$%#>]{0,80}+[$%#>] ++)?)(?:[^\s$%#>]{0,200}/)?"  #: before a command that a shell echoed
TOOLS = {  # how other tools' reports begin, and lines that only they have
    "ab": r"This is ApacheBench|Benchmarking [^\s:]|Server Software:|Concurrency Level:|Percentage of the requests",
    "httperf": r"httperf |Total: connections |Maximum connect burst",
    "wrk": r"Running \S++ test @ |Thread Stats  ",
    "siege": r"SIEGE \d|Transactions:[ \t]|The server is now under siege|\{?[ \t]*+\"transactions\":",
    "webbench": r"Webbench - |Benchmarking: |Speed ?+= ?+-?\d++ pages",
    "bombardier": r"Bombarding |Statistics  ",
    "hey": r"Summary:",
    "h2load": r"starting benchmark|finished in ",
    "k6": r"running \(",
    "vegeta": r"Requests[ \t]++\[total",
    "sysstat": r"Linux \d",
}

Event = tuple[int, str, str, bool]  #: line number, name of the line, its text, and whether its line was ended


def line_pattern(shapes: Mapping[str, str]) -> re.Pattern[str]:
    """A pattern that matches each of `shapes` (name -> regular expression) where a line begins."""
    names = "|".join(f"(?P<{name}>{shape})" for name, shape in shapes.items())
    return re.compile(rf"[\r\n]{QUOTE}(?>(?:(?:{STAMP}){QUOTE})?)(?:\^C{QUOTE})?(?:{names})")


def events(stream: BinaryIO, pattern: re.Pattern[str]) -> Iterator[Event]:
    """The lines of a log that `pattern` knows, in order; the flag is False for a line that the log's end cuts."""
    number = 0  #: newlines before `place`
    for piece, is_ended in pieces(stream):
        place = 0
        for match in pattern.finditer(piece):
            name = match.lastgroup or ""
            start = match.start(name)
            number += piece.count("\n", place, start)
            place = start
            yield number, name, match[name], is_ended
        number += piece.count("\n", place)


def pieces(stream: BinaryIO, *, is_table: bool = False) -> Iterator[tuple[str, bool]]:
    """The text in whole lines, each with its newline *before* it, colour codes gone; last, False: the unended line.

    A line longer than MAX_LINE is no log's: its middle is dropped, so that memory stays bounded. `is_table`: bars and
    tags are the log's own, and stay.
    """
    text, rest, shown = decoded(stream), "\n", uncoloured if is_table else plain
    while more := text.read(PIECE):
        rest = rest[:MAX_LINE] + more
        end = rest.rfind("\n")
        if end > 0:
            yield shown(rest[:end]), True
            rest = rest[end:]
    yield shown(rest), False


def plain(text: str) -> str:
    return undressed(uncoloured(text))


def uncoloured(text: str) -> str:
    return ANSI_CODE.sub("", text) if "\x1b" in text else text


def head_text(head: bytes) -> str:
    """`head` of a log as `pieces` gives its text."""
    return "\n" + plain(head.decode("utf-8", "replace"))


def others(own: str) -> str:
    """Matches where a report of any tool but `own` begins."""
    return "|".join(sign for tool, sign in TOOLS.items() if tool != own)
