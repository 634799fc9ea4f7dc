"""What the way of a log does to it: other line ends, colours, cuts, lines in another order."""

from __future__ import annotations

import gzip
import io
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchdb.domain.compression import BROKEN
from ingest.formats import HEAD_SIZE
from ingest.formats.sysstat.sar.tests.logs import (
    BANNER,
    HEADER,
    LOG,
    LOGS,
    ROW,
    SAMPLES,
    block,
    problems,
    read,
    rows,
    same,
    sar,
    series,
    traces,
)
from ingest.pipeline.identify import as_utf8
from ingest.records import TraceRecord

SAMPLE = (LOGS / "12.6.1" / "sar_C_u.C.txt").read_bytes()


@pytest.mark.parametrize(
    "changed",
    [
        SAMPLE.replace(b"\n", b"\r\n"),
        SAMPLE.replace(b"\n", b"\r\r\n"),
        b"\xef\xbb\xbf" + SAMPLE,
        SAMPLE.decode().encode("utf-16"),
        SAMPLE.replace(b"\t", b"    "),
        b"user@host:~$ sar -C -u -w -f sa.bin\n" + SAMPLE,
        re.sub(rb" (\d+\.\d\d)", b" \x1b[34;1m\\1\x1b[0m", SAMPLE),
        SAMPLE.replace(b"\n\n", b"\n"),
        SAMPLE.rstrip(b"\n"),
    ],
    ids=["dos", "script", "bom", "utf16", "no-tabs", "prompt", "colours", "no-blank-lines", "no-last-newline"],
)
def test_a_log_is_read_however_it_came(changed: bytes) -> None:
    assert sar.sniff(as_utf8(changed[:HEAD_SIZE]))
    assert same(series(changed), series(SAMPLE))


def test_an_archive_that_breaks_off_gives_what_came_before() -> None:
    log = block("00:00:00        CPU   total/s   dropd/s squeezd/s  rx_rps/s   blg_len", *rows(9000, seed=1))
    with gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(log.encode())[:-2000])) as broken:
        parsed = sar.parse(broken)  # type: ignore[arg-type]
        first = next(parsed)
        with pytest.raises(BROKEN):
            list(parsed)
    assert isinstance(first, TraceRecord)
    assert 5000 < len(first.values) < 9000


def test_a_cut_row_is_a_problem_and_what_came_before_counts() -> None:
    log = LOG + ROW.replace("09:59:55", "09:59:57")[:-3]
    assert [len(trace.values) for trace in traces(log)] == [1, 1]
    assert [(trace.line, "cut" in trace.message) for trace in problems(log)] == [(5, True)]


def test_many_problems_are_counted() -> None:
    listed = problems(LOG + "09:59:57        all     oops      8.27\n" * 500)
    assert len(listed) == 51
    assert "450 more" in listed[-1].message


@pytest.mark.parametrize("name", ["12.6.1/sar_A.part3.C.txt", "4.0.7/sar_sub.el_GR.UTF-8.txt", "12.6.1/sar_h.txt"])
def test_a_log_cut_at_any_line_gives_what_came_before(name: str) -> None:
    lines = (LOGS / name).read_bytes().splitlines(keepends=True)
    counts = [sum(len(trace.values) for trace in traces(b"".join(lines[:end]))) for end in range(0, len(lines) + 1, 3)]
    assert counts == sorted(counts)


@given(st.binary(max_size=800))
def test_no_bytes_trouble_it(content: bytes) -> None:
    sar.sniff(content)
    read(content)
    read(LOG.encode() + content)


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=60), max_size=20))
def test_no_text_troubles_it(lines: list[str]) -> None:
    read(BANNER + HEADER + "\n".join("09:59:55 " + line for line in lines))


@given(st.sampled_from(SAMPLES), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_log_cut_at_any_byte_never_raises(path: Path, end: int) -> None:
    content = path.read_bytes()
    read(content[: end % len(content)])


@given(st.sampled_from(SAMPLES), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_lines_shuffled_or_doubled_never_raise(path: Path, chance: random.Random) -> None:
    lines = path.read_bytes().splitlines(keepends=True)[:150]
    chance.shuffle(lines)
    read(b"".join(lines + lines[:40]))
