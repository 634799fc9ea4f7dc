"""Small charts are tinted where the table has verdicts, and nowhere between points that nobody measured."""

from __future__ import annotations

from typing import Any

import pytest

from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from frontend.charts.comparison import charts
from frontend.charts.tints import tints
from frontend.tests.constructed import runs, setup

QUERY = "machine=built&cols=kernel&rows=concurrency"
SEGMENTS = """() => Object.fromEntries([...document.querySelectorAll("canvas[data-drawn]")].map((canvas) => {
    const { segments } = Chart.getChart(canvas).getDatasetMeta(0).dataset;
    const tinted = segments.filter(({ style }) => style?.backgroundColor !== "transparent");
    return [canvas.closest("figure").innerText.split("\\n")[0], tinted.length];
}))"""


def made() -> None:
    """Five kernels at four loads, each a tenth faster from 64 on; the sixth was run between and beside them only."""
    for number in range(5):
        for load in (8, 32, 64, 1024):
            rate = 100.0 * load**0.5 * 1.1 ** (number if load > 32 else 0)
            runs(setup(f"Linux 5.{number}", load), {"requests_per_second": [rate * (1 + 0.001 * n) for n in range(5)]})
    for load in (4, 16):
        runs(setup("Linux 5.9", load), {"requests_per_second": [10.0]})


@pytest.mark.django_db
def test_a_tint_is_between_rows_that_were_judged_and_one_of_which_was_told_apart() -> None:
    made()
    question = ComparisonQuestion.from_query([tuple(part.split("=")) for part in QUERY.split("&")])  # type: ignore[misc]
    panels = {chart.title: chart for chart in charts(fetch_comparison(question))}
    assert panels["Linux 5.3"].judged == ((32.0, 64.0), (64.0, 1024.0)), "not where neither row tells the sides apart"
    assert panels["Linux 5.9"].judged == (), "no row of it was compared"
    assert panels["Linux 5.9"].gain == "higher"


@pytest.mark.django_db
def test_rows_at_one_place_have_their_order() -> None:
    """Cells have none: a second row at the same place was an error."""
    made()
    question = ComparisonQuestion.from_query([tuple(part.split("=")) for part in QUERY.split("&")])  # type: ignore[misc]
    answer = fetch_comparison(question)
    rows = [row for row in answer.rows if {"Linux 5.3", answer.baseline} <= set(row.cells)]
    assert tints(rows, [8.0, 32.0, 64.0, 64.0], "Linux 5.3", answer.baseline) == ((32.0, 64.0), (64.0, 64.0))


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_page_tints_no_more_than_that(live_server: Any, chromium: Any) -> None:
    made()
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
    page.locator("canvas[data-drawn]").last.wait_for()
    tinted = page.evaluate(SEGMENTS)
    assert tinted["Linux 5.3"] > 0
    assert tinted["Linux 5.9"] == 0
