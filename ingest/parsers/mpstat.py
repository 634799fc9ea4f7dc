"""`mpstat` as text, sysstat 4.0 to 12.7 -> one TraceRecord per metric and item.

Source: mpstat.c of every release, and what 10 of them print.
Reads: `-u`, `-P`, `-A`, `-N`, `-T`, `-I SUM|CPU|SCPU`, all languages, 12 and 24 hour clocks, decimal commas, colours,
`--dec`; midnights; several runs in one file.
Metrics are sar's for the same number (`cpu.usr`, `cpu.idle`...), in base units, of each CPU (`all`, `0`) or NUMA node
(`node 0`); before 5.0 `%system` has interrupts in it and is `cpu.system_incl_irq`. An interrupt's rate is
`irq.per_s`, of one CPU `irq.per_s{cpu=0}`, its item the interrupt (`sum`, `24`, `LOC`), as sar has it; soft ones are
`softirq.per_s{cpu=0}`. `-T` gives `cpu.core`, `cpu.socket`, `cpu.node`. Unknown columns are `raw:<name>`.
Times: see sar. A run without interval says what was since boot: a single sample as old as its header, no averages;
its metrics begin `since_boot:`. 4.0 prints no times in some languages: samples are then numbered, `clock` says so.
Averages are left out.
"""

from __future__ import annotations

from itertools import islice
from typing import BinaryIO

from ingest.parsers._live_columns import is_column
from ingest.parsers._live_parse import parsed
from ingest.parsers._live_reader import Reader, Tool
from ingest.parsers._live_rows import DIGITS, begins_with_time, byte
from ingest.parsers._live_run import NO_TIME
from ingest.parsers._mpstat_layout import layout
from ingest.parsers._sar_clock import time_tokens
from ingest.parsers._sar_columns import is_foreign
from ingest.parsers._sar_numbers import Mask
from ingest.parsers._sar_pieces import Text, cleaned
from ingest.parsers._sar_words import cells_of
from ingest.parsers.sar import BANNER_WITHIN
from ingest.records import Parsed

TITLE = "mpstat (sysstat), text"


def rows(text: Text) -> Mask:
    """Which lines can only be rows: no header ends with a digit."""
    return begins_with_time(text) & DIGITS[byte(text, -1)]


TOOL = Tool("mpstat", layout, rows)


def sniff(head: bytes) -> bool:
    """Whether a header of mpstat stands near the beginning: sar has some of the same names in another order."""
    lines = (line for line in cleaned(head).split(b"\n") if line.strip())
    return any(is_mpstat(line) for line in islice(lines, BANNER_WITHIN))


def is_mpstat(line: bytes) -> bool:
    tokens = cells_of(line)
    count = time_tokens(tokens, is_column)
    names = tuple(tokens[count:])
    if not names or not (count or line.startswith(NO_TIME)):
        return False
    return layout(names) is not None and (is_foreign(names) or names[0] == "NODE")


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log of mpstat, and what could not be read of it."""
    yield from parsed(stream, Reader(TOOL), "No report of mpstat: expected a line with a time, CPU and column names.")
