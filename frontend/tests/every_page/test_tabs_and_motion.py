"""Two tabs do not disturb each other; who asked for less motion sees none."""

from __future__ import annotations

from typing import Any

import pytest

from benchdb.dev.testing.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("studies")]

ZONES = "/compare/?study=zones&provenance=published&cols=zone&baseline=global"
MOVES = """[...document.querySelectorAll("*")].filter((one) => {
    const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one);
    return transitionDuration.split(", ").some((time) => time !== "0s") || animationName !== "none"
        || scrollBehavior === "smooth";
}).map((one) => one.outerHTML.slice(0, 120))"""
DRAWN_AT_ONCE = "Chart.getChart(document.querySelector('canvas[data-drawn]')).options.animation"


ROWS = "[...document.querySelectorAll('.cmp > tbody > tr > th')].map((one) => one.innerText.trim())"


def rows(page: Any) -> set[str]:
    page.wait_for_selector(".cmp")
    return set(page.evaluate(ROWS))


def leave_out(page: Any, load: str) -> None:
    """A row, by the tick of its value; the answer without it is there."""
    page.evaluate("document.getElementById('d-concurrency').open = true")
    page.uncheck(f"input[name=concurrency][value='{load}']")
    wait_until(page, f"!{ROWS}.includes('{load}') && !document.querySelector('.htmx-request')")


def test_each_tab_keeps_its_own_question(live_server: Any, chromium: Any) -> None:
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    one, other = context.new_page(), context.new_page()
    for page in (one, other):
        page.goto(live_server.url + ZONES)
        page.wait_for_selector("canvas[data-drawn]")
    every = rows(one)
    assert every >= {"30", "100", "150"}
    leave_out(one, "100")
    leave_out(other, "150")
    leave_out(one, "30")
    for page, gone in ((one, {"30", "100"}), (other, {"150"})):
        page.reload()
        assert rows(page) == every - gone
    one.go_back()
    wait_until(one, f"{ROWS}.includes('30')")
    assert rows(one) == every - {"100"}
    assert rows(other) == every - {"150"}, "the other tab went nowhere"


def test_nothing_moves_for_who_asked_for_less_motion(live_server: Any, chromium: Any) -> None:
    page = chromium.new_context(reduced_motion="reduce").new_page()
    for path in ("/", ZONES, "/runs/", "/uploads/", "/history/?study=zones"):
        page.goto(live_server.url + path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(MOVES) == [], path
        if page.locator("canvas[data-drawn]").count():
            assert not page.evaluate(DRAWN_AT_ONCE), path
