"""System activity reports: `sar` of Linux as text, sysstat 4.0 to 12.7 -> one TraceRecord per metric and item.

Source: sysstat's source at every release from 3.3.2 to 12.7.9 (sar.c, pr_stats.c, common.c) and what 21 of them print.
Reads: all activities of `sar -A`, one after the other (`sar -f`) or sample by sample (live); all languages, 12 and 24
hour clocks, decimal commas, colours, `--human`, `--pretty`, `--dec`; several days and machines in one file.
Metrics have the names of the project's table of sysstat columns, a column it does not have is `raw:<name>`, in the
unit it is printed in. Items are CPUs (`all`), devices, interfaces...; a sensor's is its number and device.
Values are in base units whatever the name says: `disk.read_kb` is bytes per second, `cpu.idle` a fraction of 1,
`disk.await` seconds, `cpu.freq_mhz` hertz. What could not be measured, or cannot be (more than all of a CPU, a counter
that ran below zero), is NaN.
Times are seconds since the epoch, the printed time taken as UTC: sar prints no zone, the fact `clock` says so. A date
whose day and month could be exchanged (07/11/22) is not guessed: times then count from its midnight,
`date_is_ambiguous` is true and `date_printed` keeps it. A day begins where times fall by more than 12 hours.
Restarts are the metric `restart` (value: CPUs after it, 1 where not printed), `sar -C` comments the fact `comments`,
one per line, their times in `comment_times`. Averages and summaries are no samples and are left out.
Says nothing about: sysstat's version, the interval before the first sample. Text columns (battery status, names of USB
devices) are not kept. Other systems' sar is refused; Solaris' is another format.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO

from benchdb.compressed import BROKEN
from ingest.parsers._sar_clock import read_time, time_tokens
from ingest.parsers._sar_columns import NUMBER, is_foreign, is_header, is_name
from ingest.parsers._sar_pieces import cleaned, texts, utf8
from ingest.parsers._sar_reader import OTHER_SYSTEMS, Reader
from ingest.parsers._sar_report import banner
from ingest.parsers._sar_words import RESTART, cells_of, restart_words, text_of
from ingest.records import Parsed, Problem, Record

TITLE = "sar (sysstat), text"

BANNER_WITHIN = 50  #: lines: a prompt, a warning, a mail's beginning may stand before it
LOST_TIME = 11 * b" "
OTHER_HEADER = re.compile(rb"\d\d:\d\d:\d\d\s+(?:%usr|%user|device|runq-sz|freemem|bread/s|scall/s|cswch/s)\b")


def sniff(head: bytes) -> bool:
    """Whether a sar report of Linux begins in `head`: its banner and a header or a restart of sar's, or a header with
    a row where the banner is lost. Or sar of a system that is known and refused.
    """
    lines = [line for line in cleaned(head).split(b"\n") if line.strip()]
    if lines and (system := OTHER_SYSTEMS.get(cells_of(lines[0])[0])):
        return system != "Solaris" and any(OTHER_HEADER.match(line) for line in lines[1:BANNER_WITHIN])
    first = next((place for place, line in enumerate(lines[:BANNER_WITHIN]) if is_banner(line)), None)
    if any(line.lstrip().startswith(b"SunOS ") for line in lines[: BANNER_WITHIN if first is None else first]):
        return False
    if first is not None:
        return any(is_sar(line) for line in lines[first + 1 :])
    return any(is_header_of(line, following) for line, following in pairwise(lines[:BANNER_WITHIN]))


def is_banner(line: bytes) -> bool:
    return line.startswith(b"Linux ") and banner(text_of(line)) is not None


def is_sar(line: bytes) -> bool:
    """Whether a line below a banner is a header or a restart that only sar prints."""
    tokens = cells_of(line)
    count = time_tokens(tokens, is_name)
    names = tokens[count:]
    if not names:
        return False
    if not count:
        return line.startswith(LOST_TIME) and all(is_name(name) for name in names) and not is_foreign(names)
    if is_header(names):
        return any(is_name(name) for name in names) and not is_foreign(names)
    rest = " ".join(names)
    return rest in restart_words() or bool(RESTART.fullmatch(rest))


def is_header_of(line: bytes, row: bytes) -> bool:
    """Whether `line` is a header of sar and `row` has a time and a number under it."""
    names, cells = cells_of(line), cells_of(row)
    count = time_tokens(names, is_name)
    if not count or not is_header(names[count:]) or not is_sar(line) or len(cells) < len(names):
        return False
    has_time = not math.isnan(read_time(" ".join(cells[:count])))
    return has_time and any(NUMBER.fullmatch(cell) for cell in cells[count:])


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a sar log, and what could not be read of it. An archive that breaks off gives what came before."""
    reader, broken = Reader(), list[Exception]()
    for text in texts(until_broken(utf8(stream), broken)):
        reader.feed(text)
    yield from sorted(found(reader), key=lambda each: each.line)
    if broken:
        raise broken[0]


def until_broken(pieces: Iterator[bytes], broken: list[Exception]) -> Iterator[bytes]:
    """`pieces` up to where a compressed file breaks off; the error goes into `broken`."""
    try:
        yield from pieces
    except BROKEN as error:
        broken.append(error)


def found(reader: Reader) -> Iterator[Record | Problem]:
    problems = reader.problems.all()
    if not reader.has_found and not problems:
        yield Problem(0, "No report of sar: expected a line with a time and the names of columns, and rows below it.")
    for report in reader.reports:
        yield from report.traces()
    yield from problems
