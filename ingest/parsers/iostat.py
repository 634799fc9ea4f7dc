"""`iostat` as text, sysstat 4.0 to 12.7 -> one TraceRecord per metric and device.

Source: iostat.c of every release, and what 10 of them print.
Reads: `-c -d -x -k -m -t -h -p -N -z -y -s -g -n --dec --human --compact --pretty`, all languages (translated headers
of 4.x and 5.0 too), 12 and 24 hour clocks, ISO dates, decimal commas, colours; several runs in one file.
Metrics are sar's for the same number (`cpu.user_incl_guest` of `all`, `disk.read_kb`, `disk.await`, `disk.util`...),
in base units whatever was printed: `-m` and `-k` give the same metric. A group's row has the group's name. Unknown
columns are `raw:<name>`.
The first report says what was since boot: its metrics begin `since_boot:`, it is no sample. With `-y` there is none,
which shows by one more blank line (since 12.x; before, the first sample of `-y` is taken for it).
Times (`-t`): see sar; with a zone (`2022-11-07T11:59:57+0000`) they are UTC. Without `-t` samples stand at multiples
of the interval where totals beside rates tell it (whole seconds, fact `interval`), else they are numbered 1, 2, 3...;
the fact `clock` says so, `banner_date` keeps the day, and no date is claimed.
"""

from __future__ import annotations

from itertools import islice
from typing import BinaryIO

from ingest.parsers._iostat_layout import layout
from ingest.parsers._iostat_reader import Reader
from ingest.parsers._live_parse import parsed
from ingest.parsers._sar_pieces import cleaned
from ingest.parsers._sar_words import text_of
from ingest.parsers.sar import BANNER_WITHIN
from ingest.records import Parsed

TITLE = "iostat (sysstat), text"


def sniff(head: bytes) -> bool:
    """Whether a header of iostat stands near the beginning."""
    lines = (line for line in cleaned(head).split(b"\n") if line.strip())
    return any(layout(text_of(line)) is not None for line in islice(lines, BANNER_WITHIN))


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a log of iostat, and what could not be read of it."""
    yield from parsed(stream, Reader(), "No report of iostat: expected a line with 'Device' or 'avg-cpu:'.")
