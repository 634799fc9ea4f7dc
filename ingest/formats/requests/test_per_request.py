"""Logs with a row per request: blocks, tolerant reading, exact counts; told with rows of ab -g. And helpers."""

from __future__ import annotations

import gzip
import io
import json
import math
import random
import tracemalloc
from typing import BinaryIO, cast

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ingest.formats import Format, formats
from ingest.formats.requests import blocks as blocks_of
from ingest.formats.requests import layout as layouts
from ingest.formats.requests import table
from ingest.formats.requests.counts import ALL_BITS, MOST_DISTINCT, Counts
from ingest.jsonlines import lines_of
from ingest.pipeline import identify
from ingest.records import Problem, RunRecord

ab_requests = formats()["ab_requests"]

HEADER = "starttime\tseconds\tctime\tdtime\tttime\twait\n"


class Pipe(io.RawIOBase):
    """A stream that cannot be sought and gives a few bytes at a time."""

    def __init__(self, data: bytes, step: int = 7) -> None:
        self.data, self.step = data, step

    def read(self, size: int = -1) -> bytes:
        size = min(size, self.step) if size >= 0 else self.step
        piece, self.data = self.data[:size], self.data[size:]
        return piece


def read(format: Format, log: str | bytes) -> list[RunRecord | Problem]:
    data = log if isinstance(log, bytes) else log.encode()
    return list(format.parse(io.BytesIO(data)))


def runs(format: Format, log: str | bytes) -> list[RunRecord]:
    return [entry for entry in read(format, log) if isinstance(entry, RunRecord)]


def problems(format: Format, log: str | bytes) -> list[Problem]:
    return [entry for entry in read(format, log) if isinstance(entry, Problem)]


def only_run(format: Format, log: str | bytes) -> RunRecord:
    (run,) = runs(format, log)
    return run


def value(run: RunRecord, metric: str, item: str = "") -> float | None:
    matches = [entry.value for entry in run.measurements if (entry.metric, entry.item) == (metric, item)]
    return matches[0] if matches else None


def histogram(run: RunRecord) -> dict[str, float]:
    return {entry.item: entry.value for entry in run.measurements if entry.metric == "latency_histogram"}


def as_json(format: Format, log: bytes) -> str:
    return json.dumps(list(lines_of("any.log", format.name, read(format, log))), allow_nan=False)


def ab_row(ms: int, second: int = 1795223215) -> str:
    return f"Sat Nov 21 01:06:55 2026\t{second}\t1\t{ms}\t{ms + 1}\t{ms}\n"


def ab_log(times: list[int]) -> str:
    return HEADER + "".join(map(ab_row, times))


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of some rows, so that a few hundred rows are many blocks."""
    monkeypatch.setattr(blocks_of, "BLOCK", 4096)
    monkeypatch.setattr(table, "SMALL", 256)


# Counts.


@settings(deadline=None)
@given(st.lists(st.integers(0, 10**7), min_size=1, max_size=300), st.sampled_from([50, 75, 90, 95, 99, 99.9]))
def test_percentiles_of_few_values_are_exact(times: list[int], percent: float) -> None:
    counts = Counts(1000)
    for place in range(0, len(times), 7):
        counts.add(np.array(times[place : place + 7], np.int64))
    rank = math.ceil(round(len(times) * percent / 100, 6))
    assert counts.percentile(percent) == pytest.approx(sorted(times)[rank - 1] / 1000, rel=1e-11)
    assert counts.error == 0
    assert counts.mean == pytest.approx(float(np.mean(times)) / 1000)


def test_many_distinct_values_stay_within_the_error_that_is_stated() -> None:
    times = np.random.default_rng(1).lognormal(15, 1, 400_000).astype(np.int64)
    counts = Counts(10**9)
    for part in np.array_split(times, 9):
        counts.add(part)
    exact = np.sort(times)[math.ceil(times.size * 0.99) - 1] / 1e9
    assert 0 < counts.error <= 2**-14
    assert counts.values.size <= MOST_DISTINCT
    assert counts.percentile(99) == pytest.approx(exact, rel=counts.error)
    assert counts.stddev == pytest.approx(times.std(ddof=1) / 1e9)


def test_it_does_not_matter_where_blocks_end() -> None:
    times = np.random.default_rng(2).integers(0, 10**12, 300_000)
    results = []
    for parts in (1, 5, 64):
        counts = Counts(10**9)
        for part in np.array_split(times, parts):
            counts.add(part)
        results.append((counts.bits, counts.mean, counts.stddev, counts.percentile(99.9), list(counts.histogram())))
    assert results[0] == results[1] == results[2]
    assert results[0][0] < ALL_BITS


def test_a_bucket_holds_what_its_bound_says() -> None:
    counts = Counts(1000)
    counts.add(np.array([0, 1, 2, 100, 101, 10**15]))
    assert dict(counts.histogram()) == {"0": 1, "0.001": 1, "0.002": 1, "0.1": 1, "0.112": 1, "1e+12": 1}


# Blocks and rows.


def test_a_stream_that_gives_little_at_a_time_reads_the_same() -> None:
    log = ab_log(list(range(50)))
    assert list(ab_requests.parse(cast(BinaryIO, Pipe(log.encode())))) == read(ab_requests, log)


@pytest.mark.usefixtures("small_blocks")
def test_small_blocks_read_the_same() -> None:
    times = [random.Random(3).randrange(500) for _ in range(2000)]
    run = only_run(ab_requests, ab_log(times))
    assert value(run, "requests_completed") == 2000
    assert value(run, "latency_p99") == (sorted(times)[1979] + 1) / 1000


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_other_encodings_and_line_ends_read_the_same(encoding: str) -> None:
    log = ab_log([3, 5, 8])
    assert read(ab_requests, log.replace("\n", "\r\n").encode(encoding)) == read(ab_requests, log)


@pytest.mark.usefixtures("small_blocks")
def test_a_bad_row_is_told_with_its_line_and_the_rest_counts() -> None:
    rows = ab_log(list(range(400))).splitlines(keepends=True)
    rows[321] = rows[321].replace("\t1\t", "\tx\t")
    (run, problem) = read(ab_requests, "".join(rows))
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert value(run, "requests_completed") == 399
    assert (problem.line, "'ctime'" in problem.message, "'x'" in problem.message) == (322, True, True)
    assert "1 row could not be read" in run.caveats[-1]


def test_a_thousand_bad_rows_are_fifty_problems_and_a_count() -> None:
    log = ab_log([1, 2]) + ab_row(1).replace("\t1\t", "\t?\t") * 1000
    listed = problems(ab_requests, log)
    assert len(listed) == 51
    assert listed[-1].message.startswith("950 more")


def test_a_row_that_is_too_short_or_too_long_is_told() -> None:
    long, short = ab_row(1).replace("\n", "\t9\n"), ab_row(1)[:30] + "\n"
    messages = [entry.message for entry in problems(ab_requests, ab_log([1]) + long + short + ab_row(2))]
    assert messages == ["A row has 7 cells instead of 6.", "A row ends before its 'ctime' cell."]


def test_text_after_the_rows_is_passed_over_and_between_them_is_told() -> None:
    text = "Server Software: nginx\nConcurrency Level: 5\n"
    assert problems(ab_requests, text + ab_log([1]) + text) == []
    (problem,) = problems(ab_requests, ab_log([1]) + text + ab_row(2))
    assert (problem.line, problem.message) == (3, "2 lines between the rows of requests cannot be read.")


def test_a_second_header_begins_a_second_run() -> None:
    first, second = runs(ab_requests, ab_log([1, 2]) + "\n" + ab_log([3]))
    assert [value(run, "requests_completed") for run in (first, second)] == [2, 1]
    assert (first.line, second.line) == (1, 5)


@pytest.mark.parametrize("prefix", ["> ", "    ", "[12:30:01] "])
def test_what_stands_before_each_line_is_no_part_of_it(prefix: str) -> None:
    log = "".join(prefix + line for line in ab_log([3, 5]).splitlines(keepends=True))
    assert value(only_run(ab_requests, log), "latency_max") == 0.006


def test_a_log_cut_within_a_row_is_aborted_and_says_where() -> None:
    log = ab_log([1, 2, 3])
    run, problem = read(ab_requests, log[: log.rindex("\t3\t") + 1])
    assert isinstance(run, RunRecord)
    assert (run.status, run.facts["reason"], value(run, "requests_completed")) == ("aborted", "the log breaks off", 2)
    assert problem == Problem(
        4,
        "The log breaks off in this row: expected the end of its 'dtime' cell next.",
        excerpt=log.splitlines()[3][: log.splitlines()[3].rindex("3\t4")],
    )


def test_a_last_row_without_its_line_end_counts_with_a_caveat() -> None:
    run = only_run(ab_requests, ab_log([1, 2, 3])[:-1])
    assert (run.status, value(run, "requests_completed")) == ("complete", 3)
    assert "no line end" in run.caveats[0]


def test_the_rows_before_a_broken_archive_count() -> None:
    packed = gzip.compress(ab_log([7] * 50_000).encode())
    matches = [entry.what for entry in identify.read(io.BytesIO(packed[: len(packed) // 2]), "ab_requests")]
    assert isinstance(matches[0], RunRecord)
    assert matches[0].status == "aborted"
    assert (value(matches[0], "requests_completed") or 0) > 20_000
    assert "compressed file breaks off" in matches[-1].message  # type: ignore[union-attr]


def test_a_header_alone_is_an_aborted_run() -> None:
    run, problem = read(ab_requests, HEADER)
    assert isinstance(run, RunRecord)
    assert (run.status, run.measurements, problem.line) == ("aborted", (), 1)


def test_a_negative_time_is_left_out_and_told() -> None:
    run = only_run(ab_requests, ab_log([1, 2]) + ab_row(-5))
    assert (value(run, "requests_completed"), value(run, "latency_min")) == (3, 0.002)
    assert any("negative latency" in caveat for caveat in run.caveats)


def test_p999_needs_a_thousand_requests() -> None:
    few, enough = only_run(ab_requests, ab_log([1] * 999)), only_run(ab_requests, ab_log([1] * 1000))
    assert (value(few, "latency_p99.9"), value(enough, "latency_p99.9")) == (None, 0.002)


def test_memory_does_not_grow_with_the_log() -> None:
    class Endless(io.RawIOBase):
        """200 000 rows again and again, made as they are read."""

        def __init__(self, times: int) -> None:
            self.rows, self.times = ("".join(map(ab_row, range(1000))) * 20).encode(), times
            self.rest = HEADER.encode()

        def read(self, size: int = -1) -> bytes:
            if not self.rest and self.times:
                self.rest, self.times = self.rows, self.times - 1
            piece, self.rest = self.rest[:size], self.rest[size:]
            return piece

    peaks = []
    for times in (20, 60):
        tracemalloc.start()
        list(ab_requests.parse(cast(BinaryIO, Endless(times))))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


# The fast and the tolerant reading agree.

CELL = st.one_of(
    st.sampled_from(
        [
            "",
            " 1",
            "1 ",
            "+1",
            "-0",
            "007",
            "1.5",
            "1e3",
            "nan",
            "x",
            "9" * 18,
            "9" * 19,
            '"1"',
            "true",
            "a b",
            "²",
            "1\x00",
        ]
    ),
    st.integers(-5, 10**9).map(str),
    st.text(max_size=3),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(CELL, min_size=1, max_size=5), max_size=6), st.booleans())
@example([[" 1", "", " 1", '"'], [" 1", "", " 1"]], True)
def test_what_polars_reads_the_tolerant_way_reads_alike(rows: list[list[str]], is_quoted: bool) -> None:
    kinds = {"a": layouts.WHOLE, "b": layouts.WORD, "c": layouts.decimal(1000)}
    layout = layouts.Layout(("a", "b", "c", "d"), kinds, ",", is_quoted)
    data = "".join(",".join(row) + "\n" for row in rows).encode()
    fast = table.by_polars(layout, data)
    slow = table.by_rows(layout, blocks_of.Block(data, 1), table.Trouble())
    if fast is not None:
        assert fast.rows() == slow.rows()
