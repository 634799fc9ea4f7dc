"""What is an ab log, however early it breaks off, and what is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.formats.load.ab.tests.logs import REAL, REPORT, ab


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_report_is_recognised_however_early_it_breaks_off(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    known = [end for end in range(1, len(lines) + 1) if ab.sniff(b"".join(lines[:end]))]
    assert known
    assert known == list(range(known[0], len(lines) + 1))


def test_a_report_without_banner_is_recognised_at_every_line() -> None:
    lines = REPORT.encode().splitlines(keepends=True)
    assert all(ab.sniff(b"".join(lines[:end])) for end in range(1, len(lines) + 1))


@pytest.mark.parametrize(
    "text",
    [
        b"Total: connections 20 requests 100 replies 100 test-duration 2.713 s\n",
        b"Benchmarking: GET http://127.0.0.1:18080/\n1 client, running 2 sec.\n",
        b"bash: ab: command not found\n",
        b"Server Software: see chapter 3.\nWe like it.\n",
        b"We used ApacheBench (ab) with a concurrency of 10.\n",
    ],
)
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not ab.sniff(text)
