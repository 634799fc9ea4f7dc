"""What the tests of iostat, mpstat, pidstat and vmstat share: their samples, and what a log says."""

from __future__ import annotations

import importlib
import io
from pathlib import Path
from types import ModuleType

from ingest.records import Problem, TraceRecord

LOGS = Path(__file__).resolve().parents[2] / "fixtures" / "logs"
FORMATS = ("iostat", "mpstat", "pidstat", "vmstat", "iostat_json", "mpstat_json")
NOT_LOGS = ("ORIGIN",)
BANNER = "Linux 5.10.0 (web1) \t2022-11-07 \t_x86_64_\t(2 CPU)\n\n"
NOON = 1667822400.0  #: 2022-11-07 12:00:00 UTC

Series = dict[tuple[str, str], tuple[list[float], list[float]]]


def parser(format: str) -> ModuleType:
    return importlib.import_module(f"ingest.parsers.{format}")


def samples(format: str) -> list[Path]:
    found = (path for path in (LOGS / format).rglob("*") if path.is_file() and path.name not in NOT_LOGS)
    return sorted(path for path in found if not path.name.endswith(".golden.jsonl"))


def said(format: str, content: str | bytes) -> list[TraceRecord | Problem]:
    raw = content.encode() if isinstance(content, str) else content
    return list(parser(format).parse(io.BytesIO(raw)))


def traces(format: str, content: str | bytes) -> list[TraceRecord]:
    return [each for each in said(format, content) if isinstance(each, TraceRecord)]


def problems(format: str, content: str | bytes) -> list[str]:
    return [each.message for each in said(format, content) if isinstance(each, Problem)]


def series(format: str, content: str | bytes) -> Series:
    return {(each.metric, each.item): (each.times.tolist(), each.values.tolist()) for each in traces(format, content)}


def facts(format: str, content: str | bytes) -> dict[str, object]:
    return dict(traces(format, content)[0].facts)
