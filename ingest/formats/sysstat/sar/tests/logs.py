"""A small log of sar, the real ones, and what is read from either."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.records import Problem, TraceRecord

sar = formats()["sar"]

FIXTURES = ROOT / "fixtures"
LOGS = FIXTURES / "logs" / "sar"
SAMPLES = sorted(path for path in LOGS.rglob("sar*.txt"))
BANNER = "Linux 5.10.0 (web1) \t2022-11-07 \t_x86_64_\t(2 CPU)\n\n"
HEADER = "09:59:53        CPU     %user     %idle\n"
ROW = "09:59:55        all     91.73      8.27\n"
LOG = BANNER + HEADER + ROW
NINE = 9 * 3600 + 59 * 60
DAY = datetime(2022, 11, 7, tzinfo=UTC).timestamp()

Series = dict[tuple[str, str], tuple[list[float], list[float]]]


def read(content: str | bytes) -> list[TraceRecord | Problem]:
    raw = content.encode() if isinstance(content, str) else content
    return [entry for entry in sar.parse(io.BytesIO(raw)) if isinstance(entry, TraceRecord | Problem)]


def traces(content: str | bytes) -> list[TraceRecord]:
    return [entry for entry in read(content) if isinstance(entry, TraceRecord)]


def problems(content: str | bytes) -> list[Problem]:
    return [entry for entry in read(content) if isinstance(entry, Problem)]


def series(content: str | bytes) -> Series:
    return {(trace.metric, trace.item): (trace.times.tolist(), trace.values.tolist()) for trace in traces(content)}


def block(header: str, *rows: str) -> str:
    return BANNER + "\n".join((header, *rows)) + "\n"


def values(content: str) -> dict[tuple[str, str], list[float]]:
    return {key: readings for key, (_, readings) in series(content).items()}


def name_of(path: Path) -> str:
    return path.relative_to(LOGS).as_posix()


def rows(count: int, seed: int, odd: float = 0.0) -> Iterator[str]:
    chance = random.Random(seed)
    for index in range(count):
        time = f"{index // 3600:02}:{index // 60 % 60:02}:{index % 60:02}"
        for item in ("all", "0", "1"):
            cells = [f"{chance.random() * 10 ** chance.randint(0, 9):9.2f}" for _ in range(4)]
            if chance.random() < odd:
                cells[chance.randrange(4)] = chance.choice(["     -1.50", "      nan", "1234567890123.00", "  1.5k"])
            yield f"{time}     {item:>6} " + " ".join(cells) + f" {chance.randint(0, 10**9):9d}"


def same(one: Series, other: Series) -> bool:
    return json.dumps(sorted(one.items())) == json.dumps(sorted(other.items()))
