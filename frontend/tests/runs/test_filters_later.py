"""The list of runs is there first; what it can be filtered by comes after it, and stays while the list changes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from benchdb.dev.testing.waiting import wait_for, wait_until
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"


def two_kernels() -> None:
    runs(setup("Linux 6.1.0", 10), {RATE: [1.0, 2.0]})
    runs(setup("Linux 6.2.0", 10), {RATE: [3.0]})


def test_the_list_counts_no_facet(client: Client, django_assert_max_num_queries: Any) -> None:
    two_kernels()
    client.get("/runs/")
    with django_assert_max_num_queries(6):
        page = client.get("/runs/?kernel=Linux+6.1.0").content.decode()
    assert 'href="/runs/filters/?kernel=Linux+6.1.0"' in page
    kept = re.search(r'<input\s+type="hidden"\s+name="kernel"\s+value="Linux 6.1.0"', page)
    assert kept, "a search before they are there keeps them"
    assert 'type="checkbox" id="f-kernel' not in page


def test_without_javascript_filters_are_a_page(client: Client) -> None:
    two_kernels()
    page = client.get("/runs/filters/?kernel=Linux+6.1.0").content.decode()
    assert "<h1>Filter runs</h1>" in page
    assert "Linux 6.2.0" in page
    assert "<h1>" not in client.get("/runs/filters/", headers={"HX-Request": "true"}).content.decode()
    assert client.get("/runs/filters/?q=rps:fast").status_code == 400


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_filter_narrows_the_list_and_the_counts(live_server: Any, chromium: Any) -> None:
    two_kernels()
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{live_server.url}/runs/")
    box = page.get_by_label("Linux 6.2.0")
    box.wait_for(state="attached")
    page.locator("#d-kernel").evaluate("group => { group.open = true }")
    box.check()
    wait_until(page, "document.querySelectorAll('[data-row]').length === 1")
    page.wait_for_url("**/runs/?*kernel=Linux+6.2.0*")
    wait_until(page, "document.querySelector('input[type=checkbox][value=\"Linux 6.2.0\"]')?.checked")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_first_filters_do_not_replace_those_of_a_search_that_was_quicker(live_server: Any, chromium: Any) -> None:
    two_kernels()
    runs(setup("Linux 6.2.1", 10), {RATE: [3.0]})
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    held: list[Any] = []
    page.route("**/runs/filters/**", lambda route: held.append(route), times=1)
    page.goto(f"{live_server.url}/runs/?machine=built")
    wait_for(lambda: page.wait_for_timeout(50) or held)
    assert held[0].request.url.partition("?")[2] == "q=&machine=built"
    page.evaluate("document.addEventListener('htmx:finally:request', () => (window.ended = (window.ended ?? 0) + 1))")
    page.locator("#words").press_sequentially("kernel:6.2*")
    wait_until(page, "window.ended === 2")  # the list and its filters
    held[0].continue_()
    wait_until(page, "window.ended === 3")
    assert page.locator("#d-kernel .count").all_text_contents() == ["1", "1"]
    assert page.locator("[data-row]").count() == 2


#: Ticks all boxes of kernels, as a quick hand does: 60 ms apart, each box as it stands on the page by then.
QUICK_HAND = """() => [...document.querySelectorAll("input[type=checkbox][name=kernel]")].map((box) => box.value)
    .forEach((value, place) => setTimeout(() => {
        document.querySelector(`input[type=checkbox][name=kernel][value="${value}"]`).click();
    }, 60 * place))"""
TICKED = "document.querySelectorAll('input[type=checkbox][name=kernel]:checked').length === 4"
IN_ADDRESS = "new URLSearchParams(location.search).getAll('kernel').length === 4"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_quick_clicks_on_a_slow_server_all_count(live_server: Any, chromium: Any) -> None:
    for release in ("6.1", "6.2", "6.3", "6.4"):
        runs(setup(f"Linux {release}.0", 10), {RATE: [1.0, 2.0]})
    page = chromium.new_context().new_page()
    wire = page.context.new_cdp_session(page)
    for address in ("/runs/", "/compare/?machine=built&cols=concurrency&rows=cpus"):
        page.goto(live_server.url + address, wait_until="networkidle")
        wire.send("Network.enable")
        slow = {"offline": False, "latency": 150, "downloadThroughput": -1, "uploadThroughput": -1}
        wire.send("Network.emulateNetworkConditions", slow)
        page.evaluate(QUICK_HAND)
        wait_until(page, f"{IN_ADDRESS} && {TICKED} && !document.querySelector('.htmx-request')")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_value_that_is_chosen_is_in_view_far_down_its_list(live_server: Any, chromium: Any) -> None:
    for number in range(30):
        runs(setup("Linux 6.1.0", 1, machine=f"web{number:02}"), {"requests_per_second": [1.0]})
    page = chromium.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"{live_server.url}/compare/?machine=web28")
    shown = page.locator(".filters .choice:has(:checked)").bounding_box()
    group = page.locator("#d-machine").bounding_box()
    assert group["y"] <= shown["y"] < shown["y"] + shown["height"] <= group["y"] + group["height"]
    head = page.locator("#d-machine > summary").bounding_box()
    assert group["y"] - 1 <= head["y"] < shown["y"], "beneath the name of its list, which stays"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_long_list_of_values_shows_the_chosen_one_and_begins_with_a_whole_line(
    live_server: Any, chromium: Any
) -> None:
    for number in range(10, 40):
        runs(setup("Linux 6.1.0", 10, machine=f"web{number}"), {RATE: [1.0]})
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{live_server.url}/runs/?machine=web35")
    group = page.locator(".filters details[open]", has=page.get_by_label("web35"))
    tops = """group => {
        const places = [...group.querySelectorAll(".choice")].map((one) => one.getBoundingClientRect());
        const top = group.querySelector("summary").getBoundingClientRect().bottom;
        return [top, Math.min(...places.map((place) => place.top).filter((place) => place > top - 20))];
    }"""
    wait_until(page, "document.querySelector('.filters :checked')?.closest('details').scrollTop > 0")
    assert page.get_by_label("web35").evaluate(
        "box => box.getBoundingClientRect().bottom <= box.closest('details').getBoundingClientRect().bottom"
    )
    top, first = group.first.evaluate(tops)
    assert abs(first - top) <= 1
