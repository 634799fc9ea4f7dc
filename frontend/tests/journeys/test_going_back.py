"""Back while a question is on its way: the page shows what its address says."""

from __future__ import annotations

from typing import Any

import pytest

from benchdb.dev.testing.waiting import wait_for, wait_until
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def made() -> None:
    for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
        for load in (1, 8):
            runs(setup(kernel, load), {"requests_per_second": [100.0, 101.0, 102.0]})


@pytest.fixture
def page(live_server: Any, chromium: Any) -> Any:
    made()
    return chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=live_server.url).new_page()


def hold_back(page: Any, pattern: str) -> list[Any]:
    """What htmx asks for from now on waits in this list; what it asks for on the way back does not."""
    held: list[Any] = []
    page.route(
        pattern, lambda route: held.append(route) if "hx-request" in route.request.headers else route.continue_()
    )
    return held


def back(page: Any, held: list[Any]) -> None:
    """Goes back, lets the answers come that were waited for before, and returns when both have been dealt with."""
    page.evaluate(
        """() => {
            window.ended = 0;
            document.addEventListener("htmx:finally:request", () => (window.ended += 1));
        }"""
    )
    page.evaluate("history.back()")
    wait_until(page, "window.ended > 0")  # the earlier page is there
    count = len(held)
    for route in held:
        route.continue_()
    wait_until(page, f"window.ended > {count}")


def test_an_answer_that_comes_after_back_is_not_shown_and_does_not_change_the_address(page: Any) -> None:
    page.goto("/compare/?machine=built")
    page.select_option("#q-cols", "concurrency")
    wait_until(page, "location.search.includes('cols=concurrency')")
    held = hold_back(page, "**/compare/**")
    page.select_option("#q-cols", "machine")
    wait_for(lambda: page.wait_for_timeout(50) or held)
    back(page, held)
    assert page.evaluate("location.search") == "?machine=built"
    assert page.input_value("#q-cols") == "kernel"


def test_an_answer_that_comes_before_the_earlier_page_does_is_not_shown_either(page: Any) -> None:
    page.goto("/compare/?machine=built")
    page.select_option("#q-cols", "concurrency")
    wait_until(page, "location.search.includes('cols=concurrency')")
    held: list[Any] = []
    page.route("**/compare/**", lambda route: held.append(route))
    page.select_option("#q-cols", "machine")
    wait_for(lambda: page.wait_for_timeout(50) or held)
    page.evaluate("history.back()")
    wait_for(lambda: page.wait_for_timeout(50) or len(held) == 2)
    with page.expect_response(held[0].request.url):
        held[0].continue_()
    held[1].continue_()
    wait_until(page, "document.querySelector('#q-cols').value === 'kernel'")
    assert page.evaluate("location.search") == "?machine=built"


def test_words_that_were_typed_right_before_back_are_not_asked(page: Any) -> None:
    page.goto("/runs/")
    page.locator("#words").press_sequentially("kernel:6.1*")
    wait_until(page, "location.search.includes('6.1')")
    held = hold_back(page, "**/runs/**")
    page.locator("#words").press_sequentially(" concurrency:8")
    wait_for(lambda: page.wait_for_timeout(50) or any("concurrency" in route.request.url for route in held))
    back(page, held)
    assert (page.evaluate("location.search"), page.input_value("#words")) == ("", "")
    assert page.locator("tr[data-row]").count() == 12


def test_an_earlier_page_without_an_answer_is_asked_for_by_the_browser(page: Any) -> None:
    page.goto("/compare/?machine=built")
    page.select_option("#q-cols", "concurrency")
    wait_until(page, "location.search.includes('cols=concurrency')")
    page.route(
        "**/compare/**",
        lambda route: (
            route.fulfill(status=502, content_type="text/html", body="<h1>502 Bad Gateway</h1>")
            if "hx-history-restore-request" in route.request.headers
            else route.continue_()
        ),
    )
    with page.expect_event("load"):
        page.evaluate("history.back()")
    assert (page.url.endswith("?machine=built"), page.input_value("#q-cols")) == (True, "kernel")


def test_the_filters_of_the_earlier_list_are_there_after_back(page: Any) -> None:
    page.goto("/runs/")
    choices = page.locator("#facets .choice")
    choices.first.wait_for(state="attached")
    for words in ("built", "built concurrency:8"):
        page.fill("#words", words)
        wait_until(page, f"new URLSearchParams(location.search).get('q') === {words!r}")
    back(page, [])
    wait_until(page, "document.querySelector('#words').value === 'built'")
    wait_until(page, "document.querySelectorAll('#facets .choice').length > 0")
