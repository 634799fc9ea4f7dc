"""`make bench`: how fast each parser is, against the plainest loop over the same bytes, in one run.

The yardstick is `for line in file: line.split()`. Ratios hold on a noisy machine, seconds do not; each figure is the
best of several turns, parser and yardstick taking turns. With `--write` the table goes into docs/performance.md.
"""

from __future__ import annotations

import io
import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from benchdb.dev.benchmarks import sysstat, upload, waits
from benchdb.dev.benchmarks.samples import LOGS, sample
from benchdb.host.paths import ROOT
from ingest.formats import Format, formats
from ingest.records import RunRecord

PAGE = ROOT / "docs" / "performance.md"
TURNS = 5
MARKER = "<!-- make bench -->\n"


@dataclass(frozen=True, slots=True)
class Result:
    """One parser's figures."""

    format: str
    size: int  #: bytes
    reports: int
    seconds: float
    yardstick: float  #: seconds

    @property
    def row(self) -> str:
        speed, rate = self.size / self.seconds / 1e6, self.reports / self.seconds
        return f"| {self.format} | {speed:.1f} | {rate:,.0f} | {self.yardstick / self.seconds:.3f} |\n"


def main() -> None:
    results = [measured(name, format) for name, format in formats().items() if sample(name) and gives_runs(name)]
    text = table(results) + waits.section() + sysstat.section() + upload.section()
    print(text)
    if "--write" in sys.argv:
        head = PAGE.read_text("utf-8").partition(MARKER)[0] if PAGE.exists() else ""
        PAGE.write_text(head + MARKER + text, encoding="utf-8")


def gives_runs(name: str) -> bool:
    """Whether a format gives runs. Those that give time series have yardsticks of their own: bench_sysstat.py."""
    return any('"kind": "run"' in path.read_text("utf-8") for path in (LOGS / name).rglob("*.golden.jsonl"))


def measured(name: str, format: Format) -> Result:
    content, reports = sample(name), 0

    def parse(stream: BinaryIO) -> None:
        nonlocal reports
        reports = sum(isinstance(record, RunRecord) for record in format.parse(stream))

    times = [(seconds(parse, content), seconds(yardstick, content)) for _ in range(TURNS)]
    return Result(name, len(content), reports, min(t for t, _ in times), min(t for _, t in times))


def seconds(work: Callable[[BinaryIO], None], content: bytes) -> float:
    """CPU seconds of one turn."""
    stream = io.BytesIO(content)
    began = time.process_time()
    work(stream)
    return time.process_time() - began


def yardstick(stream: BinaryIO) -> None:
    for line in stream:
        line.split()


def table(results: list[Result]) -> str:
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"
    head = f"`make bench` on {machine}; CPU time, best of {TURNS}.\n\n"
    columns = "| format | MB/s | runs/s | speed against the yardstick |\n|---|---|---|---|\n"
    return head + columns + "".join(result.row for result in results)


if __name__ == "__main__":
    main()
