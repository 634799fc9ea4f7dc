"""Points whose every request failed look like none that served something."""

from __future__ import annotations

from dataclasses import replace

from matplotlib.figure import Figure

from benchdb.tests.history.test_history import answered as history
from benchdb.tests.history.test_outages import ERRORS, FAILED, GOOD, SERVED
from benchdb.tests.scaling.test_nothing_served import LOADS, SIZES, measured
from benchdb.tests.scaling.test_outweighed import SIZES as GROWING
from benchdb.tests.scaling.test_scaling import answered as scaling
from frontend.answers.history import tables as of_history
from frontend.answers.scaling import tables as of_scaling
from frontend.answers.shown_tables import as_text
from frontend.charts.history import history_charts
from frontend.charts.scaling.curves import curve_charts
from frontend.exports.curves import curves

CROSS = "✕: nothing but errors was answered."


def test_in_a_history_they_are_crosses_with_a_key_and_the_table_says_so() -> None:
    answer = history(GOOD + ERRORS, failed=SERVED + FAILED)
    (chart,) = history_charts(answer)
    assert [point.is_failing for point in chart.series[0].points] == [False] * 8 + [True] * 4
    assert CROSS in chart.key
    every = as_text(of_history.every_point(answer))
    texts = [line.texts[0][0] for line in every.lines]
    assert [text.endswith("(every request failed)") for text in texts] == [False] * 8 + [True] * 4


def test_how_quickly_errors_came_sets_no_axis() -> None:
    """They stand at its edge; the tooltip has the figure."""
    (chart,) = history_charts(history(GOOD + ERRORS, failed=SERVED + FAILED))
    assert chart.y.most is not None
    assert max(GOOD) < chart.y.most < 2 * max(GOOD) < min(ERRORS)
    assert [point.y for point in chart.series[0].points[8:]] == [chart.y.most] * 4
    assert chart.series[0].points[8].words.startswith("300/s")


def test_a_history_of_errors_alone_is_of_crosses() -> None:
    (chart,) = history_charts(history(GOOD, failed=[1.0] * len(GOOD)))
    assert all(point.is_failing for point in chart.series[0].points)
    assert CROSS in chart.key


def test_a_history_of_answers_has_none() -> None:
    (chart,) = history_charts(history(GOOD, failed=SERVED))
    assert not any(point.is_failing for point in chart.series[0].points)
    assert CROSS not in chart.key


def test_replies_that_may_have_been_redirects_are_called_so() -> None:
    """In the table and in the tooltip as in the headline."""
    answer = history(GOOD + ERRORS, failed=SERVED + FAILED)
    (curve,) = answer.curves
    redirecting = replace(curve, outages=tuple(replace(one, kind="redirects or errors") for one in curve.outages))
    words_of_last = of_history.every_point(replace(answer, curves=(redirecting,))).rows[-1][1][0]
    assert words_of_last is not None
    assert words_of_last.under == ("every reply was a redirect or an error",)
    (chart,) = history_charts(replace(answer, curves=(redirecting,)))
    assert chart.series[0].points[-1].words.endswith("every reply was a redirect or an error")


def test_a_curve_that_served_nothing_is_of_crosses() -> None:
    for sizes in (SIZES, LOADS):
        answer = scaling(measured(sizes, {*sizes}) + measured(sizes, set(), name="b"))
        for chart in curve_charts(answer):
            assert CROSS in chart.key
            points_of = {one.name: one.points for one in chart.series if one.role == "points"}
            assert all(point.is_failing for point in points_of["a"])
            assert not any(point.is_failing for point in points_of["b"])


def test_points_that_a_curve_leaves_out_are_crosses_beside_it() -> None:
    """In no line of it; within the axis, whatever their figure, which the tooltip has."""
    for sizes, x in ((SIZES, "cpus"), (LOADS, "concurrency")):
        *served, last = sizes
        chart = curve_charts(scaling(measured(sizes, {last}), x=x))[0]
        assert [point.x for one in chart.series if one.role == "points" for point in one.points] == served
        ((cross,),) = [one.points for one in chart.series if one.role == "failing"]
        assert cross.is_failing
        assert (cross.x, cross.y) == (last, min(sizes[last], chart.y.most or 0))
        assert cross.words.endswith("3 runs: every request failed")
        assert CROSS in chart.key
        if chart.x.ticks:
            assert last in [tick.x for tick in chart.x.ticks]


def test_and_so_are_those_whose_failures_outweigh_their_figure() -> None:
    chart, efficiency = curve_charts(scaling(measured(GROWING, {32}, share=0.5)))
    assert "✕" not in efficiency.key, "they have none"
    ((cross,),) = [one.points for one in chart.series if one.role == "failing"]
    assert (cross.x, cross.y) == (32, min(GROWING[32], chart.y.most or 0))
    assert cross.words == "14,000/s, 3 runs: 50% of the requests failed"
    assert "✕: left out, for its requests failed, all or too many." in chart.key
    axes = Figure().add_subplot()
    curves(axes, chart, ["#123456"], "#888888", "c")
    (crosses,) = [line for line in axes.lines if line.get_marker() == "x"]
    assert list(crosses.get_xdata()) == [32]  # type: ignore[arg-type]


def test_a_curve_that_leaves_out_none_has_no_crosses() -> None:
    for chart in curve_charts(scaling(measured(GROWING, set()))):
        assert not [one for one in chart.series if one.role == "failing"]
        assert "✕" not in chart.key


def test_a_scalings_table_takes_nothing_from_errors() -> None:
    """Neither a speed-up nor an efficiency."""
    name, (value, *taken) = of_scaling.growth(scaling(measured(SIZES, {16}))).rows[-1]
    assert name.startswith("16")
    assert value is not None
    assert value.under == ("every request failed",)
    assert taken == [None, None]


def test_pictures_draw_the_same_crosses() -> None:
    (chart,) = history_charts(history(GOOD + ERRORS, failed=SERVED + FAILED))
    axes = Figure().add_subplot()
    curves(axes, chart, ["#123456"], "#888888", "c")
    (crosses,) = [line for line in axes.lines if line.get_marker() == "x"]
    assert len(list(crosses.get_xdata())) == 4  # type: ignore[arg-type]
    assert crosses.get_color() == "#123456", "whose they are; that they failed is their shape"
    (dots,) = [line for line in axes.lines if line.get_gid() == "line-c-0"]
    assert dots.get_markevery() == list(range(8))


def test_how_long_errors_took_is_no_point_beneath_a_load_curve() -> None:
    """The first chart left them out, and the one beneath drew them as points like any other."""
    both = [*measured(LOADS, {80, 120}), *(replace(one, run=100 + one.run) for one in measured(LOADS, {20}, name="b"))]
    times = [replace(one, metric="latency_mean", value=0.01) for one in both]
    answer = scaling(both + times, x="concurrency")
    (above, beneath) = curve_charts(answer)
    places = [{one.name: [p.x for p in one.points if p.y is not None] for one in chart.series if one.role == "points"}
              for chart in (above, beneath)]  # fmt: skip
    assert places[0]["a"] == [1, 5, 10, 20, 40, 60]
    assert places[1] == places[0]
