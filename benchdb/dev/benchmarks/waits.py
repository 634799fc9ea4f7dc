"""`make bench`, what a user waits for: one report, one call of parselog, a long file with a row per request.

A long file is held against Polars' bare scan of the same columns of the same bytes, the two taking turns; its memory is
that of a process of its own that reads a gigabyte.
"""

from __future__ import annotations

import io
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import polars as pl

from benchdb.dev.benchmarks.samples import LOGS, PER_REQUEST, sample
from benchdb.dev.benchmarks.sysstat import most_memory
from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.requests.blocks import Block
from ingest.formats.requests.layout import WORD, Layout
from ingest.formats.requests.reader import sections
from ingest.formats.requests.table import dtype
from ingest.pipeline.identify import read

REPORT = LOGS / "ab" / "2.4.71-debian12" / "keepalive-n5000-c50.log"
REPORTS = 400  #: of which each differs, so that nothing is remembered of one for the next
FIRST = 100_000  #: bytes of a file that show its columns
TURNS = 5
GIGABYTE, PIECE = 2**30, 2**20
ABOUT = """
## What a user waits for

| what | seen | goal |
|---|---|---|
"""
MEMORY = "from benchdb.dev.benchmarks.waits import of_a_gigabyte; print(of_a_gigabyte({!r}))"


def section() -> str:
    """The whole section of docs/performance.md."""
    ratios = [f"| {name}, CPU against Polars' scan | {of_scan(name):.1f} times | 1.5 |\n" for name in PER_REQUEST]
    memory = [f"| {name} of 1 GB, memory | {megabytes(name)} MB | 150 MB |\n" for name in PER_REQUEST]
    report, command = of_one_report() * 1000, of_parselog()
    first = f"| one report of ab, known and read, CPU | {report:.2f} ms | 1 ms |\n"
    return "".join([ABOUT, first, f"| `parselog` of one log, CPU | {command:.2f} s | 0.3 s |\n", *ratios, *memory])


def least(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Seconds of the best of some turns."""
    spent = []
    for _ in range(TURNS):
        began = clock()
        work()
        spent.append(clock() - began)
    return min(spent)


def of_one_report() -> float:
    """CPU seconds."""
    content = REPORT.read_bytes()
    logs = [content.replace(b"5000", b"%d" % (5000 + number)) for number in range(REPORTS)]
    return least(lambda: [list(read(io.BytesIO(log))) for log in logs]) / REPORTS


def of_parselog() -> float:
    """CPU seconds of the whole program."""
    command = [sys.executable, "manage.py", "parselog", str(REPORT)]
    return least(lambda: subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL), of_children)


def of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def of_scan(name: str) -> float:
    """How many times as much CPU the reader takes as Polars for reading the same columns."""
    content, format = sample(name), formats()[name]
    layout = layout_of(name, content)
    rows = content[content.find(b"\n") + 1 :]
    turns = [
        (least(lambda: list(format.parse(io.BytesIO(content)))), least(lambda: scan(layout, rows))) for _ in range(2)
    ]
    return min(own for own, _ in turns) / min(bare for _, bare in turns)


def layout_of(name: str, content: bytes) -> Layout:
    known: Any = import_module(f"{formats()[name].package}.parser").FORMAT
    for layout, _ in sections(Block(content[:FIRST], 1), known):
        if layout:
            return layout
    first: Layout = known.first_row(content[: content.find(b"\n") + 1].decode())
    return first


def scan(layout: Layout, rows: bytes) -> pl.DataFrame:
    kinds = [dtype(layout.kinds.get(name, WORD)) for name in layout.columns]
    return pl.read_csv(
        rows,
        has_header=False,
        schema={f"column_{place}": kind for place, kind in enumerate(kinds, 1)},
        columns=[f"column_{place + 1}" for place in layout.places],
        separator=layout.separator,
        quote_char='"' if layout.is_quoted else None,
    )


class Rows(io.RawIOBase):
    """A gigabyte of a log's rows, again and again."""

    def __init__(self, name: str) -> None:
        head, newline, rows = sample(name, PIECE).partition(b"\n")
        self._rows = rows
        self._ready, self._left = head + newline + self._rows, GIGABYTE

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = min(len(buffer), len(self._ready), self._left)
        buffer[:size] = self._ready[:size]
        self._ready, self._left = self._ready[size:] or self._rows, self._left - size
        return size


def of_a_gigabyte(name: str) -> int:
    """The most megabytes that this process held while it read one."""
    stream = Rows(name)
    for _ in formats()[name].parse(io.BufferedReader(stream, PIECE)):
        pass
    return most_memory() // 10**6


def megabytes(name: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY.format(name)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return int(done.stdout)
