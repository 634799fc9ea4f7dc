"""A run's page: every measurement in one place, no false zeros, no false digits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from django.test import Client

from frontend.answers.run_figures import run_figures
from frontend.pages.run_sharing import run_question
from frontend.templatetags.shown import start
from frontend.tests.constructed import runs, setup


@dataclass(frozen=True, slots=True)
class Measured:
    metric: str
    value: float
    line: int = 1
    item: str = ""
    printed: str = ""


AB = [
    Measured("requests_per_second", 37444.82, 21),
    Measured("transfer_rate", 158372.57 * 1024, 24),
    Measured("requests_completed", 374455, 17),
    Measured("requests_failed", 0, 18),
    Measured("time_per_request", 0.000214, 22, "concurrent"),
    Measured("time_per_request", 0.000027, 23),
    *(Measured(f"connect_time_{name}", 0.0, 28) for name in ("min", "mean", "median")),
    Measured("connect_time_max", 0.005, 28),
    Measured("latency_p50", 0.0, 34),
    Measured("latency_p90", 0.0, 38),
    Measured("latency_p99", 0.0, 41),
    Measured("cpu_used", 0.952, 0),
]


def test_key_figures_have_three_digits_and_their_lines() -> None:
    figures = {figure.title: figure for figure in run_figures(AB, "ab").key_figures}
    assert (figures["Throughput"].number, figures["Throughput"].line) == ("37,400", 21)
    assert (figures["Failed"].number, figures["Failed"].unit) == ("0", "of 374,455")
    time = figures["Time per request (mean)"]
    assert (time.number, time.unit, time.line) == ("0.214", "ms", 22), "in the unit of the line beside it"
    rows = {row.title: row.text for group in run_figures(AB, "ab").groups for row in group.rows}
    assert rows["Time per request (mean)"] == "0.214 ms", "not 214 µs on the same page"


def test_the_mean_latency_is_that_of_comparisons_and_no_false_nought() -> None:
    figures = run_figures([*AB, Measured("latency_mean", 0.0, 31)], "ab").key_figures
    assert "Latency, mean" not in [figure.title for figure in figures], "ab's exact mean has ab's own name"
    (mean,) = run_figures([Measured("latency_mean", 0.0, 31)], "ab").key_figures
    assert (mean.title, mean.number, mean.unit) == ("Latency, mean", "< 1", "ms")


def test_cpu_figures_say_that_niced_work_is_in_none_of_them() -> None:
    """ab and its server were niced: 41% beside a chart at 100% was all that a reader saw."""
    cpu = {"cpu_time_per_request": 402e-6, "cpu_user_time_per_request": 133e-6, "cpu_system_time_per_request": 269e-6}
    busy = [*(Measured(name, value, 0) for name, value in cpu.items()), Measured("cpu_used", 0.41, 0)]
    for share, cost, used in (
        (0.59, "133 µs user, 269 µs system; niced work left out", "all CPUs, during the load, and 59% niced"),
        (0.01, "133 µs user, 269 µs system", "all CPUs, during the load"),
    ):
        figures = {one.title: one for one in run_figures([*busy, Measured("cpu_nice", share, 0)], "ab").key_figures}
        assert (figures["CPU per request"].under, figures["CPU busy"].under) == (cost, used)


def test_answers_with_an_error_are_failures() -> None:
    figures = run_figures([*AB, Measured("responses", 374455, 19, "non_2xx")], "ab").key_figures
    failed = next(figure for figure in figures if figure.title == "Replies no 2xx")
    assert (failed.number, failed.unit, failed.line) == ("374,455", "of 374,455", 19)
    assert failed.under.startswith("redirects or errors")
    named = [*AB, Measured("responses", 9, 19, "404"), Measured("responses", 9, 19, "non_2xx_3xx")]
    assert "Failed" in [figure.title for figure in run_figures(named, "wrk").key_figures]


def test_what_ab_prints_as_nought_is_below_a_millisecond() -> None:
    figures = run_figures(AB, "ab")
    (connect,) = figures.matrix
    assert connect.texts == ("< 1", "< 1", "", "< 1", "5")
    assert figures.matrix_unit == "ms"
    assert figures.note
    assert figures.curve is None, "a curve of what is below what is printed would be one of false zeros"


def test_every_measurement_stands_in_one_place() -> None:
    figures = run_figures(AB, "ab")
    rows = [row.measurement for group in figures.groups for row in group.rows]
    matrix = [m for m in AB if m.metric.startswith("connect_time")]
    assert sorted(map(repr, rows)) == sorted(repr(m) for m in AB if m not in matrix)
    assert [group.title for group in figures.groups][-1] == "From system activity"


def test_percentiles_that_say_something_are_a_curve() -> None:
    curve = run_figures([Measured(f"latency_p{p}", p / 1000) for p in (50, 90, 99)], "wrk").curve
    assert curve
    assert curve.labels == ["50%", "90%", "99%"]
    assert curve.series[0].values == [50, 90, 99]


def test_a_matrix_has_one_unit() -> None:
    measured = [
        Measured(f"latency_{name}", value)
        for name, value in {"min": 0.00005, "mean": 0.0021, "stddev": 0.0009, "max": 2.3}.items()
    ]
    figures = run_figures(measured, "wrk")
    assert figures.matrix_unit == "ms"
    assert [row.texts for row in figures.matrix] == [("0.05", "2.1", "0.9", "", "2,300")]


def test_a_single_latency_is_a_line_and_no_matrix() -> None:
    """A table of twenty cells held one number."""
    figures = run_figures([Measured("latency_mean", 0.29444), Measured("requests_per_second", 102.0)], "csv")
    assert (figures.matrix, figures.statistics) == ((), ())
    assert [(group.title, [row.text for row in group.rows]) for group in figures.groups] == [
        ("Throughput", ["102/s"]),
        ("Latency", ["294.44 ms"]),
    ]


def test_percentiles_in_whole_milliseconds_are_spans_without_a_line() -> None:
    curve = run_figures([Measured(f"latency_p{p}", ms / 1000) for p, ms in ((50, 1), (90, 2), (99, 6))], "ab").curve
    assert curve
    (drawn,) = curve.series
    assert not drawn.is_joined
    assert [(point.low, point.high) for point in drawn.points] == [(0.5, 2.0), (1.5, 3.0), (5.5, 7.0)]
    assert drawn.points[0].words == "1 ms, printed in whole milliseconds: 0.5 to 2 ms"
    assert "ab prints whole milliseconds" in curve.key
    assert "x" not in curve.log_axes, "its places are logarithms already"


def test_steps_too_small_to_be_seen_are_no_spans() -> None:
    percentiles = ((50, 34), (90, 50), (99, 101))
    curve = run_figures([Measured(f"latency_p{p}", ms / 1000) for p, ms in percentiles], "ab").curve
    assert curve
    (drawn,) = curve.series
    assert drawn.is_joined
    assert {point.low for point in drawn.points} == {None}
    assert curve.key == ""


def test_a_few_equal_milliseconds_are_no_curve() -> None:
    percentiles = ((50, 1), (66, 1), (75, 1), (90, 1), (99, 2))
    assert run_figures([Measured(f"latency_p{p}", ms / 1000) for p, ms in percentiles], "ab").curve is None


def test_a_run_without_a_result_has_no_figures() -> None:
    figures = run_figures([], "ab")
    assert (figures.key_figures, figures.matrix, figures.groups, figures.curve) == ((), (), (), None)


def test_a_start_known_by_its_day_has_no_time() -> None:
    day, moment = datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 5, 1, 0, 0, 0, 1, tzinfo=UTC)
    assert (start(day, "j M Y"), start(day, "Y-m-d")) == ("1 May 2024", "2024-05-01")
    assert (start(moment, "j M Y"), start(moment, "Y-m-d")) == ("1 May 2024, 00:00:00 UTC", "2024-05-01 00:00:00 UTC")


def test_times_have_the_digits_of_the_log_and_every_value_all_of_them_beside() -> None:
    """ab's 20.445 ms read 20.45 ms, and 3.195 s 3.19 s."""
    own = [
        Measured("duration", 3.195, 16),
        Measured("time_per_request", 0.020445, 22, "concurrent"),
        Measured("time_per_request", 0.00016, 23),
        Measured("transfer_rate", 5166.3 * 1024, 24),
        Measured("cpu_time_per_request", 1 / 3, 0),
    ]
    rows = {row.title: row for group in run_figures(own, "ab").groups for row in group.rows}
    texts = [rows[title].text for title in ("Duration", "Time per request (mean)")]
    assert texts == ["3.195 s", "20.445 ms"]
    assert {row.text for row in rows.values()} >= {"0.16 ms", "5.05 MiB/s", "333.33 ms"}, "ab prints ms"
    assert rows["Transfer rate"].whole == "5,290,291.2 B/s"
    assert rows["Duration"].whole == "3.195 s"


def test_a_siege_that_printed_hundredths_has_no_mean_of_0() -> None:
    times = [Measured("latency_mean", 0.0), Measured("latency_min", 0.0), Measured("latency_max", 0.29)]
    figures = run_figures(times, "siege")
    (mean,) = figures.key_figures
    assert (mean.title, mean.number, mean.unit) == ("Latency, mean", "< 10", "ms")
    assert [row.texts for row in figures.matrix] == [("< 10", "< 10", "", "", "290")]
    (finer,) = run_figures([Measured("latency_mean", 0.0053)], "siege").key_figures
    assert (finer.number, finer.unit) == ("5.3", "ms"), "newer ones print more digits"


@pytest.mark.django_db
@pytest.mark.parametrize(("tool", "text"), [("siege", "| Latency, mean (s) | < 0.01 |"), ("ab", "(s) | < 0.001 |")])
def test_what_is_downloaded_of_a_run_has_its_rounded_mean(client: Client, tool: str, text: str) -> None:
    (run,) = runs(setup("Linux 6.1", 8, tool=tool), {"requests_per_second": [9000.0], "latency_mean": [0.0]})
    question = run_question(run, list(run.measurements.all()))
    assert text in client.get(question.path().replace("/compare/", "/compare.md")).content.decode()
