"""How a scaling is drawn: ticks at measured loads, no line through what was not measured, no band that is not seen."""

from __future__ import annotations

import pytest

from benchdb.tests.scaling.test_scaling import answered, seen
from frontend.charts.scaling.curves import curve_charts
from frontend.charts.scaling.frame import MOST_TICKS

HOLES = "Dotted: nothing measured between."
BAND = "Shaded: 95% band over the runs."


@pytest.mark.parametrize(("loads", "every"), [(40, 1), (100, 2)])
def test_ticks_stand_where_loads_were_measured_to_the_last_one(loads: int, every: int) -> None:
    """Of 40 loads they were 1.6, 10, 20, 50, 70, and those measured on the chart beneath."""
    rows = [seen(n, 2 * n, min(n, 20.0), "a") for n in range(1, loads + 1)]
    (chart, *_) = curve_charts(answered(rows, x="concurrency"))
    ticks = [tick.x for tick in chart.x.ticks]
    assert ticks == [2.0 * n for n in range(1, loads + 1) if (loads - n) % every == 0]
    assert len(ticks) <= MOST_TICKS


def test_a_line_is_dotted_where_others_alone_were_measured() -> None:
    """From 150 to 200 a comparison of the same runs dots it, and the scaling did not."""
    loads = {"a": (30, 100, 150, 170, 180, 200), "b": (30, 100, 150, 200)}
    rows = [seen(place, n, 100.0 + n, name) for place, (name, n) in enumerate((k, n) for k in loads for n in loads[k])]
    (chart, *_) = curve_charts(answered(rows, x="concurrency"))
    lines = {one.name: [(point.x, point.y is None) for point in one.points] for one in chart.series if not one.law}
    assert lines["b"] == [(30, False), (100, False), (150, False), (170, True), (180, True), (200, False)]
    assert not any(is_hole for _, is_hole in lines["a"])
    assert HOLES in chart.key


@pytest.mark.parametrize(("spread", "is_seen"), [(0.0005, False), (0.1, True)])
def test_a_band_is_drawn_and_named_where_it_can_be_seen(spread: float, is_seen: bool) -> None:
    sizes = {1: 1000.0, 2: 1900.0, 4: 3500.0, 6: 4800.0, 8: 5800.0}
    rows = [
        seen(10 * n + trial, n, value * (1 + spread * (trial - 2)), "a")
        for n, value in sizes.items()
        for trial in range(5)
    ]
    (chart, *_) = curve_charts(answered(rows))
    assert any(one.role in ("low", "high") for one in chart.series) == is_seen
    assert (BAND in chart.key) == is_seen
    assert HOLES not in chart.key
