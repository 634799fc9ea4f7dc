"""The charts of histories, and what is marked in them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from benchdb.dev.testing.waiting import wait_until
from benchdb.models import Run
from benchdb.questions.history.answer import Outage
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.kinds import ask
from frontend.answers.history import presentation
from frontend.answers.history.tables import tables
from frontend.charts.history import history_charts, with_last_level
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import NEW, OLD, START, dated

pytestmark = [pytest.mark.django_db]

LOOKS_OF_FIRST = "document.querySelector('canvas[data-chart]').toDataURL()"


@pytest.mark.usefixtures("kernels")
def test_a_change_is_a_band_with_the_number_that_its_line_has_in_the_table() -> None:
    answer = ask(HistoryQuestion.from_query([("metric", "requests_per_second")]))
    (chart,) = history_charts(answer)
    (band,) = [series for series in chart.series if series.role == "change"]
    ends = [(START + timedelta(days=day)).timestamp() for day in (9, 10)]
    assert (band.points[0].text, [point.x for point in band.points], band.tone) == ("1", ends, "worse"), (
        "with another kernel"
    )
    low, high = ([point.y for point in one.points] for one in chart.series[1:3])
    assert (low, high) == ([995.0, 995.0], [1005.0, 1005.0]), "95% of the median of ten, as long as its level"
    assert [one.role for one in chart.series[1:7]] == ["low", "high", "level"] * 2
    assert tables(answer)[0].rows[0][0].startswith("1: 2026-03-10 09:00 and 2026-03-11")


@pytest.mark.usefixtures("kernels")
def test_the_last_level_stands_beneath_the_first_line_and_at_its_end(client: Client) -> None:
    answer = client.get("/history/?metric=requests_per_second")
    assert f"Last level: 880/s, 12% below that of {START.day} Mar 2026." in answer.content.decode()
    (chart,) = answer.context["charts"]
    named = [point.text for series in chart.series if series.role == "level" for point in series.points]
    assert [text for text in named if text] == ["last: 880/s"], "the last level alone, and not in what is frozen"
    assert not any(
        point.text for one in history_charts(answer.context["answer"])[0].series[:-1] for point in one.points
    )


def test_a_level_that_an_outage_ended_is_not_the_last(client: Client, kernels: Any) -> None:
    answer = client.get("/history/?metric=requests_per_second").context["answer"]
    (curve,), (chart,) = answer.curves, history_charts(answer)
    place = curve.levels[-1].last
    outage = Outage("failed", place, place, (98, 99), None, None, is_last=True, total=99)
    ended = replace(answer, curves=(replace(curve, outages=(outage,)),))
    assert with_last_level(ended, chart) == chart != with_last_level(answer, chart)


def test_runs_of_one_moment_have_an_axis_with_room(client: Client) -> None:
    """Figures of a paper are stored within a millisecond: their chart had no width, and showed no point."""
    stored = runs(setup("Linux 6.1.0", 8), {"requests_per_second": [1425.0, 1605.0]})
    for place, run in enumerate(stored):
        Run.objects.filter(pk=run.pk).update(stored_at=START + timedelta(microseconds=100 * place))
    (chart,) = client.get("/history/?metric=requests_per_second").context["charts"]
    assert chart.x.most - chart.x.least >= 2
    assert all(chart.x.least + 0.5 < point.x < chart.x.most - 0.5 for point in chart.series[0].points)
    labels = [tick.text for tick in chart.x.ticks]
    assert labels
    assert len(set(labels)) == len(labels)


def test_of_several_curves_no_level_is_the_last(client: Client) -> None:
    for load in (1, 8):
        dated(runs(setup("Linux 6.1.0", load), {"requests_per_second": OLD + NEW}), START)
    answer = client.get("/history/?metric=requests_per_second")
    assert "Last level" not in answer.content.decode()
    charts = history_charts(answer.context["answer"])
    assert [chart.title for chart in charts] == ["concurrency 1", "concurrency 8"], "no band of one over the other"
    assert all(with_last_level(answer.context["answer"], chart) == chart for chart in charts)
    assert [chart.aside for chart in charts] == ["▼ −12%, change 1", "▼ −12%, change 2"]
    assert [chart.tone for chart in charts] == ["worse", "worse"]


@pytest.mark.parametrize("query", ["", "&kernel=Linux+6.1.0"], ids=["with the kernel's lane", "without a lane"])
@pytest.mark.usefixtures("kernels")
def test_a_page_draws_its_charts_once(client: Client, monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(presentation, "history_charts", lambda answer: drawn.append(answer) or history_charts(answer))
    assert client.get("/history/?metric=requests_per_second" + query).context["charts"]
    assert len(drawn) == 1


@pytest.fixture
def loads(db: None) -> list[int]:
    """Five setups of ten runs on each of two kernels; the newer kernel is slower under every load but the first."""
    loads = [1, 2, 4, 8, 16]
    for load in loads:
        dated(runs(setup("Linux 6.1.0", load), {"requests_per_second": [load * value for value in OLD]}), START)
        later = [load * value for value in (OLD if load == 1 else NEW)]
        dated(runs(setup("Linux 6.2.0", load), {"requests_per_second": later}), START + timedelta(days=10))
    return loads


def test_each_of_many_curves_has_a_chart_of_its_own(client: Client, loads: list[int]) -> None:
    """Crossing bands in colours that come twice were told apart by nobody."""
    answer = client.get("/history/?metric=requests_per_second")
    charts = answer.context["charts"]
    assert [chart.title for chart in charts] == [f"concurrency {load}" for load in loads]
    assert {chart.x for chart in charts} == {charts[0].x}, "the same days along each"
    assert [(chart.y.least, chart.y.most) for chart in charts[1:]] == [
        (pytest.approx(load / 2 * charts[1].y.least), pytest.approx(load / 2 * charts[1].y.most)) for load in loads[1:]
    ]
    numbers = [[one.points[0].text for one in chart.series if one.role == "change"] for chart in charts]
    assert numbers == [[], ["1"], ["2"], ["3"], ["4"]], "the table's numbers"
    page = answer.content.decode()
    assert page.count('class="panels"') == 1
    assert page.count("data-chart") == 5
    assert client.get("/history.svg?metric=requests_per_second").content.count(b"concurrency ") >= 5


def a_stretch_is_marked_and_asked_for(page: Any) -> None:
    """By the pointer: the right half, all runs of the newer kernel; by keys: the second to the fifth run."""
    box = page.locator("canvas[data-drawn]").bounding_box()
    middle, right, line = box["x"] + box["width"] * 0.53, box["x"] + box["width"] - 100, box["y"] + 150
    page.mouse.move(middle, line)
    page.mouse.down()
    page.mouse.move(right, line)
    page.mouse.up()
    words, listed = page.inner_text("[data-marked]"), page.get_attribute("[data-list-runs]", "href")
    assert (re.search(r"(\d+) runs", words) or "")[1] in ("8", "9", "10"), words
    assert "q=since%3A2026-03-1" in listed
    page.click("[data-other]")
    assert "Mark the stretch to compare with" in page.inner_text("[data-first]")
    left = box["x"] + 70
    page.mouse.move(left, line)
    page.mouse.down()
    page.mouse.move(middle - 20, line)
    page.mouse.up()
    both = page.get_attribute("[data-both]", "href")
    assert both.count("stretch=2026-03-") == 2
    beside = page.request.get(both.replace("/compare/", "/compare.json"))
    assert [len(row["cells"]) for row in beside.json()["rows"]] == [2]
    page.click("[data-clear]")
    assert page.locator("[data-marked]").is_hidden()
    page.focus("canvas[data-drawn]")
    for key in ("ArrowRight", "[", "ArrowRight", "ArrowRight", "ArrowRight", "]"):
        page.keyboard.press(key)
    assert "run" in page.inner_text("[data-pointed]")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"since=2026-03-02T00%3A00&until=2026-03-06T00%3A00"))
    page.wait_for_selector(".chips:has-text('4 runs')")
    page.click(".chip[title='The whole history']")
    page.wait_for_selector(".chips:has-text('20 runs')")
    page.wait_for_selector("canvas[data-drawn]")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.matches('tr[data-change]')")


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_a_history_is_drawn_on_every_screen(
    live_server: Any, chromium: Any, kernels: Any, width: int, scheme: str
) -> None:
    page = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{live_server.url}/history/?metric=requests_per_second")
    page.wait_for_selector("canvas[data-drawn]")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if scheme == "light":
        a_stretch_is_marked_and_asked_for(page)
    page.select_option("select[name=x]", "kernel")
    page.wait_for_url(re.compile("x=kernel"))
    page.wait_for_selector(".answer:has-text('Linux 6.1.0 and Linux 6.2.0')")
    assert page.title() == "Requests per second over kernel versions – benchdb", "the title follows the question"
    page.wait_for_selector("canvas[data-drawn]")
    page.go_back()
    page.wait_for_selector(".answer:has-text('between 10 Mar and 11 Mar 2026')")
    assert faults == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 320])
def test_levels_and_runs_of_several_setups_fit_a_phone(live_server: Any, chromium: Any, width: int) -> None:
    for cpus in (1, 2):
        dated(runs(setup("Linux 6.1.0", 50, cpus=cpus), {"requests_per_second": OLD}), START)
    page = chromium.new_context(viewport={"width": width, "height": 900}).new_page()
    page.goto(f"{live_server.url}/history/?metric=requests_per_second&machine=built")
    for fold, heads in (("#levels", 4), ("details.every", 0)):
        page.locator(f"{fold} > summary").click()
        box = page.locator(f"{fold} .scroll")
        assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0, fold
        row = box.locator("tbody tr").first
        labels = row.locator("td").evaluate_all(
            "cells => cells.map(cell => getComputedStyle(cell, '::before').content).filter(text => text != 'none')"
        )
        assert len(labels) == heads, "each figure beneath its head, where they are of unlike things"


@pytest.mark.browser
def test_a_finger_marks_a_stretch_along_the_chart_and_scrolls_across_it(
    live_server: Any, chromium: Any, kernels: Any
) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{live_server.url}/history/?metric=requests_per_second")
    page.wait_for_selector("canvas.brushed[data-drawn]")
    page.locator("canvas[data-drawn]").scroll_into_view_if_needed()
    box, hand = page.locator("canvas[data-drawn]").bounding_box(), context.new_cdp_session(page)
    middle, right, line = box["x"] + box["width"] * 0.55, box["x"] + box["width"] - 40, box["y"] + 120

    def drawn_across(*places: tuple[float, float]) -> None:
        for kind, points in (
            ("touchStart", places[:1]),
            *(("touchMove", (one,)) for one in places[1:]),
            ("touchEnd", ()),
        ):
            touched = [{"x": x, "y": y} for x, y in points]
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    drawn_across((middle, line), (middle + 30, line), (right, line))
    page.wait_for_selector("[data-marked]:not([hidden])")
    assert (re.search(r"(\d+) runs", page.inner_text("[data-marked]")) or "")[1] in ("8", "9", "10")
    before = page.inner_text("[data-ends]")
    drawn_across((middle, line + 60), (middle, line), (middle, line - 60), (middle, line - 160))
    page.wait_for_function("scrollY > 0")
    assert page.inner_text("[data-ends]") == before, "a finger that scrolls changes nothing"
    page.click("[data-clear]")
    assert page.locator("[data-hint]").is_visible()
    assert page.locator(".by-key").is_hidden(), "no keys are named where there are none"


@pytest.mark.browser
def test_a_chart_is_a_few_keys_from_the_top_of_its_page(live_server: Any, chromium: Any, kernels: Any) -> None:
    """It was 62 presses of Tab, behind every machine of the filters; its own keys did nothing until then."""
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/history/?metric=requests_per_second")
    page.wait_for_selector("canvas.brushed[data-drawn]")
    for key in ("Tab", "Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.matches('canvas.brushed')")
    page.keyboard.press("ArrowRight")
    assert "run" in page.inner_text("[data-pointed]")
    page.reload()
    page.wait_for_selector("canvas.brushed[data-drawn]")
    page.keyboard.press("[")
    assert page.evaluate("document.activeElement.matches('canvas.brushed')")
    for key in ("ArrowRight", "[", "ArrowRight", "]"):
        page.keyboard.press(key)
    assert "2 runs" in page.inner_text("[data-marked]")
    runs(setup("Linux 6.2.0", 8, machine="another"), {"requests_per_second": [700.0]})
    page.goto(f"{live_server.url}/history/?metric=requests_per_second&by=kernel")
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("document.querySelector(':target').contains(document.querySelector('.gate'))")


@pytest.mark.browser
def test_a_stretch_that_is_marked_in_one_chart_stands_in_all(live_server: Any, chromium: Any, loads: list[int]) -> None:
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/history/?metric=requests_per_second")
    wait_until(page, "document.querySelectorAll('canvas.brushed[data-drawn]').length === 5")
    second = page.locator("canvas[data-drawn]").nth(1)
    box = second.bounding_box()
    first_before = page.evaluate(LOOKS_OF_FIRST)
    page.mouse.move(box["x"] + box["width"] * 0.55, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + 60)
    page.mouse.up()
    words = page.inner_text("[data-marked]")
    assert int((re.search(r"(\d+) runs", words) or "")[1]) >= 5 * 8, "the runs of all curves count"
    assert page.evaluate(LOOKS_OF_FIRST) != first_before, "the stretch is drawn in the first chart, too"
    second.focus()
    for key in ("Escape", "Home", "[", "ArrowRight", "]"):
        page.keyboard.press(key)
    assert "concurrency" not in page.inner_text("[data-pointed]")
    assert "run" in page.inner_text("[data-pointed]")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"since=2026-03-01T00%3A00&until=2026-03-03T00%3A00"))


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("width", "over"), [(390, True), (1440, False)])
def test_no_change_is_written_over_the_unit_of_the_axis(
    live_server: Any, chromium: Any, width: int, over: bool
) -> None:
    """On a phone an early change stood in “requests per second, higher is better”; there the unit stands above it."""
    dated(runs(setup("Linux 6.1.0", 50), {"requests_per_second": OLD[:6] + NEW + NEW[:4]}), START)
    page = chromium.new_context(viewport={"width": width, "height": 900}).new_page()
    page.goto(f"{live_server.url}/history/?metric=requests_per_second")
    page.locator("canvas[data-drawn]").first.wait_for()
    axis = page.evaluate(
        "() => { const { unitBottom, chartArea } = Chart.getChart(document.querySelector('canvas[data-drawn]'));"
        " return [unitBottom, chartArea.top]; }"
    )
    assert (axis[0] < axis[1] - 36) is over, "two lines of words stand between them"
    assert axis[0] >= 12, "it is whole"


@pytest.mark.parametrize("moment", [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)])
@pytest.mark.parametrize("path", ["/history/?x=time&machine=built", "/history.svg?x=time&machine=built"])
def test_a_run_of_the_first_or_the_last_year_takes_no_page_away(client: Client, moment: datetime, path: str) -> None:
    own = runs(setup("Linux 6.1", 10), {"requests_per_second": [100.0, 101.0, 102.0]})
    for run, start in zip(own, (moment, START, START + timedelta(days=9)), strict=True):
        Run.objects.filter(pk=run.pk).update(started_at=start)
    assert client.get(path).status_code == 200
