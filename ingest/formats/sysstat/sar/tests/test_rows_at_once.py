"""Rows are read one at a time or many at once, in pieces of any size: the same numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.formats.sysstat.kit import pieces, sections
from ingest.formats.sysstat.kit.clock import read_time
from ingest.formats.sysstat.kit.columns import Column, layout
from ingest.formats.sysstat.kit.numbers import number
from ingest.formats.sysstat.sar.tests.logs import DAY, LOGS, Series, block, rows, same, series


@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.02, 0.5]), st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_a_block_gives_what_its_rows_give(seed: int, odd: float, count: int) -> None:
    header = "00:00:00        CPU   total/s   dropd/s squeezd/s  rx_rps/s   blg_len"
    lines = list(rows(count, seed, odd))
    whole = series(block(header, *lines))
    expected: Series = {}
    names = [column.metric for column in layout(tuple(header.split()[1:])).columns]
    for line in lines:
        time, item, *cells = line.split()
        for metric, cell in zip(names, cells, strict=True):
            value = number(cell.encode(), Column(metric))
            if cell == "1.5k":
                assert value == 1.5
            expected.setdefault((metric, item), ([], []))[1].append(value)
            expected[metric, item][0].append(read_time(time) + DAY)
    assert whole.keys() == expected.keys()
    for key, (times, readings) in whole.items():
        assert times == expected[key][0]
        assert readings == pytest.approx(expected[key][1], rel=0, abs=0, nan_ok=True)


@pytest.mark.parametrize("marks", ["24", "12"])
def test_many_samples_have_the_times_of_few(marks: str) -> None:
    def cell(second: int) -> str:
        hours, rest = divmod(second, 3600)
        tail = f"{rest // 60:02}:{rest % 60:02}"
        return f"{hours:02}:{tail}" if marks == "24" else f"{(hours - 1) % 12 + 1:02}:{tail} {'AP'[hours // 12]}M"

    seconds = range(0, 86400, 600)
    readings = series(block(f"{cell(0)}    CPU     %user", *(f"{cell(s)}    all      1.00" for s in seconds)))
    assert [time % 86400 for time in readings["cpu.user_incl_guest", "all"][0]] == list(seconds)


@pytest.mark.parametrize(
    "name", ["12.6.1/sar_u_ALL_P_ALL_C.txt", "12.6.1/sar_A.part2.C.txt", "12.6.1/sar_sub.ja_JP.UTF-8.txt"]
)
def test_pieces_and_blocks_make_no_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (LOGS / name).read_bytes()
    whole = series(content)
    monkeypatch.setattr(pieces, "READ", 100)
    monkeypatch.setattr(pieces, "PIECE", 500)
    assert same(series(content), whole)
    monkeypatch.setattr(sections, "FEW_ROWS", 10**9)
    assert same(series(content), whole)
