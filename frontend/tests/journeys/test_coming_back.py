"""Who comes back finds on home what is new since: the browser alone knows when they were here."""

from __future__ import annotations

from typing import Any

import pytest

from benchdb.dev.testing.waiting import wait_for
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HEADING = "h2:has([data-since])"
WAS_HERE = "days => localStorage.setItem('visited', JSON.stringify({seen: Date.now() - days * 864e5, before: 0}))"


@pytest.fixture
def page(live_server: Any, chromium: Any) -> Any:
    runs(setup("Linux 6.1.0", 10), {"requests_per_second": [100.0]})
    return chromium.new_context(base_url=live_server.url).new_page()


def test_home_says_how_much_is_new_since_the_last_visit(page: Any) -> None:
    page.goto("/")
    assert page.inner_text(HEADING).strip() == "Recently", "a first visit"
    page.evaluate(WAS_HERE, 3)
    page.reload()
    wait_for(lambda: page.inner_text(HEADING) == "Since you were here 3 days ago · 1 new")
    assert page.locator("tr.fresh").count() == 1
    page.evaluate("localStorage.setItem('visited', JSON.stringify({seen: Date.now(), before: Date.now()}))")
    page.reload()
    wait_for(lambda: page.inner_text(HEADING) == "Since you were here today · nothing new")
    assert page.locator("tr.fresh").count() == 0
