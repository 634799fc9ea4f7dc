"""More sides than there are colours: the bars of those that have one again are striped, on the page, too."""

from __future__ import annotations

from typing import Any

import pytest

from frontend.tests.constructed import runs, setup

FILLS = """Chart.getChart(document.querySelector("canvas[data-drawn]")).data.datasets.map(
    ({ backgroundColor }) => backgroundColor instanceof CanvasPattern
)"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_bars_of_a_ninth_kernel_are_not_those_of_the_first(live_server: Any, chromium: Any) -> None:
    for kernel in range(9):
        for zone in ("global", "web"):
            runs(setup(f"Linux 5.{kernel}", 8, zone=zone), {"requests_per_second": [1000.0 + kernel] * 3})
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    faults: list[Any] = []
    page.on("pageerror", lambda fault: faults.append(fault))
    page.goto(f"{live_server.url}/compare/?machine=built&rows=zone&cols=kernel")
    page.locator("canvas[data-drawn]").first.wait_for()
    assert page.evaluate(FILLS) == [False] * 8 + [True]
    signs = [sign.inner_text() for sign in page.locator(".legend i").all()]
    assert signs == ["■"] * 8 + ["▨"]
    assert faults == []
