"""Small charts on a logarithmic axis: one scale for all of a heading, its numbers once a row, and "(log)" whole."""

from __future__ import annotations

from typing import Any

import pytest

from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FAR_APART = "/compare/?machine=built&cols=kernel&rows=concurrency"
SCALES = """[...document.querySelectorAll("canvas[data-drawn]")].map((canvas) => {
    const { options, scales } = Chart.getChart(canvas);
    const { type, min, max, ticks, top } = scales.y;
    return {
        type, min, max, top, left: canvas.closest("figure").offsetLeft, above: options.plugins.unitAbove.text,
        hasNumbers: ticks.some((tick) => tick.label),
    };
})"""


def made_far_apart() -> None:
    """Six kernels, each three times as fast as the one before."""
    for number in range(6):
        for load in (8, 64, 1024):
            rate = 2.0 * 3**number * load**0.2
            runs(setup(f"Linux 5.{number}", load), {"requests_per_second": [rate, rate * 1.01]})


def scales_of(page: Any) -> list[dict[str, Any]]:
    page.locator("canvas[data-drawn]").last.wait_for()
    return page.evaluate(SCALES)  # type: ignore[no-any-return]


def test_all_small_charts_of_a_heading_have_one_logarithmic_scale(live_server: Any, chromium: Any) -> None:
    made_far_apart()
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(live_server.url + FAR_APART)
    scales = scales_of(page)
    assert {scale["type"] for scale in scales} == {"logarithmic"}
    assert len({(scale["min"], scale["max"]) for scale in scales}) == 1
    left = min(scale["left"] for scale in scales)
    assert [scale["hasNumbers"] for scale in scales] == [scale["left"] == left for scale in scales]


def test_that_an_axis_is_logarithmic_is_not_cut_off_above_it(live_server: Any, chromium: Any) -> None:
    made_far_apart()
    page = chromium.new_context().new_page()
    page.goto(live_server.url + FAR_APART)
    for scale in scales_of(page):
        assert scale["above"] == "(log)"
        assert scale["top"] >= 24, "a line of text, and what is between it and the axis"
