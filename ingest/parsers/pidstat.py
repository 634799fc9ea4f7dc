"""`pidstat` as text, sysstat 7.1 to 12.7 -> one TraceRecord per metric and process.

Source: pidstat.c of every release, and what 8 of them print.
Reads: `-u -r -d -s -w -v -R -T -t -U -l -C -p`, one report after the other or all columns in one line (`-h`, `-H`,
seconds since 1970 before 11.6), `--human`, `--dec`, all languages, 12 and 24 hour clocks; midnights; several runs.
Metrics are `proc.*` in base units: of CPU time, fractions of one processor (may exceed 1; `-I` divides by their
number, which the log does not say). The item is the process: `1247 nginx`, of a thread `thread 1250 nginx`; the
command as printed, at most 200 characters. `proc.uid` is the user's number. Words become a part of the metric, with
the value 1 whenever they stood there: `proc.policy{policy=FIFO}`, `proc.user{user=root}`. Unknown columns are
`raw:<name>`. `iodelay` stays in clock ticks.
-1 (what the user may not see) is NaN. Averages are left out.
Times: see sar; seconds since 1970 are UTC. A run without interval says what was since boot: a single sample as old as
its header, no averages; its metrics begin `since_boot:`. `-h` without interval cannot be told from one sample.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import BinaryIO

import numpy as np

from ingest.parsers._live_columns import ITEM, Cell, Layout, cell, columns, is_column
from ingest.parsers._live_parse import parsed
from ingest.parsers._live_reader import Reader, Tool
from ingest.parsers._live_rows import begins_with_time, byte
from ingest.parsers._sar_clock import time_tokens
from ingest.parsers._sar_numbers import Mask
from ingest.parsers._sar_pieces import Text, cleaned
from ingest.parsers._sar_words import cells_of
from ingest.parsers.sar import BANNER_WITHIN
from ingest.records import Parsed

TITLE = "pidstat (sysstat), text"
PROCESS = ("PID", "TGID", "TID", "PPID")
COMMAND = "Command"


def process(name: str) -> str:
    """`1247 - nginx` and `- 1250 |__nginx` (of `-t`: the process's number, the thread's, the command) as items."""
    first, second, *rest = (*name.split(" ", 2), "", "")[:3]
    if second == "-":
        return " ".join((first, *rest))
    return " ".join(("thread", second, *(word.removeprefix("|__") for word in rest)))


@lru_cache(maxsize=1024)
def layout(names: tuple[str, ...]) -> Layout | None:
    """The layout of a header; None if it is none of pidstat's."""
    if names[-1:] != (COMMAND,) or not set(PROCESS) & set(names) or not columns("pidstat").keys() & set(names):
        return None
    cells: list[Cell] = [ITEM if name in PROCESS or name == COMMAND else cell("pidstat", name) for name in names]
    if "TID" in names:
        return Layout(tuple(cells), has_tail=True, item_name=process)
    return Layout(tuple(cells), has_tail=True)


def rows(text: Text) -> Mask:
    """Which lines can only be rows: headers end with Command."""
    is_header = np.ones(len(text.starts), dtype=bool)
    for place, letter in enumerate(COMMAND.encode(), -len(COMMAND)):
        is_header &= byte(text, place) == letter
    return begins_with_time(text) & ~is_header


TOOL = Tool("pidstat", layout, rows)


def sniff(head: bytes) -> bool:
    """Whether a header of pidstat stands near the beginning."""
    lines = (line for line in cleaned(head).split(b"\n") if line.strip())
    return any(is_pidstat(line) for line in islice(lines, BANNER_WITHIN))


def is_pidstat(line: bytes) -> bool:
    if not line.rstrip().endswith(COMMAND.encode()):
        return False
    tokens = cells_of(line)
    count = 2 if tokens[:2] == ["#", "Time"] else time_tokens(tokens, is_column)
    return bool(count) and layout(tuple(tokens[count:])) is not None


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log of pidstat, and what could not be read of it."""
    nothing = "No report of pidstat: expected a line with a time, PID, column names and Command."
    yield from parsed(stream, Reader(TOOL), nothing)
