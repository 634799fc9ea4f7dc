"""A permalink of several columns on a phone: nothing scrolls sideways, no name lies over another."""

from __future__ import annotations

from typing import Any

import pytest

PHONE = 390


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("studies")
def test_a_permalink_of_several_columns_fits_a_phone(live_server: Any, chromium: Any, client: Any) -> None:
    query = "provenance=published&cols=kernel&accept=all"
    link = client.post("/compare/freeze/", {"query": query, "title": "Kernels"}).headers["Location"]
    page = chromium.new_context(viewport={"width": PHONE, "height": 800}).new_page()
    page.goto(live_server.url + link)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE
    for part in (".turn .btn", ".turn b"):
        fits = page.locator(part).evaluate_all("all => all.map((one) => one.scrollWidth <= one.clientWidth + 1)")
        assert all(fits), part
    before, name, _ = (one.bounding_box()["x"] for one in page.locator(".turn > *").all())
    assert page.locator(".turn .btn").first.bounding_box()["width"] <= name - before
