"""A report of another tool behind the first 64 KB of a load tool's log, which is all that signs are shown."""

from __future__ import annotations

import bz2
import gzip
import io
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import HEAD_SIZE
from ingest.formats.kit.pasted import further_on
from ingest.pipeline.identify import read
from ingest.records import Problem, RunRecord, TraceRecord

LOGS = ROOT / "fixtures/logs"
AB = (LOGS / "ab/2.4.71-debian12/keepalive-n5000-c50.log").read_bytes()
VERBOSE = (LOGS / "ab/2.4.71-debian12/verbose-v4.log").read_bytes()
SAR = (ROOT / "fixtures/occasions/nginx-ab/sar.txt").read_bytes()
TOOLS = (
    *("wrk", "siege", "httperf", "hey", "h2load", "webbench_linux", "k6", "vegeta", "bombardier"),
    *("oha", "plow", "rewrk"),
)


def only(tool: str) -> Path:
    """A log of one report of that tool in text."""
    logs = (path for path in sorted((LOGS / tool).rglob("*.log")) if path.stat().st_size < HEAD_SIZE)
    return next(
        path for path in logs if not path.stem.endswith(("hdrplot", "hist")) and runs(path.read_bytes()) == [tool]
    )


def runs(log: bytes) -> list[str]:
    """The formats of the runs in it, in their order, each once."""
    return list(dict.fromkeys(item.format for item in read(io.BytesIO(log)) if isinstance(item.what, RunRecord)))


@pytest.mark.parametrize("kind", ["hdrplot", "report-hist"])
def test_the_other_reports_of_vegeta_are_not_lost_there(kind: str) -> None:
    log = next((LOGS / "vegeta").rglob(f"*{kind}.log"))
    assert runs(many() + b"\n" + log.read_bytes()) == ["ab", "vegeta"]


def many(size: int = HEAD_SIZE) -> bytes:
    return b"".join(AB.replace(b"53421.09", b"%d.09" % (53421 + n)) for n in range(size // len(AB) + 1))


@pytest.mark.parametrize("tool", TOOLS)
def test_no_report_is_lost_behind_the_head(tool: str) -> None:
    log = many() + b"\n" + only(tool).read_bytes()
    assert runs(log) == ["ab", tool]
    assert runs(gzip.compress(log)) == ["ab", tool]


def test_a_recording_behind_the_head_is_one_too() -> None:
    traces = [item for item in read(io.BytesIO(many() + b"\n" + SAR)) if isinstance(item.what, TraceRecord)]
    assert {item.format for item in traces} == {"sar"}


def test_a_log_of_one_tool_is_read_as_ever() -> None:
    for log in (many(), VERBOSE * (HEAD_SIZE // len(VERBOSE) + 1)):
        items = list(read(io.BytesIO(log)))
        assert {item.format for item in items} == {"ab"}
        assert [item.what for item in items] == [item.what for item in read(io.BytesIO(log), "ab")]


def test_a_compressed_log_that_breaks_off_counts_up_to_there() -> None:
    whole = bz2.compress(many(4 * 2**20))
    items = list(read(io.BytesIO(whole[: len(whole) // 2])))
    assert sum(isinstance(item.what, RunRecord) for item in items) > 10
    assert isinstance(items[-1].what, Problem)
    assert "breaks off" in items[-1].what.message


def test_where_others_are_looked_for_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(further_on, "SEARCHED", 2 * HEAD_SIZE)
    log = many(3 * HEAD_SIZE) + b"\n" + only("wrk").read_bytes()
    assert runs(log) == ["ab"]
    assert len(list(read(io.BytesIO(log)))) > 3 * HEAD_SIZE // len(AB)
    pages = b"x" * HEAD_SIZE + b"\nThread Stats \n" * 10**6
    assert len(list(further_on.heads_further_on("ab", pages, HEAD_SIZE))) <= further_on.MOST
