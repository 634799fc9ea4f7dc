"""The lines of a Solaris log, whole files or archives that break off, and what several of its tools have in common."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO

from benchdb.domain.compression import BROKEN
from benchdb.domain.text import ANSI_CODE, MAX_LINE, decoded
from benchdb.domain.text.names import printable
from ingest.formats.kit.command_lines import PATH, SIGN
from ingest.formats.kit.noise import undressed
from ingest.formats.kit.row_noise import bare_stream
from ingest.records import Fact

TERMINAL = re.compile(r"\x1b(?:[()][0-9A-Z]|[78=>cDEHM])|[\x07\x0e\x0f]")  #: what is left of a screen without colours
UNAME = re.compile(
    r"SunOS (?P<host>\S{1,255}) (?P<release>5\.\d{1,3}) (?P<version>\S{1,120}) (?P<machine>\S{1,40})(?P<rest>.{0,200})"
)


def lines_until_broken(stream: BinaryIO, broken: list[Exception]) -> Iterator[tuple[int, str, bool]]:
    """(line number, text, whether it was ended) up to where a compressed file breaks off; the error goes to `broken`.

    Of a line that was redrawn with carriage returns each piece comes, with the line's number.
    """
    number = 0
    try:
        text = decoded(bare_stream(stream))
        while piece := text.readline(MAX_LINE):
            is_ended = piece.endswith("\n")
            number += 1
            rest = piece
            while not rest.endswith("\n") and (rest := text.readline(MAX_LINE)):
                is_ended = True
            if "\x1b" in piece:
                piece = TERMINAL.sub("", ANSI_CODE.sub("", piece))
            for part in piece.rstrip("\r\n").split("\r"):
                yield number, part, is_ended
    except BROKEN as error:
        broken.append(error)


@lru_cache(maxsize=4)
def head_text(head: bytes) -> str:
    """The beginning of a log without colour codes, and without what pages and people put around lines.

    Several formats are asked about the same one.
    """
    return undressed(ANSI_CODE.sub("", head.decode("utf-8", "replace")))


def system_facts(match: re.Match[str]) -> dict[str, Fact]:
    """What `uname` says, on a line of its own or in sar's banner."""
    return {
        "host": printable(match["host"]),
        "kernel": printable(f"SunOS {match['release']} {match['version']}"),
        "architecture": printable(match["machine"]),
    }


def echoed(tool: str) -> re.Pattern[str]:
    """Matches a command that a shell echoed, its arguments in `arguments`."""
    return re.compile(rf"\s*(?:{SIGN} ?)?{PATH}{tool}(?P<arguments>(?:[ \t]+[-\w.,/:=]{{1,80}}){{0,20}})\s*")


def interval_of(arguments: str, valued: str) -> float:
    """Seconds between samples, as a command says: `5` and `5 10` at its end. NaN where it does not.

    `valued`: the letters of the options that take a value.
    """
    numbers, words = list[str](), iter(arguments.split())
    for word in words:
        if word.startswith("-"):
            numbers.clear()
            if len(word) == 2 and word[1] in valued:
                next(words, None)
        elif re.fullmatch(r"\d{1,9}", word):
            numbers.append(word)
    return float(numbers[0]) if numbers and float(numbers[0]) else math.nan
