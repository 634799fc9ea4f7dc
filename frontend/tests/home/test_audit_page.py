"""The audit log names who changed something, and beneath it by which token, at any width."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from benchdb.accounts.actor import FORMERLY, WITHOUT_ACCOUNT
from benchdb.accounts.site_token import COOKIE
from benchdb.models import AuditEntry
from benchdb.reads.audit import AuditFilter, audit_names, audit_page


@pytest.mark.django_db
def test_entries_of_before_are_called_and_found_as_those_of_now(admin_client: Client) -> None:
    for who in (FORMERLY, WITHOUT_ACCOUNT, "ada"):
        AuditEntry.objects.create(who=who, action="run.tagged", subject="run 1")
    assert FORMERLY not in admin_client.get("/audit/").content.decode()
    for name in (FORMERLY, WITHOUT_ACCOUNT):
        shown = audit_page(AuditFilter(who=name)).entries
        assert [entry.who for entry in shown] == [WITHOUT_ACCOUNT] * 2
    assert audit_names().count(WITHOUT_ACCOUNT) == 1


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [1200, 390])
def test_a_token_stands_beneath_its_owner_on_few_lines(
    live_server: Any, chromium: Any, site_token: str, width: int
) -> None:
    AuditEntry.objects.create(who=WITHOUT_ACCOUNT, via="the site's token", action="run.tagged", subject="run 1")
    context = chromium.new_context(viewport={"width": width, "height": 800})
    context.add_cookies([{"name": COOKIE, "value": site_token, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/audit/")
    owner, token = (page.locator(f".stretch .who {part}").bounding_box() for part in ("b", ".under"))
    assert token["y"] >= owner["y"] + owner["height"]
    assert token["height"] < 3 * 20, "two lines at most"
    assert page.locator(".stretch .who").evaluate("one => one.scrollWidth <= one.clientWidth")
