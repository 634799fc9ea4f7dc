"""In a real Chromium: a comparison on one page of paper and with a log axis; ranges that write the search line."""

from __future__ import annotations

import re
from typing import Any

import pytest

from benchdb.dev.testing.waiting import wait_until
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import OLD, START, dated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
QUESTION = "study=zones&provenance=published&cols=zone&baseline=global"


@pytest.mark.usefixtures("studies")
def test_a_comparison_and_its_permalink_are_one_page_of_paper(live_server: Any, chromium: Any, client: Any) -> None:
    link = client.post("/compare/freeze/", {"query": QUESTION, "title": "Zones"}).headers["Location"]
    page = chromium.new_context().new_page()
    for path in (f"/compare/?{QUESTION}", link):
        page.goto(live_server.url + path)
        page.wait_for_selector("canvas[data-drawn]")
        paper = page.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page[^s]", paper)) == 1
    page.goto(f"{live_server.url}/compare/?{QUESTION}")
    page.emulate_media(media="print")
    assert "Requests per second" in page.locator(".sentence").inner_text(), "what opens a menu, too"
    page.emulate_media(media="screen")
    page.goto(live_server.url + link)
    page.get_by_label("Log scale: Concurrency").check()
    page.wait_for_selector("canvas[data-logs=x]")
    assert page.get_by_label("Log scale: Concurrency").is_checked(), "drawn anew, and still chosen"
    page.context.close()


def test_ranges_write_the_search_line_and_read_it(live_server: Any, chromium: Any) -> None:
    for concurrency in (10, 100, 200):
        runs(setup("Linux 6.1.0", concurrency), {"requests_per_second": [float(concurrency)]})
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}/runs/?q=machine:built")
    assert not page.get_by_label("Concurrency, from").is_visible(), "folded until somebody wants it"
    page.get_by_text("Ranges").click()
    low, high = page.get_by_label("Concurrency, from"), page.get_by_label("Concurrency, to")
    low.fill("50")
    page.evaluate("document.dispatchEvent(new CustomEvent('htmx:after:swap'))")  # as when the filters come in late
    low.press("Tab")
    wait_until(page, "document.querySelectorAll('tr[data-row]').length === 2")
    assert page.locator("#words").input_value() == "machine:built concurrency:50.."
    high.fill("150")
    high.press("Tab")
    wait_until(page, "document.querySelectorAll('tr[data-row]').length === 1")
    assert page.locator("#words").input_value() == "machine:built concurrency:50..150"
    assert (low.input_value(), high.input_value()) == ("50", "150"), "what is drawn anew reads the line"
    page.goto(f"{live_server.url}/runs/?q=since:2024-05-01")
    since = page.get_by_label("Made since")
    since.wait_for()  # open, since it is in use
    assert since.input_value() == "1 May 2024", "as the rows have their days"
    since.fill("3 May 2024")
    since.press("Tab")
    wait_until(page, "document.querySelector('#words').value === 'since:2024-05-03'")
    page.context.close()


@pytest.fixture
def ten_days() -> None:
    dated(runs(setup("Linux 6.1.0", 50, machine="daily"), {"requests_per_second": OLD}), START)


def test_a_stretch_of_time_is_marked_in_the_strip_with_the_pointer(
    live_server: Any, chromium: Any, ten_days: None
) -> None:
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/runs/?machine=daily")
    page.locator("[data-strip-hint]").wait_for()
    fourth, seventh = (page.locator("circle[data-moment]").nth(place).bounding_box() for place in (3, 6))
    page.mouse.move(fourth["x"] - 2, fourth["y"] + 20)
    page.mouse.down()
    page.mouse.move(seventh["x"] + seventh["width"] + 2, seventh["y"] + 20)
    page.mouse.up()
    wait_until(page, "document.querySelectorAll('tr[data-row]').length === 4")
    assert page.locator("#words").input_value() == "since:2026-03-04T09:00:00 until:2026-03-07T09:00:01"
    page.context.close()


def test_a_stretch_of_time_is_marked_in_the_strip_with_the_keyboard(
    live_server: Any, chromium: Any, ten_days: None
) -> None:
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/runs/?machine=daily")
    page.locator("[data-strip-hint]").wait_for()
    page.locator("[data-strip]").focus()
    for key in ("Home", "ArrowRight", "[", "End", "ArrowLeft", "]"):
        page.keyboard.press(key)
    assert page.locator("[data-pointed]").inner_text().startswith("run ")
    page.keyboard.press("Escape")
    assert page.locator("[data-span]").get_attribute("width") == "0", "nothing is marked any more"
    for key in ("Home", "ArrowRight", "[", "End", "ArrowLeft", "]", "Enter"):
        page.keyboard.press(key)
    wait_until(page, "document.querySelectorAll('tr[data-row]').length === 8")
    assert page.locator("#words").input_value() == "since:2026-03-02T09:00:00 until:2026-03-09T09:00:01"
    page.context.close()
