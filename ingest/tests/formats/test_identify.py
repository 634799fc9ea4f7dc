"""Each sample of each format, cut at any line, is one format's and no other's."""

import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.host.paths import ROOT
from ingest.formats import HEAD_SIZE, formats
from ingest.formats.kit.claims import Claims, Place
from ingest.formats.sysstat.kit.words import cells_of
from ingest.formats.sysstat.mpstat import signs as mpstat_signs
from ingest.formats.sysstat.pidstat import signs as pidstat_signs
from ingest.formats.sysstat.sar import signs as sar_signs
from ingest.formats.sysstat.vmstat import signs as vmstat_signs
from ingest.pipeline.identify import identify, opened, read
from ingest.pipeline.reading.unreadable import Collision, Unreadable
from ingest.records import Measurement, Parsed, Problem, RunRecord, TraceRecord
from ingest.tests.goldens import all_logs

LOGS = ROOT / "fixtures" / "logs"
MIXED = {  #: logs that really hold several tools
    "autobench-stdout.log": {"autobench", "httperf"},
    "mixed-tools-one-file.log": {"ab", "httperf", "wrk"},
    "beside-vmstat.log": {"wrk", "vmstat"},
    "beside-mpstat.log": {"ab", "mpstat"},
}
#: How reports of two tools begin: the second line says whose it is.
ALIKE = {"autocannon": ({"wrk"}, 1)}
FIRST_OF_A_FOLDER = {log.parent: log for log in reversed(all_logs())}.values()
LETTERS = "Dear all,\n\nthe server is slow: 12 requests per second at most.\nLatency is 3 ms. Requests: many\n"


def claimed(head: bytes) -> set[str]:
    """The formats that a log is read by; a Collision of two is raised."""
    try:
        return {format.name for format in identify(head)}
    except Collision:
        raise
    except Unreadable:
        return set()


def beginning(log: Path) -> bytes:
    with log.open("rb") as raw:
        return opened(raw).head


def owners(log: Path) -> set[str]:
    return MIXED.get(log.name, {log.relative_to(LOGS).parts[0]})


@pytest.mark.parametrize("log", all_logs(), ids=lambda log: log.relative_to(LOGS).as_posix())
def test_a_sample_is_its_formats_alone(log: Path) -> None:
    head = beginning(log)
    assert claimed(head) == owners(log)


@pytest.mark.thorough
@pytest.mark.parametrize("log", all_logs(), ids=lambda log: log.relative_to(LOGS).as_posix())
def test_a_sample_cut_at_any_line_is_no_other_formats(log: Path) -> None:
    """At each of the first 40, in which every format says whose it is, and then at every fifth; the further samples of
    the same version of a tool, which begin alike, at ten."""
    lines = beginning(log).splitlines(keepends=True)
    counts = (*range(1, 41), *range(45, 121, 5)) if log in FIRST_OF_A_FOLDER else (1, 2, 3, 5, 8, 13, 21, 34, 55, 89)
    claims = [claimed(b"".join(lines[:count])) for count in counts if count <= len(lines)]
    others, until = ALIKE.get(log.relative_to(LOGS).parts[0], (set(), 0))
    assert [claim for claim in claims[:until] if claim - owners(log) - others] == []
    assert [claim for claim in claims[until:] if claim - owners(log)] == []
    known = [bool(claim) for claim in claims]
    assert known == sorted(known), "a longer piece is known where a shorter one is"


def test_a_file_of_several_tools_gives_each_run_once() -> None:
    log = next(LOGS.rglob("mixed-tools-one-file.log"))
    with log.open("rb") as raw:
        tools = [(item.format, item.what.tool) for item in read(raw) if isinstance(item.what, RunRecord)]
    assert tools == [("ab", "ab"), ("httperf", "httperf"), ("wrk", "wrk")]


def test_a_file_of_several_tools_is_no_collision() -> None:
    for log in (log for log in all_logs() if log.name in MIXED):
        with log.open("rb") as raw:
            assert list(read(raw))


@pytest.mark.parametrize(
    ("name", "tool", "series"), [("beside-vmstat.log", "wrk", 28), ("beside-mpstat.log", "ab", 30)]
)
def test_a_load_tool_among_the_rows_of_another_is_no_trouble_of_theirs(name: str, tool: str, series: int) -> None:
    with next(LOGS.rglob(name)).open("rb") as raw:
        entries = [item.what for item in read(raw)]
    assert [(run.tool, run.status) for run in entries if isinstance(run, RunRecord)] == [(tool, "complete")]
    assert sum(isinstance(what, TraceRecord) for what in entries) == series
    assert [what for what in entries if isinstance(what, Problem)] == []


def test_a_row_that_is_damaged_among_the_lines_of_a_report_is_told() -> None:
    log = next(LOGS.rglob("beside-vmstat.log")).read_bytes()
    row = b" 9  0      0 1124848x 192708 8509096    0    0   212     0 2635 17620 65 35  0  0  0\n"
    damaged = log.replace(b"  Latency Distribution\n", row + b"  Latency Distribution\n")
    problems = [item.what for item in read(io.BytesIO(damaged)) if isinstance(item.what, Problem)]
    assert [(problem.line, problem.excerpt) for problem in problems] == [(11, row.decode().rstrip("\n"))]


# Two formats that claim the same lines


class Made:
    """A format that claims what it is told to."""

    def __init__(self, name: str, start: str, measured: int) -> None:
        self.name, self.title, self.measured = name, name, measured
        self.signs = Claims(re.compile(start))

    def sniff(self, head: bytes) -> bool:
        return self.signs.are_in(head)

    def claims(self, head: bytes) -> Mapping[Place, int]:
        return self.signs.places(head)

    def parse(self, stream: BinaryIO) -> Parsed:
        yield RunRecord(self.name, "", {}, (Measurement("requests_per_second", 1.0, self.measured),))


def formats_are(monkeypatch: pytest.MonkeyPatch, *made: Made) -> None:
    monkeypatch.setattr("ingest.pipeline.identify.formats", lambda: {format.name: format for format in made})


def test_two_formats_that_claim_as_much_of_a_line_are_named_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    formats_are(monkeypatch, Made("hey", "finished", 2), Made("ho", "finished", 2))
    with pytest.raises(Collision, match="The formats hey and ho both claim line 2"):
        identify(b"\nfinished in 3 s\n")


def test_two_formats_that_claim_as_much_of_json_behind_other_json_are_named_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    formats_are(monkeypatch, Made("hey", r'\{"hey"', 1), Made("ho", r'\{"ho"', 1), Made("who", r'\{"ho"', 1))
    with pytest.raises(Collision, match="The formats ho and who both claim line 1"):
        identify(b'{"hey": 1}{"ho": 1}\n')


def test_formats_that_share_a_line_by_json_behind_other_json_are_a_mixture(monkeypatch: pytest.MonkeyPatch) -> None:
    formats_are(monkeypatch, Made("hey", r'\{"hey"', 1), Made("ho", r'\{"ho"', 1))
    assert [item.format for item in read(io.BytesIO(b'{"hey": 1}{"ho": 1}\n'))] == ["hey", "ho"]


def test_the_format_that_claims_more_of_a_line_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    formats_are(monkeypatch, Made("hey", "finished", 2), Made("ho", "finished in", 2))
    assert [format.name for format in identify(b"\nfinished in 3 s\n")] == ["ho"]


def test_two_formats_that_measure_on_the_same_line_are_named_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    formats_are(monkeypatch, Made("hey", "Hey", 3), Made("ho", "Ho", 3))
    with pytest.raises(Collision, match="The formats hey and ho both claim line 3"):
        list(read(io.BytesIO(b"Hey\nHo\n1 request\n")))


def test_formats_that_measure_on_lines_of_their_own_are_a_mixture(monkeypatch: pytest.MonkeyPatch) -> None:
    formats_are(monkeypatch, Made("hey", "Hey", 2), Made("ho", "Ho", 3))
    assert [item.format for item in read(io.BytesIO(b"Hey\n1\nHo\n"))] == ["hey", "ho"]


@given(st.text(max_size=400))
def test_ordinary_text_is_no_log(text: str) -> None:
    assert claimed((LETTERS + text).encode("utf-8", "ignore")) <= claimed(text.encode("utf-8", "ignore"))


@given(st.binary(max_size=600))
def test_no_bytes_trouble_the_identification(content: bytes) -> None:
    claimed(content)


def test_a_start_behind_blanks_is_claimed_once() -> None:
    command = b"   weighttp -n 1000 -c 10 127.0.0.1:8080/\n"
    banner = b"   weighttp - a lightweight and simple webserver benchmarking tool\n"
    assert claimed((command + banner) * 3) == {"weighttp"}


def test_a_short_report_is_cut_into_words_by_few_formats(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sign says no by what is cheap to look for, before it takes lines apart: counted, for it was 143 lines."""
    seen: list[bytes] = []

    def counted(raw: bytes) -> list[str]:
        seen.append(raw)
        return cells_of(raw)

    for place in (sar_signs, mpstat_signs, pidstat_signs, vmstat_signs):
        monkeypatch.setattr(place, "cells_of", counted)
    head = (ROOT / "fixtures/studies/zones/global.log").read_bytes()
    assert [format.name for format in identify(head)] == ["ab"]
    assert len(seen) <= 30, seen


@pytest.mark.parametrize("format", ["rewrk", "k6", "locust"])
def test_what_a_beginning_needs_stands_in_every_one(format: str) -> None:
    """Samples and their reports alone: what is looked for first is in whatever the whole pattern finds."""
    claims = formats()[format]._claims()
    assert claims is not None
    for log in (path for path in LOGS.rglob("*") if path.is_file() and path.suffix != ".jsonl"):
        text = log.read_bytes()[:HEAD_SIZE].decode("utf-8", "replace")
        start = claims.start.search(text)
        assert start is None or any(need in start[0] for need in claims.needs), log
