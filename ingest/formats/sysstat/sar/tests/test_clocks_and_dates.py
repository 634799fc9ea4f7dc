"""Dates and times in any language, and where a day begins: a row prints its time alone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.formats.kit.samples.dates import printed_date
from ingest.formats.sysstat.kit.clock import Clock, read_time
from ingest.formats.sysstat.sar.tests.logs import BANNER, LOG, NINE, SAMPLES, block, problems, series, traces


def test_an_ambiguous_date_is_not_guessed() -> None:
    first = traces(LOG.replace("2022-11-07", "03/04/05"))[0]
    assert first.times.tolist() == [NINE + 55]
    assert first.facts["date_is_ambiguous"] is True
    assert first.facts["date_printed"] == "03/04/05"
    assert "date" not in first.facts


@pytest.mark.parametrize(
    ("printed", "day"),
    [
        ("09/24/03", "2003-09-24"),
        ("09/24/2003", "2003-09-24"),
        ("24/09/03", "2003-09-24"),
        ("24.09.2003", "2003-09-24"),
        ("24.9.2003", "2003-09-24"),
        ("24.09.03", "2003-09-24"),
        ("24-09-2003", "2003-09-24"),
        ("2003-09-24", "2003-09-24"),
        ("2003年09月24日", "2003-09-24"),
        ("2003년 09월 24일", "2003-09-24"),
        ("24. sep. 2003", "2003-09-24"),
        ("الأربعاء 24 سبتمبر 2003", "2003-09-24"),
        ("05/05/05", "2005-05-05"),
        ("11/30/99", "1999-11-30"),
        ("03/04/05", None),
        ("07/11/2022", None),
        ("03-09-24", None),
        ("۰۳/۰۹/۲۴", None),
        ("?/?/?", None),
        ("31/31/31", None),
    ],
)
def test_a_date_is_read_where_only_one_day_is_possible(printed: str, day: str | None) -> None:
    readings = printed_date(printed).day
    assert (readings.isoformat() if readings else None) == day


@pytest.mark.parametrize(
    ("cell", "seconds"),
    [
        ("19:02:03", 68523),
        ("07:02:03 PM", 68523),
        ("07:02:03 μμ", 68523),
        ("07:02:03 PM UTC", 68523),
        ("07:02:03 अपराह्न IST", 68523),
        ("19시 02분 03초", 68523),
        ("19時02分03秒", 68523),
        ("19时02分03秒", 68523),
        ("19.02.03", 68523),
        (" 8:51:03", 31863),
        ("۱۹:۰۲:۰۳", 68523),
        ("kl. 19.02 +0000", 68520),
        ("12:00:00 AM", 0),
        ("12:00:00 PM", 43200),
        ("25:00:00", math.nan),
        ("13:00:00 PM", math.nan),
        ("Average:", math.nan),
        ("", math.nan),
    ],
)
def test_a_time_is_read_in_any_language(cell: str, seconds: float) -> None:
    assert read_time(cell) == pytest.approx(seconds, nan_ok=True)


def test_a_midnight_begins_a_day_in_each_block() -> None:
    rows = ("23:59:58        all     1.00", "00:00:08        all     2.00", "00:00:18        all     3.00")
    log = (
        block("23:59:48        CPU     %user", *rows)
        + "\n23:59:48      cswch/s\n23:59:58     1.00\n00:00:08     2.00\n"
    )
    readings = series(log)
    start = readings["cpu.user_incl_guest", "all"][0][0]
    assert readings["cpu.user_incl_guest", "all"][0] == [start, start + 10, start + 20]
    assert readings["tasks.context_switches", ""][0] == [start, start + 10]


def test_a_header_that_comes_again_from_the_beginning_begins_no_day() -> None:
    """4.0 has all processors in one block, each one in another under the same names."""
    switches = "\n23:59:48      cswch/s\n23:59:58     1.00\n00:00:08     2.00\n"
    header, all_cpus = "23:59:48   CPU   %user", ("23:59:58   all   1.00", "00:00:08   all   2.00")
    readings = series(block(header, *all_cpus) + switches + "\n".join((header, *all_cpus)).replace("all", "0") + "\n")
    assert readings["cpu.user_incl_guest", "0"][0] == readings["cpu.user_incl_guest", "all"][0]


def test_a_live_report_of_two_days_has_the_same_time_twice() -> None:
    rows = [(f"{hour % 24:02}:00:00", f"{(hour + 1) % 24:02}:00:00") for hour in range(30)]
    text = "".join(f"{a}  CPU  %user\n{b}  all  1.00\n\n{a}  cswch/s\n{b}  1.00\n\n" for a, b in rows)
    times, _ = series(BANNER + text)["cpu.user_incl_guest", "all"]
    assert np.diff(times).tolist() == [3600.0] * 29


def test_a_clock_set_back_a_little_is_no_new_day() -> None:
    log = block("02:59:49  CPU  %user", "02:59:59  all  1.00", "02:00:09  all  2.00", "02:00:19  all  3.00")
    times, readings = series(log)["cpu.user_incl_guest", "all"]
    assert times[-1] - times[0] == 3590
    assert readings == [0.02, 0.03, 0.01]


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99))
def test_a_plain_time_is_read_as_any_other(hours: int, minutes: int, seconds: int) -> None:
    cell = f"{hours:02}:{minutes:02}:{seconds:02}"
    assert Clock().seconds(cell.encode()) == pytest.approx(read_time(cell), nan_ok=True)


def test_several_days_of_a_machine_are_one_series() -> None:
    first, second = (trace.times.tolist() for trace in traces(LOG + LOG.replace("2022-11-07", "2022-11-09")))
    assert first == second
    assert first[1] - first[0] == 2 * 86400


def test_days_that_are_ambiguous_are_not_put_in_order() -> None:
    one, other = LOG.replace("2022-11-07", "03/04/05"), LOG.replace("2022-11-07", "04/04/05")
    assert [trace.facts.get("date_printed") for trace in traces(one + other)] == ["03/04/05"] * 2 + [None] * 2


def test_times_of_each_trace_go_forward() -> None:
    for path in SAMPLES:
        records = traces(path.read_bytes())
        assert records or problems(path.read_bytes()), path.name
        assert all((np.diff(trace.times) >= 0).all() for trace in records), path.name
