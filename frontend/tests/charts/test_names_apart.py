"""Names of bars and of fitted lines lie on nothing, at any width."""

from __future__ import annotations

from typing import Any

import pytest

from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KERNELS = ("Linux 6.1.0-18-amd64", "Linux 6.1.0-21-amd64", "Linux 6.6.13-amd64")
WRITTEN = (
    "window.written = []; const write = CanvasRenderingContext2D.prototype.fillText;"
    "CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {"
    " window.written.push(text); return write.call(this, text, ...rest); }"
)
ROOM = """[...document.querySelectorAll("canvas[data-drawn]")].flatMap((canvas) => {
  const { y } = Chart.getChart(canvas).scales;
  const lines = y.ticks.map(({ label }) => [label].flat().length);
  return lines.slice(1).map((_, at) => [lines[at], lines[at + 1],
    y.getPixelForTick(at + 1) - y.getPixelForTick(at)]);
})"""


def test_names_of_two_lines_beside_bars_are_apart(live_server: Any, chromium: Any) -> None:
    """Those of three kernels were printed over each other."""
    costs = ("cpu_time_per_request", "cpu_user_time_per_request", "cpu_system_time_per_request")
    for place, kernel in enumerate(KERNELS):
        runs(setup(kernel, 8), {name: [4e-4 + place * 1e-5 + run * 1e-6 for run in range(4)] for name in costs})
    for width in (390, 1440):
        page = chromium.new_context(viewport={"width": width, "height": 900}).new_page()
        page.goto(f"{live_server.url}/cost/?machine=built")
        page.locator("canvas[data-drawn]").nth(2).wait_for()
        room = page.evaluate(ROOM)
        assert any(above + below > 2 for above, below, _ in room), "some name has two lines"
        assert all(apart >= 14 * (above + below) / 2 for above, below, apart in room)


def test_on_a_phone_the_key_alone_names_the_laws(live_server: Any, chromium: Any) -> None:
    for kernel, gain in (("Linux 6.1", 0.8), ("Linux 6.6", 0.9)):
        for cpus in (1, 2, 4, 6, 8):
            made_on = setup(kernel, 64, cpus=str(cpus))
            runs(made_on, {"requests_per_second": [1000 * cpus**gain + run for run in range(5)]})
    for width, are_named in ((1440, True), (390, False)):
        page = chromium.new_context(viewport={"width": width, "height": 900}).new_page()
        page.add_init_script(WRITTEN)
        page.goto(f"{live_server.url}/scaling/?machine=built")
        page.locator("canvas[data-drawn]").first.wait_for()
        assert ("USL" in page.evaluate("window.written")) == are_named
        assert "Solid: Universal Scalability Law." in page.inner_text("main")


def test_no_mark_lies_on_the_top_line_of_its_axis(live_server: Any, chromium: Any) -> None:
    """399 on an axis that ended at 400."""
    for load, rate in ((30, 310.0), (100, 388.0), (150, 399.0)):
        runs(setup("Linux 6.1", load), {"requests_per_second": [rate]})
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}/compare/?machine=built&rows=concurrency&cols=kernel")
    page.locator("canvas[data-drawn]").first.wait_for()
    assert page.evaluate("Chart.getChart(document.querySelector('canvas')).scales.y.max") == 500
