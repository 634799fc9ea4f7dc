"""How a log of this format is recognised."""

from __future__ import annotations

import re
from functools import lru_cache

from ingest.formats.sysstat.interval.columns import ITEM, Cell, Layout, cell, columns, header_time_tokens
from ingest.formats.sysstat.kit.beginnings import beginnings
from ingest.formats.sysstat.kit.words import cells_of

PROCESS = ("PID", "TGID", "TID", "PPID")
COMMAND = "Command"
GROUPED, DELIMITER = re.compile(r"\d{1,3}(?:[.,]\d{3})+"), re.compile("[.,]")  #: no number of a process has one


def process(name: str) -> str:
    """`1247 - nginx` and `- 1250 |__nginx` (of `-t`: the process's number, the thread's, the command) as items."""
    first, second, *rest = (*name.split(" ", 2), "", "")[:3]
    first, second = ungrouped(first), ungrouped(second)
    if second == "-":
        return " ".join((first, *rest))
    return " ".join(("thread", second, *(word.removeprefix("|__") for word in rest)))


def numbered(name: str) -> str:
    """`1247 nginx`, or `1,247 nginx` where somebody made the numbers readable: one process."""
    number, blank, command = name.partition(" ")
    return f"{ungrouped(number)}{blank}{command}"


def ungrouped(number: str) -> str:
    return DELIMITER.sub("", number) if GROUPED.fullmatch(number) else number


@lru_cache(maxsize=1024)
def layout(names: tuple[str, ...]) -> Layout | None:
    """The layout of a header; None if it is none of pidstat's."""
    if names[-1:] != (COMMAND,) or not set(PROCESS) & set(names) or not columns("pidstat").keys() & set(names):
        return None
    cells: list[Cell] = [ITEM if name in PROCESS or name == COMMAND else cell("pidstat", name) for name in names]
    if "TID" in names:
        return Layout(tuple(cells), has_tail=True, item_name=process)
    return Layout(tuple(cells), has_tail=True, item_name=numbered)


def sniff(head: bytes) -> bool:
    """Whether a header of pidstat stands near the beginning."""
    return any(is_pidstat(line) for line in beginnings(head))


def is_pidstat(line: bytes) -> bool:
    if not line.rstrip().endswith(COMMAND.encode()):
        return False
    tokens = cells_of(line)
    count = 2 if tokens[:2] == ["#", "Time"] else header_time_tokens(tokens)
    return bool(count) and layout(tuple(tokens[count:])) is not None
