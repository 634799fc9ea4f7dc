"""Real logs of ab, pieces of them, and what is read from either."""

from __future__ import annotations

import io
import json

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.jsonlines import lines_of
from ingest.records import Problem, RunRecord

ab = formats()["ab"]

LOGS = ROOT / "fixtures" / "logs"
REAL = sorted((LOGS / "ab").rglob("*.log"))
DEBIAN = "2.4.71-debian12"

PLAIN = (LOGS / "ab" / DEBIAN / "keepalive-n5000-c50.log").read_text()
VERBOSE = (LOGS / "ab" / DEBIAN / "verbose-v2.log").read_text()
HTML = (LOGS / "ab" / DEBIAN / "html-w-post-keepalive.log").read_text()
REPORT = PLAIN[PLAIN.index("Server Software") :]


def read(log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(ab.parse(io.BytesIO(data)))  # type: ignore[arg-type]


def real(name: str) -> str:
    return (LOGS / "ab" / name).read_text()


def only_run(log: str | bytes) -> RunRecord:
    (run,) = [item for item in read(log) if isinstance(item, RunRecord)]
    return run


def value(run: RunRecord, metric: str, item: str = "") -> float | None:
    values = [number.value for number in run.measurements if (number.metric, number.item) == (metric, item)]
    return values[0] if values else None


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def printable_as_json(log: bytes) -> str:
    return json.dumps(list(lines_of("any.log", "ab", read(log))), allow_nan=False)
