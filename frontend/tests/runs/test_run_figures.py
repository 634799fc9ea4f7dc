"""A run's page: every measurement in one place, no false zeros, no false digits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from frontend.answers.run_figures import run_figures
from frontend.templatetags.shown import start


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
    assert (time.number, time.unit, time.line) == ("214", "µs", 22)


def test_the_mean_latency_is_that_of_comparisons_and_no_false_nought() -> None:
    figures = run_figures([*AB, Measured("latency_mean", 0.0, 31)], "ab").key_figures
    assert "Latency, mean" not in [figure.title for figure in figures], "ab's exact mean has ab's own name"
    (mean,) = run_figures([Measured("latency_mean", 0.0, 31)], "ab").key_figures
    assert (mean.title, mean.number, mean.unit) == ("Latency, mean", "< 1", "ms")


def test_answers_with_an_error_are_failures() -> None:
    figures = run_figures([*AB, Measured("responses", 374455, 19, "non_2xx")], "ab").key_figures
    failed = next(figure for figure in figures if figure.title == "Failed")
    assert (failed.number, failed.unit, failed.line) == ("374,455", "of 374,455", 19)


def test_what_ab_prints_as_nought_is_below_a_millisecond() -> None:
    figures = run_figures(AB, "ab")
    (connect,) = figures.matrix
    assert connect.texts == ("< 1 ms", "< 1 ms", "", "< 1 ms", "5 ms")
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


def test_a_run_without_a_result_has_no_figures() -> None:
    figures = run_figures([], "ab")
    assert (figures.key_figures, figures.matrix, figures.groups, figures.curve) == ((), (), (), None)


def test_a_start_known_by_its_day_has_no_time() -> None:
    day, moment = datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 5, 1, 0, 0, 0, 1, tzinfo=UTC)
    assert (start(day, "j M Y"), start(day, "Y-m-d")) == ("1 May 2024", "2024-05-01")
    assert (start(moment, "j M Y"), start(moment, "Y-m-d")) == ("1 May 2024, 00:00:00 UTC", "2024-05-01 00:00:00 UTC")
