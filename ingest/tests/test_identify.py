"""Each sample of each format, cut at any line, is one format's and no other's."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.host.places import ROOT
from ingest.parsers import formats
from ingest.reading import identify, name_of, opened, read
from ingest.records import RunRecord
from ingest.tests.test_golden import all_logs

LOGS = ROOT / "fixtures" / "logs"
MIXED = {  #: logs that really hold several tools
    "autobench-stdout.log": {"autobench", "httperf"},
    "mixed-tools-one-file.log": {"ab", "httperf", "wrk"},
}
LETTERS = "Dear all,\n\nthe server is slow: 12 requests per second at most.\nLatency is 3 ms. Requests: many\n"


def claimed(head: bytes) -> set[str]:
    return {name for name, format in formats().items() if format.sniff(head)}


def beginning(log: Path) -> bytes:
    with log.open("rb") as raw:
        return opened(raw).head


def owners(log: Path) -> set[str]:
    return MIXED.get(log.name, {log.relative_to(LOGS).parts[0]})


@pytest.mark.parametrize("log", all_logs(), ids=lambda log: log.relative_to(LOGS).as_posix())
def test_a_sample_is_its_formats_alone(log: Path) -> None:
    head = beginning(log)
    assert claimed(head) == owners(log)
    assert {name_of(format) for format in identify(head)} == owners(log)


@pytest.mark.parametrize("log", all_logs(), ids=lambda log: log.relative_to(LOGS).as_posix())
def test_a_sample_cut_at_any_line_is_no_other_formats(log: Path) -> None:
    lines = beginning(log).splitlines(keepends=True)
    cuts = [b"".join(lines[:count]) for count in range(1, min(len(lines), 120) + 1)]
    claims = [claimed(cut) for cut in cuts]
    assert [claim for claim in claims if claim - owners(log)] == []
    known = [bool(claim) for claim in claims]
    assert known == sorted(known), "a longer piece is known where a shorter one is"


def test_a_file_of_several_tools_gives_each_run_once() -> None:
    log = next(LOGS.rglob("mixed-tools-one-file.log"))
    with log.open("rb") as raw:
        found = [(each.format, each.what.tool) for each in read(raw) if isinstance(each.what, RunRecord)]
    assert found == [("ab", "ab"), ("httperf", "httperf"), ("wrk", "wrk")]


@given(st.text(max_size=400))
def test_ordinary_text_is_no_log(text: str) -> None:
    assert claimed((LETTERS + text).encode("utf-8", "ignore")) <= claimed(text.encode("utf-8", "ignore"))


@given(st.binary(max_size=600))
def test_no_bytes_trouble_the_identification(content: bytes) -> None:
    claimed(content)
