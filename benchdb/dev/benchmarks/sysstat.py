"""`make bench`, sysstat: a day of ten-second samples in each form, against what a plain program would do with it.

Text: `[float(x) for x in line.split()]` over the same lines, its time and first cell left out, which are no numbers;
of iostat's JSON, whose rows stand on lines, what begins with a digit.
JSON of sadf: `orjson.loads` of the whole, in a process of its own, as is the reader, so that their memory is known.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import orjson

from benchdb.dev.benchmarks.days import DAY, long_iostat_json, long_lines, long_text, write_long_json
from ingest.formats import formats
from ingest.formats.sysstat.sadf_json import parser as sadf_json
from ingest.records import TraceRecord

TURNS = 5
IOSTAT_SAMPLES = 20_000
REGULAR = "%usr"  #: in the header of a section whose rows are all alike
ABOUT = """
## sysstat

A day of `sar -A` at ten seconds, made of a recording's own samples again and again. Text, lines and iostat's JSON are
measured against `[float(x) for x in line.split()]` over the same bytes, sadf's JSON against `orjson.loads` of the whole
document, all of it in memory. The reader's memory is bounded for a document of any length: it holds what came since the
last 8 MiB of text, and one series; all other rows wait in a temporary file, 8 bytes per number. A series takes 16 bytes
per sample.

| form | MB | MB/s | speed against the yardstick | memory | the yardstick's |
|---|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Result:
    """One form's figures."""

    name: str
    size: int  #: bytes
    seconds: float
    yardstick: float  #: seconds
    memory: int = 0  #: bytes at most; 0 = not measured
    yardstick_memory: int = 0

    @property
    def row(self) -> str:
        speed = self.size / self.seconds / 1e6
        shown = [f"{size / 2**20:.0f} MiB" if size else "" for size in (self.memory, self.yardstick_memory)]
        ratio = f"{self.yardstick / self.seconds:.2f}"
        return f"| {self.name} | {self.size / 1e6:.1f} | {speed:.0f} | {ratio} | {shown[0]} | {shown[1]} |\n"


def section() -> str:
    """The whole section of docs/performance.md."""
    return ABOUT + "".join(result.row for result in results())


def results() -> list[Result]:
    texts = {"`sar -A`": "".join(long_text(DAY)), "`sar -u ALL -P ALL`": "".join(long_text(DAY, only=REGULAR))}
    measured_forms = [of_lines(name, "sar", text.encode(), rb"\s") for name, text in texts.items()]
    measured_forms.append(of_lines("`sadf -d`", "sadf_db", b"".join(long_lines(DAY, "sadf_db.txt")), rb";"))
    measured_forms += [of_iostat_json(disks) for disks in (1, 12)]
    return [*measured_forms, of_json()]


def of_iostat_json(disks: int) -> Result:
    """A document of iostat, which the plain loop cuts at blanks, too: what begins with a digit is a number."""
    content = long_iostat_json(IOSTAT_SAMPLES // disks, disks)

    def plainly(stream: BinaryIO) -> None:
        for line in stream:
            [float(cell.strip(b",}")) for cell in line.split() if cell[:1].isdigit()]

    return compared(f"`iostat -o JSON`, {disks} disk{'s' * (disks > 1)}", "iostat_json", content, plainly)


def of_lines(name: str, format: str, content: bytes, separator: bytes) -> Result:
    """A form of lines, the reader and the plain loop taking turns."""
    cut = None if separator == rb"\s" else separator
    first = 2 if cut is None else 4

    def plainly(stream: BinaryIO) -> None:
        for line in stream:
            try:
                [float(cell) for cell in line.split(cut)[first:]]
            except ValueError:
                continue  # a header

    return compared(name, format, content, plainly)


def compared(name: str, format: str, content: bytes, plainly: Callable[[BinaryIO], None]) -> Result:
    """The reader of a format and a plain loop, taking turns."""
    parse = formats()[format].parse

    def read(stream: BinaryIO) -> None:
        for _ in parse(stream):
            pass

    turns = [(seconds(read, content), seconds(plainly, content)) for _ in range(TURNS)]
    return Result(name, len(content), min(turn[0] for turn in turns), min(turn[1] for turn in turns))


def seconds(work: Callable[[BinaryIO], None], content: bytes) -> float:
    """CPU seconds of one turn."""
    stream = io.BytesIO(content)
    began = time.process_time()
    work(stream)
    return time.process_time() - began


def of_json() -> Result:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "day.json"
        write_long_json(path, DAY)
        turns = [(alone("read", path), alone("whole", path)) for _ in range(TURNS)]
        ours, whole = (min(turn[place] for turn in turns) for place in (0, 1))
        return Result("`sadf -j`", path.stat().st_size, ours[0], whole[0], ours[1], whole[1])


def alone(what: str, path: Path) -> tuple[float, int]:
    """(CPU seconds, most bytes of memory) of one of the two, in a process of its own."""
    command = [sys.executable, "-m", "benchdb.dev.benchmarks.sysstat", what, str(path)]
    printed = subprocess.run(command, capture_output=True, check=True, timeout=120).stdout.split()
    return float(printed[0]), int(printed[1])


def measured(what: str, path: Path) -> tuple[float, int]:
    began = time.process_time()
    if what == "whole":
        orjson.loads(path.read_bytes())
    else:
        with path.open("rb") as stream:
            sum(len(record.values) for record in sadf_json.parse(stream) if isinstance(record, TraceRecord))
    return time.process_time() - began, most_memory()


def most_memory() -> int:
    """Bytes that this process had in memory at most, since it began its program."""
    match = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"))
    return int(match[1]) * 1024 if match else 0


if __name__ == "__main__":
    print(*measured(sys.argv[1], Path(sys.argv[2])))
