"""The axes of pictures: round numbers on logarithms, one scale for small charts, names that can be read."""

from __future__ import annotations

import warnings
from itertools import combinations, pairwise

import numpy as np
import pytest
from django.test import Client
from matplotlib.axes import Axes as Drawn
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from frontend.charts.model import Axis, Chart, Point, Series, Tick
from frontend.charts.palette import series_colours
from frontend.exports import drawing
from frontend.exports.curves import marker, name_places, points, round_logarithms
from frontend.exports.drawing import share
from frontend.exports.marks import fill_of, plot
from frontend.tests.constructed import runs, setup


@pytest.mark.django_db
@pytest.mark.usefixtures("studies")
@pytest.mark.parametrize("form", ["svg", "png"])
def test_small_charts_of_logarithms_have_room_and_round_numbers_on_one_scale(client: Client, form: str) -> None:
    """Their numbers were written in TeX, as wide as the charts, which were laid over each other and the headline."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        content = client.get(f"/compare.{form}?cols=kernel").content
    if form == "svg":
        svg = content.decode()
        assert "\\" not in svg
        assert svg.count("(log)</text>") > 2
        assert svg.count(">1,000</text>") == 2, "numbers stand once a row"
        assert svg.count(">requests per second</text>") == 1


def of_logarithms(low: float, high: float) -> tuple[Drawn, list[float]]:
    figure = Figure()
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set_yscale("log")
    axes.set_ylim(low, high)
    round_logarithms(axes)
    return axes, [tick for tick in axes.get_yticks().tolist() if low <= tick <= high]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (90, 4000, [100, 200, 500, 1000, 2000]),
        (1.7e3, 2.1e3, [1700, 1800, 1900, 2000, 2100]),
        (0.002, 0.5, [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]),
    ],
)
def test_logarithms_have_round_numbers_and_nothing_between(low: float, high: float, ticks: list[float]) -> None:
    axes, there = of_logarithms(low, high)
    assert there == pytest.approx(ticks)
    assert len(axes.yaxis.get_minor_locator()()) == 0


def test_small_charts_have_the_same_axes() -> None:
    figure = Figure()
    for place, xs in enumerate(([1.0, 60.0], [30.0, 200.0], [64.0])):
        figure.add_subplot(1, 3, place + 1).plot(xs, [10.0 * x for x in xs], "o")
    assert share(figure.axes, "x")
    assert share(figure.axes, "y")
    assert len({(axes.get_xlim(), axes.get_ylim()) for axes in figure.axes}) == 1
    left, right = figure.axes[0].get_xlim()
    assert left < 1
    assert right > 200


def test_a_small_chart_that_has_a_0_leaves_the_others_their_logarithms() -> None:
    figure = Figure()
    for place, ys in enumerate(([10.0, 900.0], [0.0, 50.0])):
        axes = figure.add_subplot(1, 2, place + 1)
        axes.plot([1.0, 2.0], ys)
        axes.set_yscale("linear" if 0.0 in ys else "log")
    before = [axes.get_ylim() for axes in figure.axes]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not share(figure.axes, "y")
    assert [axes.get_ylim() for axes in figure.axes] == before


@pytest.mark.parametrize("beside", [1, 2, 4])
@pytest.mark.parametrize("scale", ["linear", "log"])
@pytest.mark.parametrize("measured", [(1.0, 200.0), (60.0, 64.0)])
def test_names_along_an_axis_do_not_lie_over_each_other(beside: int, scale: str, measured: tuple[float, float]) -> None:
    figure = Figure(figsize=(12, 6.3), dpi=100, layout="constrained")
    canvas = FigureCanvasAgg(figure)
    places = [1, 30, 50, 60, 64, 100, 128, 150, 170, 175, 180, 200, 1000, 1024]
    for place in range(beside):
        axes = figure.add_subplot(1, beside, place + 1)
        axes.plot(measured, [1.0, 2.0])
        axes.set_xscale(scale)
        name_places(axes, [Tick(float(x), (f"{x:,}",)) for x in places])
        axes.tick_params(labelsize=9.5 if beside == 1 else 8.5)
    canvas.draw()
    for axes in figure.axes:
        boxes = [label.get_window_extent() for label in axes.get_xticklabels()]
        assert len(boxes) > 2
        assert all(one.x1 < other.x0 for one, other in pairwise(boxes))


@pytest.fixture
def figure(monkeypatch: pytest.MonkeyPatch, client: Client) -> Figure:
    """The picture of six histories with long names."""
    drawn = list[Figure]()
    save = drawing.saved
    monkeypatch.setattr(drawing, "saved", lambda figure, *rest: drawn.append(figure) or save(figure, *rest))
    for zone in ("the global zone", "a zone of its own"):
        for load in (10, 100, 1000):
            runs(setup("Linux 2.6.38", load, machine="many", zone=zone), {"requests_per_second": [0.1 * load] * 3})
    assert client.get("/history.png?machine=many").status_code == 200
    (figure,) = drawn
    return figure


@pytest.mark.django_db
def test_titles_of_small_charts_do_not_lie_over_each_other(figure: Figure) -> None:
    titles = [child for axes in figure.axes for child in axes.get_children() if isinstance(child, Text)]
    boxes = [title.get_window_extent() for title in titles if "zone" in title.get_text()]
    assert len(boxes) == 6
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert all(figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1 for box in boxes)


@pytest.mark.django_db
def test_a_point_on_an_axis_is_drawn_whole(figure: Figure) -> None:
    """The lowest curve lies just above 0."""
    marks = [line for axes in figure.axes for line in axes.lines if line.get_marker() not in {"None", ""}]
    assert len(marks) >= 6
    assert not any(line.get_clip_on() for line in marks)


def test_groups_of_one_colour_have_other_marks() -> None:
    many = len(series_colours())
    assert len({(group % many, marker(group)) for group in range(3 * many)}) == 3 * many
    bars = [fill_of(Series("", group, ())) for group in range(3 * many)]
    assert len({(bar["color"], bar.get("hatch")) for bar in bars}) == 3 * many


@pytest.mark.django_db
def test_histories_keep_their_own_vertical_axes_as_on_the_page(figure: Figure) -> None:
    """A curve of a hundredth of another's level would be a line at 0."""
    assert len({axes.get_xlim() for axes in figure.axes}) == 1
    assert len({axes.get_ylim() for axes in figure.axes}) == 3


def test_the_value_of_a_bar_stands_beyond_its_runs() -> None:
    figure = Figure()
    FigureCanvasAgg(figure)
    series = Series("Linux 6.1", 0, (Point(0.0, 100.0, text="100/s", trials=(90.0, 100.0, 130.0)),))
    chart = Chart("bars", "Rate", summary="", x=Axis(ticks=(Tick(0.0, ("a",)),)), y=Axis(unit="/s"), series=(series,))
    plot(axes := figure.add_subplot(), chart, "0", 1)
    (value,) = [text for text in axes.texts if text.get_text() == "100/s"]
    assert value.get_window_extent().y0 > axes.transData.transform((0, 130.0))[1]


def test_a_line_is_dotted_where_others_were_measured_and_it_was_not() -> None:
    """It had the dashes of what was measured: a fall between two loads that nobody ran."""
    axes = Figure().add_subplot()
    measured = (Point(30.0, 290.0), Point(50.0, 300.0), Point(170.0, None), Point(180.0, None), Point(200.0, 120.0))
    points(axes, Series("global", 0, measured), "#000000", "line", 4.0, with_trials=False)
    dotted = [line.get_xdata() for line in axes.lines if line.get_linestyle() == ":"]
    assert [list(xs) for xs in dotted] == [[50.0, 200.0]]
    (line,) = [line for line in axes.lines if line.get_gid() == "line"]
    assert [bool(gap) for gap in np.isnan(np.asarray(line.get_ydata(), float))] == [False, False, True, True, False]
