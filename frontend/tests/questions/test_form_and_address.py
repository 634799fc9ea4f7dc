"""The question's form is what the address says, whichever way a reader came to it, and asks what can be asked."""

from __future__ import annotations

from typing import Any

import pytest

from benchdb.dev.testing.waiting import wait_until
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ADDRESS = "/compare/?machine=built"
TICKED = "[...document.querySelectorAll('#question input[name=kernel]:checked')].map((box) => box.value)"


def made() -> None:
    for kernel in ("Linux 6.1.0", "Linux 6.2.0", "Linux 6.9.1"):
        for load in (1, 4, 8):
            runs(setup(kernel, load), {"requests_per_second": [100.0 * load, 101.0 * load, 102.0 * load]})


@pytest.fixture
def page(live_server: Any, chromium: Any) -> Any:
    made()
    opened: Any = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    opened.goto(f"{live_server.url}/")
    opened.goto(f"{live_server.url}{ADDRESS}")
    return opened


def address_says(page: Any, *pairs: str) -> None:
    wait_until(page, f"{list(pairs)}.every((pair) => location.search.includes(pair))")


def test_back_twice_at_once_and_forward_leaves_no_filter_changed(page: Any) -> None:
    """The second Back leaves the page before the first one's answer has come."""
    shown = page.evaluate(TICKED)
    page.get_by_label("Linux 6.9.1").uncheck()
    address_says(page, "kernel=Linux+6.2.0")
    page.route(
        "**/*", lambda route: None if "hx-history-restore-request" in route.request.headers else route.continue_()
    )
    page.evaluate("history.back()")
    wait_until(page, "!location.search.includes('kernel')")
    page.go_back()
    wait_until(page, "location.pathname === '/'")
    page.go_forward()
    wait_until(page, "location.pathname === '/compare/'")
    assert (page.evaluate("location.search"), page.evaluate(TICKED)) == ("?machine=built", shown)
    page.select_option("#f-baseline", "Linux 6.2.0")
    address_says(page, "baseline=Linux+6.2.0")
    assert "kernel=" not in page.evaluate("location.search")


def test_columns_that_were_the_rows_are_swapped_with_them(page: Any) -> None:
    page.select_option("#q-cols", "concurrency")
    address_says(page, "rows=kernel", "cols=concurrency")
    page.wait_for_selector("#comparison table th:has-text('Kernel')")
    page.select_option("#q-rows", "concurrency")
    wait_until(page, "location.search === '?machine=built'")


def test_columns_take_their_baseline_with_them(page: Any) -> None:
    page.select_option("#f-baseline", "Linux 6.9.1")
    address_says(page, "baseline=Linux+6.9.1")
    page.select_option("#q-cols", "machine")
    address_says(page, "cols=machine")
    assert "baseline" not in page.evaluate("location.search")


def test_a_split_that_becomes_the_rows_is_no_split_any_more(page: Any) -> None:
    page.select_option("#q-split", "machine")
    address_says(page, "split=machine")
    page.select_option("#q-rows", "machine")
    wait_until(page, "location.search === '?rows=machine&machine=built'")
