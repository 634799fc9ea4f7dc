"""What the tests of iostat, mpstat, pidstat and vmstat share: their samples, and what a log says."""

from __future__ import annotations

import io
from pathlib import Path

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.records import Problem, TraceRecord

LOGS = ROOT / "fixtures" / "logs"
FORMATS = ("iostat", "mpstat", "pidstat", "vmstat", "iostat_json", "mpstat_json")
NOT_LOGS = ("ORIGIN",)
BANNER = "Linux 5.10.0 (web1) \t2022-11-07 \t_x86_64_\t(2 CPU)\n\n"
NOON = 1667822400.0  #: 2022-11-07 12:00:00 UTC

Series = dict[tuple[str, str], tuple[list[float], list[float]]]


def samples(format: str) -> list[Path]:
    files = (path for path in (LOGS / format).rglob("*") if path.is_file() and path.name not in NOT_LOGS)
    return sorted(path for path in files if not path.name.endswith(".golden.jsonl"))


def parsed(format: str, content: str | bytes) -> list[TraceRecord | Problem]:
    raw = content.encode() if isinstance(content, str) else content
    return list(formats()[format].parse(io.BytesIO(raw)))


def traces(format: str, content: str | bytes) -> list[TraceRecord]:
    return [record for record in parsed(format, content) if isinstance(record, TraceRecord)]


def problems(format: str, content: str | bytes) -> list[str]:
    return [record.message for record in parsed(format, content) if isinstance(record, Problem)]


def series(format: str, content: str | bytes) -> Series:
    return {
        (trace.metric, trace.item): (trace.times.tolist(), trace.values.tolist()) for trace in traces(format, content)
    }


def facts(format: str, content: str | bytes) -> dict[str, object]:
    return dict(traces(format, content)[0].facts)
