"""Many columns are a tinted grid and small charts; the sentence has its subject; metrics are found in a menu."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from benchdb.dev.testing.waiting import wait_until
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.reads.metrics import measured_metrics
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from frontend.answers.comparison.change_words import interval_words
from frontend.answers.comparison.chosen_cell import as_data
from frontend.answers.comparison.many import step
from frontend.charts.comparison import charts
from frontend.charts.model import with_logs
from frontend.templatetags.grid_rows import in_brief
from frontend.tests.constructed import runs, setup

QUERY = "machine=built&cols=kernel&rows=concurrency"


def made(kernels: int) -> None:
    """Each kernel a tenth faster than the one before; of the last, one load was not run."""
    for number in range(kernels):
        for load in (8, 64, 1024):
            if (number, load) != (kernels - 1, 64):
                rate = 100.0 * load**0.5 * 1.1**number
                numbers = {"requests_per_second": [rate * (1 + 0.001 * trial) for trial in range(5)]}
                runs(setup(f"Linux 5.{number}", load), numbers)


def drawn(query: str = QUERY) -> list[Any]:
    return charts(fetch_comparison(ComparisonQuestion.from_query([tuple(p.split("=")) for p in query.split("&")])))  # type: ignore[misc]


@pytest.mark.django_db
def test_a_grid_has_a_tint_only_where_a_change_is_told_apart(client: Client) -> None:
    made(7)
    page = client.get(f"/compare/?{QUERY}").content.decode()
    assert "data-many" in page
    assert 'class="heat better h2"' in page
    assert 'aria-label="Linux 5.2 at 1,024: +21%, better"' in page
    assert "not run" in page
    assert "kernel=Linux+5.0&amp;kernel=Linux+5.3" in page, "a column's name sets it against the baseline alone"


@pytest.mark.parametrize(
    ("change", "tone", "number"),
    [(0.05, "better", 1), (0.1, "better", 2), (-0.3, "worse", 3), (-0.5, "worse", 4), (1.2, "better", 4), (3, "q2", 0)],
)
def test_tints_have_four_steps_and_half_weighs_as_much_as_twice(change: float, tone: str, number: int) -> None:
    assert step(change, tone) == number


@pytest.mark.django_db
def test_up_to_twelve_columns_are_small_charts_on_one_scale_and_more_stand_along_the_axis() -> None:
    made(6)
    panels = drawn()
    assert [chart.title for chart in panels] == [f"Linux 5.{number}" for number in range(6)]
    assert len({chart.y for chart in panels}) == 1
    baseline, *others = panels
    assert (baseline.aside, len(baseline.series)) == ("baseline", 1), "in its place among the others"
    assert {chart.series[1].name for chart in others} == {"Linux 5.0"}
    assert all(point.y is not None for point in panels[-1].series[1].points)
    assert {chart.gain for chart in others} == {"higher"}, "above the baseline is tinted as better"
    assert [chart.aside for chart in others[:2]] == ["+10% at 1,024", "+21% at 1,024"]
    assert "by concurrency (log), separate charts by kernel" in panels[0].panel
    assert panels[0].y.unit == "requests per second"
    assert panels[0].panel_heading == panels[0].panel, "the metric's title says the unit"
    (latency, *_) = [replace(chart, y=replace(chart.y, unit="ms")) for chart in panels]
    assert latency.panel_heading == f"{latency.panel} In ms.", "once, above all of them"
    assert panels[0].series[0].points[0].trials, "each has its runs"
    made(14)
    (whole,) = drawn()
    assert [series.name for series in whole.series] == ["Concurrency 8", "Concurrency 64", "Concurrency 1,024"]
    assert len(whole.x.ticks) == 14


@pytest.mark.django_db
def test_what_reaches_far_stands_on_logarithms_unless_the_address_says_otherwise(client: Client) -> None:
    made(2)
    (chart,) = drawn()
    assert chart.x.is_log
    assert not with_logs(chart, ()).x.is_log
    page = client.get(f"/compare/?{QUERY}&log=y").content.decode()
    assert "log=y" in page.split('class="sharing"')[1].split("</div>")[0], "its exports draw what it draws"
    plain, logs = (client.get(f"/compare.svg?{QUERY}&log={axes}").content for axes in ("", "x,y"))
    assert b"Concurrency (log)" in logs
    assert b"(log)" not in plain
    assert client.get(f"/compare.png?{QUERY}&log=nonsense").status_code == 200


@pytest.mark.django_db
def test_a_split_is_small_charts_on_one_scale() -> None:
    for machine in ("old", "new"):
        for load in (1, 2, 3):
            runs(setup("Linux 5", load, machine=machine), {"requests_per_second": [100.0 * load, 101.0 * load]})
    panels = drawn("cols=kernel&rows=concurrency&split=machine")
    assert [chart.title for chart in panels] == ["new", "old"]
    assert {chart.kind for chart in panels} == {"lines"}


@pytest.mark.django_db
def test_the_sentence_says_of_what_and_metrics_without_data_are_greyed(client: Client) -> None:
    made(2)
    runs(setup("Linux 5.0", 8, machine="other"), {"transfer_rate": [1.0, 2.0]})
    page = client.get(f"/compare/?{QUERY}").content.decode()
    sentence = page.split('class="sentence"')[1].split('class="acts"')[0]
    assert "machine=other" in sentence
    assert "every machine" in sentence
    assert "<legend>Throughput</legend>" in sentence
    before, greyed = sentence.split('value="transfer_rate"')[:2]
    assert "lacking" in before.rpartition("<label")[2]
    assert "disabled" in greyed[:60]


@pytest.mark.django_db
def test_the_page_begins_with_the_largest_loss_in_words_and_with_ways_on(client: Client) -> None:
    made(6)
    for load in (8, 64, 1024):
        runs(setup("Linux 4.0", load), {"requests_per_second": [60.0 * load**0.5 + trial for trial in range(5)]})
    panel = client.get(f"/compare/?{QUERY}&baseline=Linux+5.0").content.decode()
    panel = panel.split('class="about-cell"')[1].split("</section>")[0]
    text = " ".join(re.sub("<[^>]*>", "", panel).split())
    assert text.startswith('aria-label="The chosen cell"> Linux 4.0 at 8: ▼ −39%, worse than Linux 5.0 (95% interval −')
    assert text.count("5 runs") == 2
    assert "Make it the baseline" in text
    assert 'href=""' not in panel, "what leads nowhere is no link"
    assert not {"q", "effect", "sittings"} & set(text.casefold().split()), "no word of a statistician"


@pytest.mark.django_db
def test_what_cannot_be_told_says_how_many_runs_it_takes_and_a_bare_number_what_it_is_of(client: Client) -> None:
    for number in range(6):
        for load in (8, 16):
            rates = [100.0 + number + 7 * ((trial * 3 + number) % 5) for trial in range(6)]
            runs(setup(f"Linux 5.{number}", load, cpus=number + 1), {"requests_per_second": rates})
    (table,) = client.get("/compare/?machine=built&cols=cpus&rows=concurrency&accept=kernel").context["page_tables"]
    texts = [cell for row in as_data(table)["rows"] for cell in row["cells"]]
    assert {text["against"] for text in texts} == {"the runs cannot tell it from CPUs online 1"}
    assert as_data(table)["columns"][0]["name"] == "CPUs online 2"
    assert texts[0]["needed"] == ["Runs needed: over 1,000 per side."]


@pytest.mark.parametrize(
    ("ratio", "interval", "text"),
    [
        (2.5, (1.4, 1.6), "2.40× to 2.60×"),
        (0.4, (-0.75, -0.5), "2.00× to 4.00× less"),
        (0.9, (-0.2, 0.05), "−20% to +5.0%"),
        (0.9, None, ""),
    ],
)
def test_an_interval_is_said_as_its_change_is(ratio: float, interval: tuple[float, float] | None, text: str) -> None:
    cell = Cell([1.0], [1], 1.0, None, ratio, ratio - 1, "better", interval)
    assert interval_words(cell) == text


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


@pytest.mark.django_db
def test_the_menu_of_many_setups_has_what_that_of_few_has(monkeypatch: pytest.MonkeyPatch) -> None:
    runs(setup("Linux 6.1.0", 10), {"requests_per_second": [1.0]})
    runs(setup("Linux 6.1.0", 20), {"latency_mean": [1.0]})
    runs(setup("Linux 6.2.0", 20), {"duration": [1.0]})
    own = selected(latest.census(), (("kernel", ("Linux 6.1.0",)),))
    few = measured_metrics(own)
    assert few is not None
    assert {"requests_per_second", "latency_mean"} <= few
    assert "duration" not in few
    monkeypatch.setattr("benchdb.reads.metrics.FEW_SETUPS", 1)
    assert measured_metrics(own) == few


@pytest.mark.parametrize(
    ("change", "text"),
    [("2.81× less", "÷2.81"), ("−11% to +12%", "coarse"), ("21× to 24× less", "coarse"), ("4.58×", "4.58×"), ("", "")],
)
def test_a_change_of_many_columns_leaves_room_for_the_others(change: str, text: str) -> None:
    assert in_brief(change) == text


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


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_last_of_four_columns_is_in_view_with_its_verdict_as_a_sign(live_server: Any, chromium: Any) -> None:
    """“−11%, worse” of the fourth stood outside of the box, and nothing showed that it scrolled."""
    long_names(4)
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
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
    long_names(3)
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
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
    long_names(8)
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/compare/?{QUERY}")
    wait_until(page, "!document.documentElement.hasAttribute('data-loading')")
    assert page.locator(".many th.strip").is_hidden()
    assert page.locator(".scroll.grid").evaluate("box => box.scrollWidth <= box.clientWidth")
