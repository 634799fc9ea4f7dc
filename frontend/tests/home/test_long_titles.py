"""A title without spaces makes no page wide."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from benchdb.models import Permalink
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [390, 1440])
def test_a_long_title_without_spaces_makes_no_page_wide(
    client: Client, live_server: Any, chromium: Any, width: int
) -> None:
    for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
        runs(setup(kernel, 10), {"requests_per_second": [1.0, 2.0]})
    form = {"query": "machine=built&cols=kernel", "title": "x" * 200, "note": ""}
    assert client.post("/compare/freeze/", form).status_code == 302
    page = chromium.new_context(viewport={"width": width, "height": 800}).new_page()
    for path in ("/", "/p/", f"/p/{Permalink.objects.get().pk}/", "/compare/"):
        page.goto(f"{live_server.url}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
