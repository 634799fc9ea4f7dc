"""Many columns in a real browser: what fits, what is chosen by pointer and keys, and what a phone shows."""

from __future__ import annotations

import re
from typing import Any

import pytest

from benchdb.dev.testing.waiting import wait_until
from frontend.tests.answers.many_columns.made import QUERY, made
from frontend.tests.constructed import runs, setup


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_chosen_cell_shows_its_runs_and_both_heads_stay(live_server: Any, chromium: Any) -> None:
    made(30)
    page = chromium.new_context(viewport={"width": 1000, "height": 700}).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
    cell = page.get_by_role("button", name="Linux 5.1 at 8:")
    cell.click()
    page.keyboard.press("l")
    page.keyboard.press("ArrowDown")
    panel = page.locator(".about-cell")
    assert "Linux 5.2 at 64: ▲ +21%, better than Linux 5.0 (95% interval +2" in " ".join(panel.inner_text().split())
    assert page.locator("[data-many] button[tabindex='0']").count() == 1, "one tab stop"
    assert page.locator("[data-many] td[aria-current]").count() == 1
    assert panel.locator("[data-side] .each").evaluate_all("paths => paths.every((one) => one.getAttribute('d'))")
    assert panel.get_by_role("link", name="5 runs").count() == 2
    panel.get_by_role("link", name="Compare with 5.1, the column before").click()
    wait_until(page, "location.search.includes('baseline=Linux+5.1&')")
    page.go_back()
    head = page.locator("[data-many] tbody th").first
    left = head.bounding_box()["x"]
    page.evaluate("document.querySelector('.scroll.grid').scrollLeft = 800")
    assert head.bounding_box()["x"] == pytest.approx(left, abs=1)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_cell_that_is_chosen_before_its_script_has_come_is_shown_when_it_has(live_server: Any, chromium: Any) -> None:
    made(6)
    page = chromium.new_context().new_page()
    held: list[Any] = []
    page.route(re.compile(r"/chosen\b.*\.js"), lambda route: held.append(route))
    type(page).goto(page, f"{live_server.url}/compare/?{QUERY}")
    page.get_by_role("button", name="Linux 5.2 at 8:").click()
    assert page.locator("html[data-loading]").count() == 1, "which a test that goes to a page waits for"
    held[0].continue_()
    wait_until(page, "document.querySelector('.about-cell').innerText.includes('Linux 5.2 at 8')")
    assert page.locator("html[data-loading]").count() == 0


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_chosen_column_is_tinted_and_drawn_and_keys_set_it_as_baseline_or_leave_it_out(
    live_server: Any, chromium: Any
) -> None:
    made(6)
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
    drawings = "[...document.querySelectorAll('.many tbody .strip svg')].map((one) => one.innerHTML)"
    tinted = "[...document.querySelectorAll('.many .on')].map((one) => one.cellIndex)"
    first = page.evaluate(drawings)
    assert sum("<circle" in one for one in first) == page.locator(".of-column tbody .better").count() > 0
    page.get_by_role("button", name="Linux 5.2 at 8:").click()
    assert page.evaluate(tinted) == [4, 5] * 5, "its head, three rows and their sum: value and change"
    assert " ".join(page.locator(".many th.strip").inner_text().split()).startswith("5.2, change")
    assert page.evaluate(drawings) != first
    grid = page.locator(".scroll.grid")
    assert grid.evaluate("box => box.scrollWidth <= box.clientWidth")
    page.keyboard.press("b")
    page.wait_for_url(re.compile(r"baseline=Linux\+5\.2"))
    page.go_back()
    page.get_by_role("button", name="Linux 5.3 at 8:").click()
    page.keyboard.press("-")
    page.wait_for_url(re.compile(r"kernel=Linux\+5\.4"))
    assert "Linux+5.3" not in page.url


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("kernels", "is_drawn"), [(8, True), (9, False)])
def test_the_chosen_column_is_drawn_where_there_is_room_for_it(
    live_server: Any, chromium: Any, kernels: int, *, is_drawn: bool
) -> None:
    made(kernels)
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
    assert (page.locator(".many th.strip").count() == 1) == is_drawn
    assert page.locator(".scroll.grid").evaluate("box => box.scrollWidth <= box.clientWidth")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_of_small_charts_in_a_row_the_first_one_has_the_numbers_of_their_scale(live_server: Any, chromium: Any) -> None:
    made(6)
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
    page.locator("canvas[data-drawn]").last.wait_for()
    written = """[...document.querySelectorAll("canvas[data-drawn]")].map((canvas) => {
        const { y } = Chart.getChart(canvas).scales;
        return [canvas.closest("figure").offsetLeft, y.ticks.some((tick) => tick.label)];
    })"""
    charts = page.evaluate(written)
    left = min(place for place, _ in charts)
    assert len({place for place, _ in charts}) > 1
    assert [has_numbers for _, has_numbers in charts] == [place == left for place, _ in charts]
    page.set_viewport_size({"width": 390, "height": 800})
    wait_until(page, f"{written}.filter(([, hasNumbers]) => hasNumbers).length === 3")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_axis_of_counts_has_no_halves(live_server: Any, chromium: Any) -> None:
    for kernel in ("Linux 5.0", "Linux 5.1"):
        for load, failed in ((8, 0.0), (64, 1.0), (1024, 0.0)):
            runs(setup(kernel, load), {"requests_failed": [failed] * 3})
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}&metric=requests_failed")
    page.locator("canvas[data-drawn]").wait_for()
    ticks = "Chart.getChart(document.querySelector('canvas')).scales.y.ticks.map((tick) => tick.value)"
    assert all(value == int(value) for value in page.evaluate(ticks))


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_on_a_phone_all_changes_stand_side_by_side_and_a_column_beneath(live_server: Any, chromium: Any) -> None:
    made(8)
    page = chromium.new_context(viewport={"width": 390, "height": 800}, has_touch=True).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
    grid = page.locator(".scroll.grid")
    assert grid.evaluate("box => box.scrollWidth <= box.clientWidth"), "seven columns need no scrolling"
    assert not page.locator(".by-keys").is_visible()
    page.get_by_role("button", name="Linux 5.6 at 64:").click()
    column = page.locator(".of-column")
    assert [" ".join(text.split()) for text in column.locator("thead th").all_inner_texts()][2] == "5.6"
    page.get_by_role("button", name="› 5.7").or_(page.get_by_role("button", name="5.7 ›")).click()
    assert "not run" in column.inner_text()
    assert "Linux 5.7 at 8:" in " ".join(page.inner_text(".about-cell").split())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert not page.locator("[data-turn='1']").is_visible(), "the last column"
    page.emulate_media(media="print")
    assert not column.is_visible(), "paper has the grid alone"
    assert not page.locator(".about-cell, .turn").first.is_visible()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_small_charts_have_no_unit_of_their_own_and_a_chart_alone_has(live_server: Any, chromium: Any) -> None:
    for kernels, texts in ((6, 0), (2, 1)):
        made(kernels)
        page = chromium.new_context().new_page()
        page.add_init_script(
            "window.written = []; const write = CanvasRenderingContext2D.prototype.fillText;"
            "CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {"
            " window.written.push(text); return write.call(this, text, ...rest); }"
        )
        page.goto(f"{live_server.url}/compare/?{QUERY}{'&kernel=Linux+5.0&kernel=Linux+5.1' * (kernels == 2)}")
        page.locator("canvas[data-drawn]").last.wait_for()
        written = page.evaluate("window.written")
        assert ("requests per second, higher is better" in written) == bool(texts)
        assert "requests per second" not in written


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_metric_is_found_by_typing_and_asked_for(live_server: Any, chromium: Any) -> None:
    made(2)
    runs(setup("Linux 5.0", 8), {"latency_p99": [0.1, 0.2]})
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
    page.click(".sentence .noun summary")
    page.keyboard.type("99th")
    page.keyboard.press("Enter")
    wait_until(page, "location.search.includes('metric=latency_p99')")
    assert "Latency, 99th percentile" in page.inner_text(".sentence .noun summary")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_on_a_phone_seven_columns_stand_within_the_box_each_on_one_line(live_server: Any, chromium: Any) -> None:
    made(8)
    page = chromium.new_context(viewport={"width": 390, "height": 800}).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
    box, table = page.locator(".scroll.grid"), page.locator("[data-many]")
    assert table.evaluate("(it) => it.scrollWidth") <= box.evaluate("(it) => it.clientWidth")
    heights = table.evaluate("(it) => [...it.querySelectorAll('tbody .heat')].map((one) => one.clientHeight)")
    assert set(heights) == {32}


def long_names(kernels: int) -> None:
    """Kernels as distributions call them."""
    for number in range(kernels):
        for load in (8, 64):
            numbers = {"requests_per_second": [1000.0 * load**0.5 * 0.95**number + trial for trial in range(6)]}
            runs(setup(f"Linux 6.{number}.0-{18 + number}-generic", load), numbers)


def opened(live_server: Any, chromium: Any, kernels: int) -> Any:
    """The comparison of so many kernels with long names, on a wide page."""
    long_names(kernels)
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
    return page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_last_of_four_columns_is_in_view_with_its_verdict_as_a_sign(live_server: Any, chromium: Any) -> None:
    """“−11%, worse” of the fourth stood outside of the box, and nothing showed that it scrolled."""
    page = opened(live_server, chromium, 4)
    box = page.locator(".scroll:has(> .cmp)")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    assert "linear-gradient" in box.evaluate("box => getComputedStyle(box).backgroundImage")
    last = page.locator(".cmp tbody td.say").last
    assert last.inner_text().split() == ["▼", "worse"], "what is read aloud"
    assert (last.get_attribute("title"), last.locator(".w").bounding_box()["width"]) == ("worse", 1)
    assert "▼ worse." in page.locator(".cmp caption").inner_text()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_three_columns_have_words_where_there_is_room(live_server: Any, chromium: Any) -> None:
    page = opened(live_server, chromium, 3)
    words = page.locator(".cmp tbody td.say .w").last
    assert words.bounding_box()["width"] > 20
    assert "▼ worse" not in page.locator(".cmp caption").inner_text()
    page.set_viewport_size({"width": 1000, "height": 900})
    assert words.bounding_box()["width"] == 1
    assert "▼ worse" in page.locator(".cmp caption").inner_text()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_drawing_that_does_not_fit_beside_the_grid_is_left_out(live_server: Any, chromium: Any) -> None:
    """A stub of it, “6.8 / −40%”, was cut off at the right edge."""
    page = opened(live_server, chromium, 8)
    wait_until(page, "!document.documentElement.hasAttribute('data-loading')")
    assert page.locator(".many th.strip").is_hidden()
    assert page.locator(".scroll.grid").evaluate("box => box.scrollWidth <= box.clientWidth")
