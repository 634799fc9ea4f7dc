"""The short way to read an ab report and the long one give the same, whatever was done to the report."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.host.paths import ROOT
from ingest.formats.load.ab import parser as ab
from ingest.formats.load.ab import summary
from ingest.formats.load.ab.report import Report
from ingest.records import Problem, RunRecord

LOGS = ROOT / "fixtures" / "logs" / "ab"
REAL = sorted(path for path in LOGS.rglob("*.log"))
REGULAR = [path for path in REAL if summary.SUMMARY.search(path.read_bytes().decode("latin-1"))]
NEVER = re.compile(r"(?!)")


def in_short(log: bytes) -> list[RunRecord | Problem]:
    return list(ab.parse(io.BytesIO(log)))  # type: ignore[arg-type]


def line_by_line(log: bytes) -> list[RunRecord | Problem]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(summary, "SUMMARY", NEVER)
        return in_short(log)


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.relative_to(LOGS).as_posix())
def test_both_ways_agree_on_a_log_and_on_whatever_is_left_of_it(path: Path) -> None:
    log = path.read_bytes()
    ends = range(0, len(log) + 1, 1 if path in REGULAR[:3] else 37)
    for end in (*ends, len(log)):
        assert in_short(log[:end]) == line_by_line(log[:end]), end
    assert in_short(log + log) == line_by_line(log + log)


@given(st.data())
def test_both_ways_agree_on_changed_logs(data: st.DataObject) -> None:
    log = data.draw(st.sampled_from(REGULAR)).read_bytes()
    for _ in range(data.draw(st.integers(1, 4))):
        place, end = sorted(data.draw(st.tuples(*[st.integers(0, len(log))] * 2)))
        new = data.draw(
            st.sampled_from([b"0", b"7", b"", b"\n", b"\r", b" ", b"-1", b"nan", b".", b":", log[place:end] * 2])
        )
        log = log[:place] + new + log[min(end, place + len(new)) :]
    assert in_short(log) == line_by_line(log)


@given(st.sampled_from(REGULAR), st.data())
def test_both_ways_agree_on_other_numbers(path: Path, data: st.DataObject) -> None:
    digits = st.sampled_from(["0", "1", "00", "9" * 15, "12345678901234567", "-3", "7"])
    text = path.read_bytes().decode("latin-1")
    places = [match.span() for match in re.finditer(r"\b\d+\b", text)]
    begin, end = data.draw(st.sampled_from(places))
    log = (text[:begin] + data.draw(digits) + text[end:]).encode("latin-1")
    assert in_short(log) == line_by_line(log)


def test_a_usual_report_is_read_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Report] = []
    fill = summary.fill
    monkeypatch.setattr(
        "ingest.formats.load.ab.lines.fill", lambda report, *rest: (taken.append(report), fill(report, *rest))
    )
    for path in REGULAR:
        in_short(path.read_bytes())
    texts = (path.read_bytes().decode("latin-1") for path in REGULAR)  # one has two reports
    assert len(taken) == sum(len(summary.SUMMARY.findall(text)) for text in texts) > 20
    assert sum(summary.regular_numbers(report) is not None for report in taken) > 20
