"""The audit log names who changed something, and beneath it by which token, at any width."""

from __future__ import annotations

from typing import Any

import pytest

from benchdb.accounts.actor import SITTING
from benchdb.accounts.site_token import COOKIE
from benchdb.models import AuditEntry


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [1200, 390])
def test_a_token_stands_beneath_its_owner_on_few_lines(
    live_server: Any, chromium: Any, site_token: str, width: int
) -> None:
    AuditEntry.objects.create(who=SITTING, via="the site's token", action="run.tagged", subject="run 1")
    context = chromium.new_context(viewport={"width": width, "height": 800})
    context.add_cookies([{"name": COOKIE, "value": site_token, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/audit/")
    owner, token = (page.locator(f".stretch .who {part}").bounding_box() for part in ("b", ".under"))
    assert token["y"] >= owner["y"] + owner["height"]
    assert token["height"] < 3 * 20, "two lines at most"
    assert page.locator(".stretch .who").evaluate("one => one.scrollWidth <= one.clientWidth")
