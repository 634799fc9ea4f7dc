"""What is an httperf log, however early it breaks off, and what is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.formats.load.httperf.tests.logs import CHANGES, PLAIN, REAL, REPORT, SESSIONS, httperf, read
from ingest.tests.reports import LOGS


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_log_is_recognised_however_early_it_breaks_off(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    known = [end for end in range(1, len(lines) + 1) if httperf.sniff(b"".join(lines[:end]))]
    assert known
    assert known == list(range(known[0], len(lines) + 1))


@pytest.mark.parametrize("line", [line for line in (REPORT + SESSIONS[-100:]).splitlines() if line.count(" ") > 2])
def test_any_line_of_a_report_shows_what_it_is(line: str) -> None:
    assert httperf.sniff(line.encode()) or line.startswith("Session")


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_file_is_recognised(change: str) -> None:
    data = CHANGES[change](PLAIN)  # type: ignore[operator]
    assert httperf.sniff(data) or change in ("UTF-16", "coloured", "wide")


@pytest.mark.parametrize("path", sorted((LOGS / "ab").rglob("*.log")), ids=lambda path: path.name)
def test_other_logs_are_not_taken_for_ours(path: Path) -> None:
    assert not httperf.sniff(path.read_bytes())
    assert read(path.read_bytes()) == []


@pytest.mark.parametrize(
    "text",
    [
        b"dem_req_rate\treq_rate_a\tcon_rate_a\n10\t10.0\t10.0\n",
        b"We used httperf with --client=0/1 at a Request rate of 100.\n",
        b"bash: httperf: command not found\n",
        b"Total:          0     0    1\nErrors: 3\nRequest rate: good\n",
        b"$ httperf --server www --rate 10\n",
    ],
)
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not httperf.sniff(text)
    assert read(text) == []
