"""Two tabs do not disturb each other; who asked for less motion sees none."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("studies")]

ZONES = "/compare/?study=zones&provenance=published&cols=zone&baseline=global"
MOVES = """[...document.querySelectorAll("*")].filter((one) => {
    const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one);
    return transitionDuration.split(", ").some((time) => time !== "0s") || animationName !== "none"
        || scrollBehavior === "smooth";
}).map((one) => one.outerHTML.slice(0, 120))"""
DRAWN_AT_ONCE = "Chart.getChart(document.querySelector('canvas[data-drawn]')).options.animation"


def filtered(page: Any, key: str, value: str) -> None:
    """With the filter chosen, and its answer there."""
    page.evaluate(f"document.getElementById('d-{key}').open = true")
    page.check(f"input[name={key}][value='{value}']")
    page.wait_for_url(re.compile(f"{key}={value}"))
    page.wait_for_selector(f".chip:has-text('{value}')")


def test_each_tab_keeps_its_own_question(live_server: Any, chromium: Any) -> None:
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    one, other = context.new_page(), context.new_page()
    for page in (one, other):
        page.goto(live_server.url + ZONES)
        page.wait_for_selector("canvas[data-drawn]")
    filtered(one, "concurrency", "100")
    filtered(other, "concurrency", "150")
    filtered(one, "concurrency", "30")
    assert "concurrency=150" not in one.url
    for page, rows in ((one, {"30", "100"}), (other, {"150"})):
        page.reload()
        page.wait_for_selector(".cmp")
        assert {text.strip() for text in page.locator(".cmp > tbody > tr:first-child > th").all_inner_texts()} == rows
    one.go_back()
    one.wait_for_url(re.compile("concurrency=100$|concurrency=100&"))
    assert "concurrency=150" in other.url, "the other tab went nowhere"


def test_nothing_moves_for_who_asked_for_less_motion(live_server: Any, chromium: Any) -> None:
    page = chromium.new_context(reduced_motion="reduce").new_page()
    for path in ("/", ZONES, "/runs/", "/uploads/", "/history/?study=zones"):
        page.goto(live_server.url + path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(MOVES) == [], path
        if page.locator("canvas[data-drawn]").count():
            assert not page.evaluate(DRAWN_AT_ONCE), path
