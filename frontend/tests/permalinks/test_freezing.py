"""Freezing in a real Chromium: nothing that was written is lost, and what went wrong is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from benchdb.dev.testing.waiting import wait_for, wait_until
from benchdb.models import Permalink

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("studies"),
]

QUESTION = "study=zones&provenance=published&cols=zone&baseline=global"
TITLE, NOTE = "[form=freeze][name=title]", "[form=freeze][name=note]"


@pytest.fixture
def page(live_server: Any, chromium: Any, site_token: str) -> Iterator[Any]:
    """A comparison, open for somebody who may freeze, with a clipboard."""
    context = chromium.new_context(
        viewport={"width": 1440, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    )
    opened = context.new_page()
    opened.goto(f"{live_server.url}/open/{site_token}/")
    opened.goto(f"{live_server.url}/compare/?{QUESTION}")
    yield opened
    context.close()


def write(page: Any) -> None:
    page.get_by_text("Freeze and share").click()
    page.fill(TITLE, "Zones of 2007")
    page.fill(NOTE, "For the review.")


def test_title_and_note_outlive_another_answer(page: Any) -> None:
    write(page)
    with page.expect_response(re.compile("/compare/")):
        page.locator("select[name=rows]").select_option("server")
    wait_until(page, "location.search.includes('rows=server')")
    assert page.input_value(TITLE) == "Zones of 2007"
    assert page.input_value(NOTE) == "For the review."
    assert page.locator(TITLE).is_visible(), "the menu is open as it was"


def test_what_was_written_before_a_refusal_stands_there_again(page: Any, live_server: Any, site_token: str) -> None:
    """Whoever was logged out meanwhile opens the page again, and finds it there too once it is frozen elsewhere."""
    write(page)
    page.context.clear_cookies()
    with page.expect_response(lambda answer: answer.status == 403):
        page.get_by_role("button", name="Freeze as a permalink").click()
    page.goto(f"{live_server.url}/open/{site_token}/")
    page.goto(f"{live_server.url}/compare/?{QUESTION}")
    assert page.input_value(TITLE) == "Zones of 2007"
    page.get_by_role("button", name="Freeze as a permalink").click()
    page.wait_for_url(re.compile(r"/p/[a-z2-7]+/$"))
    assert page.locator("h1").inner_text() == "Zones of 2007"
    page.goto(f"{live_server.url}/compare/?{QUESTION}")
    assert page.input_value(TITLE) == "", "it has its permalink"


def test_a_login_brings_them_back_whatever_order_the_address_has(
    live_server: Any, chromium: Any, site_token: str
) -> None:
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}/compare/?{QUESTION}")
    write(page)
    page.get_by_role("link", name="Log in to freeze").click()
    page.wait_for_url("**/login/**")
    page.goto(f"{live_server.url}/open/{site_token}/")
    page.goto(f"{live_server.url}/compare/?{'&'.join(reversed(QUESTION.split('&')))}")
    assert page.input_value(TITLE) == "Zones of 2007"
    assert page.input_value(NOTE) == "For the review."
    page.reload()
    assert page.input_value(TITLE) == "", "shown once, it is the reader's again"


def test_a_site_that_does_not_answer_leaves_the_button(page: Any) -> None:
    write(page)
    page.route("**/compare/freeze/", lambda route: route.abort())
    copy = page.get_by_role("button", name="Freeze and copy Markdown")
    copy.click()
    page.get_by_text("Not frozen: try the other button").wait_for()
    assert copy.is_enabled()


def test_what_was_frozen_but_not_copied_is_linked(page: Any) -> None:
    write(page)
    page.evaluate("navigator.clipboard.writeText('before')")
    page.route("**/p/*.md", lambda route: route.fulfill(status=503, body="Not now."))
    page.get_by_role("button", name="Freeze and copy Markdown").click()
    page.get_by_text("Frozen, but not copied: the permalink").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "before"
    wait_for(lambda: Permalink.objects.count() == 1)
    page.get_by_role("link", name="the permalink").click()
    page.wait_for_url(re.compile(r"/p/[a-z2-7]+/$"))


@pytest.mark.parametrize("path", ["/compare/?" + QUESTION, "/runs/", "/runs/1/", "/uploads/"])
def test_what_needs_a_script_is_not_there_without_one(
    live_server: Any, chromium: Any, site_token: str, path: str
) -> None:
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/open/{site_token}/")
    if path == "/runs/1/":
        page.goto(f"{live_server.url}/runs/")
        path = page.locator("tr[data-row] a").first.get_attribute("href")
    page.goto(f"{live_server.url}{path}")
    page.evaluate("for (const menu of document.querySelectorAll('details')) menu.open = true")
    assert page.locator("[hidden]").count()
    assert page.locator("[hidden]:visible").count() == 0
