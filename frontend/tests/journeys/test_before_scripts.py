"""What was entered while the scripts were still on their way is carried out when they have come."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from benchdb.dev.testing.waiting import wait_for, wait_until
from frontend.tests.constructed import runs, setup
from frontend.tests.recorded_runs import two_recorded_runs

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RATE = "requests_per_second"
COMPARE = "/compare/?machine=built"
MAIN, HTMX = r"/main\b.*\.js", r"/htmx-4.*\.js"


def made() -> None:
    for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
        runs(setup(kernel, 10), {RATE: [100.0, 101.0, 102.0], "latency_mean": [0.1, 0.1, 0.2]})


@pytest.fixture
def page(live_server: Any, chromium: Any) -> Any:
    made()
    return chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=live_server.url).new_page()


def early(page: Any, address: str, act: Callable[[], Any], held_back: str = MAIN) -> None:
    """Acts on the page before the script has come."""
    held: list[Any] = []
    page.route(re.compile(held_back), lambda route: held.append(route), times=1)
    page.goto(address, wait_until="commit")
    page.locator("footer").wait_for(state="attached")
    wait_for(lambda: page.wait_for_timeout(50) or held)
    act()
    held[0].continue_()


def click(page: Any, selector: str) -> None:
    page.locator(selector).first.evaluate("control => control.click()")


@pytest.mark.parametrize("held_back", [MAIN, HTMX])
def test_a_changed_select_is_asked(page: Any, held_back: str) -> None:
    early(page, COMPARE, lambda: page.select_option("#q-cols", "concurrency"), held_back)
    wait_until(page, "location.search.includes('rows=kernel') && location.search.includes('cols=concurrency')")


@pytest.mark.parametrize("held_back", [MAIN, HTMX])
def test_filters_and_a_metric_are_asked_together(page: Any, held_back: str) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "hx-request" in request.headers else None)

    def act() -> None:
        click(page, "input[name=kernel][value='Linux 6.1.0']")  # takes its tick away: the other one stays
        click(page, "input[name=metric][value=latency_mean]")

    early(page, COMPARE, act, held_back)
    wait_until(page, "['kernel=Linux+6.2.0', 'metric=latency_mean'].every((pair) => location.search.includes(pair))")
    assert len(requests) == 1


@pytest.mark.parametrize("held_back", [MAIN, HTMX])
def test_a_column_of_the_list_is_asked(page: Any, held_back: str) -> None:
    early(page, "/runs/", lambda: click(page, "#columns input:not(:checked)"), held_back)
    wait_until(page, "location.search.includes('col=')")


@pytest.mark.parametrize("held_back", [MAIN, HTMX])
@pytest.mark.parametrize(("address", "words", "rows"), [("/runs/", "kernel:6.2*", 3), ("/kernels/", "6.2", 1)])
def test_words_are_searched_for(page: Any, address: str, words: str, rows: int, held_back: str) -> None:
    early(page, address, lambda: page.locator("#words").press_sequentially(words), held_back)
    wait_until(page, f"document.querySelectorAll('#list tbody tr').length === {rows}")


def test_an_overlay_is_asked(page: Any) -> None:
    run, other = two_recorded_runs()
    early(page, f"/runs/{run.pk}/", lambda: page.select_option("select[name=with]", str(other.pk)))
    page.wait_for_url(f"**/runs/{run.pk}/?*with={other.pk}*")


def test_a_box_of_a_launcher_is_asked_and_is_not_ticked_on_the_way_back(page: Any) -> None:
    early(page, "/compare/", lambda: click(page, "input[name=kernel]"))
    page.wait_for_url("**/compare/?kernel=*")
    page.go_back()
    page.wait_for_url("**/compare/")
    page.reload()
    assert page.locator("input[name=kernel]:checked").count() == 0
    assert page.url.endswith("/compare/")


def test_what_is_looked_for_in_a_menu_narrows_it(page: Any) -> None:
    def act() -> None:
        page.locator("details.menu.noun summary").first.click()
        page.locator("input[aria-label='Find a metric']").press_sequentially("latency mean")

    early(page, COMPARE, act)
    menu = page.locator("[data-finder]").first
    wait_until(page, "document.querySelectorAll('[data-finder] .choice[hidden]').length > 0")
    assert menu.locator(".choice:not([hidden])").count() > 0


def test_the_search_of_every_page_suggests(page: Any) -> None:
    early(page, "/", lambda: page.locator("#search").press_sequentially("kernel"))
    wait_until(page, "document.querySelectorAll('#suggestions option').length > 0")


def test_ticked_runs_join_those_of_other_pages(page: Any) -> None:
    page.goto("/runs/")
    boxes = page.locator("[data-select-run]")
    boxes.nth(5).check()

    def act() -> None:
        boxes.nth(0).check()
        boxes.nth(2).check()

    early(page, "/runs/?q=", act)
    page.locator("[data-selected-count]").filter(has_text="3 selected").wait_for()
    assert [boxes.nth(place).is_checked() for place in range(6)] == [True, False, True, False, False, True]


def test_runs_of_other_pages_are_compared_with_those_ticked_before_the_script(page: Any) -> None:
    page.goto("/runs/")
    boxes = page.locator("[data-select-run]")
    numbers = [box.input_value() for box in (boxes.nth(1), boxes.nth(5))]
    boxes.nth(5).check()

    def act() -> None:
        boxes.nth(1).check()
        page.locator("[data-key=c]").click(no_wait_after=True)

    early(page, "/runs/?q=", act)
    page.wait_for_url("**/compare/?**")
    assert sorted(re.findall(r"run=(\d+)", page.url)) == sorted(numbers)


@pytest.mark.parametrize("address", ["/runs/", COMPARE, "/compare/", "/kernels/"])
def test_nothing_is_asked_where_nothing_was_entered(page: Any, address: str) -> None:
    page.goto(address, wait_until="networkidle")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "hx-request" in request.headers else None)
    page.reload(wait_until="networkidle")
    assert [url for url in requests if "/runs/filters/" not in url] == []
