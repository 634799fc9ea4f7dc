"""Runs that are selected: what a failing site, Enter without the script, and the way back leave of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from benchdb.accounts.site_token import COOKIE
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
COUNT = "[data-selected-count]"


def opened(live_server: Any, chromium: Any, site_token: str, **more: Any) -> Any:
    runs(setup("Linux 6.1.0", 10), {"requests_per_second": [float(number) for number in range(59)]})
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=live_server.url, **more)
    context.add_cookies([{"name": COOKIE, "value": site_token, "url": live_server.url}])
    return context.new_page()


def test_all_that_match_without_an_answer_selects_nothing_and_says_so(
    live_server: Any, chromium: Any, site_token: str
) -> None:
    page = opened(live_server, chromium, site_token)
    faults: list[Any] = []
    page.on("pageerror", lambda fault: faults.append(fault))
    for answer in (lambda route: route.abort(), lambda route: route.fulfill(status=503, body="busy")):
        page.route("**/runs/numbers/**", answer)
        page.goto("/runs/")
        page.locator("[data-select-matching]").click()
        line = page.locator("#list [data-unanswered]")
        assert line.inner_text() == "The site did not answer: nothing was selected. Try again"
        page.unroute_all()
    line.get_by_role("button").click()
    expect(page.locator(COUNT)).to_have_text("59 selected")
    expect(line).to_have_count(0)
    assert faults == []


def test_enter_in_a_reason_adds_no_tag_where_there_is_no_script(
    live_server: Any, chromium: Any, site_token: str
) -> None:
    page = opened(live_server, chromium, site_token, java_script_enabled=False)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.goto("/runs/")
    page.locator("[data-select-run]").first.check()
    page.locator("summary", has_text="Exclude…").click()
    page.locator("input[name=reason]").fill("the client was busy")
    page.locator("input[name=reason]").press("Enter")
    assert page.url.endswith("/runs/")
    page.get_by_role("button", name="Exclude from comparisons").click()
    expect(page.locator("main")).to_contain_text("1 run excluded")
    assert sent.count("POST") == 1


def test_what_was_compared_is_selected_on_the_way_back_and_nowhere_else(
    live_server: Any, chromium: Any, site_token: str
) -> None:
    page = opened(live_server, chromium, site_token)
    page.goto("/runs/")
    for place in (0, 3):
        page.locator("[data-select-run]").nth(place).check()
    page.get_by_role("button", name="Compare 2 selected").click()
    page.wait_for_url("**/compare/?**")
    page.get_by_role("link", name="Runs", exact=True).first.click()
    page.wait_for_url(re.compile(r"/runs/$"))
    expect(page.locator("[data-select-run]:checked")).to_have_count(0)
    page.go_back()
    page.go_back()
    page.wait_for_url(re.compile(r"/runs/$"))
    expect(page.locator(COUNT)).to_have_text("2 selected")
    expect(page.locator("[data-select-run]:checked")).to_have_count(2)
    page.locator("[data-clear]").click()
    page.reload()
    expect(page.locator("[data-select-run]:checked")).to_have_count(0)


def test_a_selection_that_was_cleared_on_another_page_does_not_come_back(
    live_server: Any, chromium: Any, site_token: str
) -> None:
    page = opened(live_server, chromium, site_token)
    page.goto("/runs/")
    page.locator("[data-select-run]").first.check()
    page.get_by_role("link", name="Next").click()
    page.locator("[data-clear]").click()
    page.go_back()
    page.wait_for_url(re.compile(r"/runs/$"))
    expect(page.locator(COUNT)).to_have_text("0 selected")
