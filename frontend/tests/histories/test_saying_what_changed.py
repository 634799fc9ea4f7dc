"""Saying what changed in a real Chromium: in place, and without JavaScript on a page of its own."""

from __future__ import annotations

from typing import Any

import pytest

from benchdb.models import MachineNote
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import NEW, OLD, START, dated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TEXT = "moved to rack 4, new switch"


@pytest.fixture
def slower(transactional_db: None) -> None:
    """Twenty runs a day apart; the last ten are slower, and nothing on record says why."""
    dated(runs(setup("Linux 6.1.0", 50), {"requests_per_second": [*OLD, *NEW]}), START)


def opened(live_server: Any, chromium: Any, site_token: str, **more: Any) -> Any:
    page = chromium.new_context(**more).new_page()
    page.goto(f"{live_server.url}/open/{site_token}/")
    page.goto(f"{live_server.url}/history/?machine=built")
    return page


def added(page: Any) -> None:
    """What was wrong is said where it was typed; then it is right, and stands beside the change."""
    page.fill("form.say [name=text]", TEXT)
    page.fill("form.say [name=until]", "2026-03-01")
    page.get_by_role("button", name="Add note").click()
    page.wait_for_selector("form.say .error")
    assert page.input_value("form.say [name=text]") == TEXT
    page.fill("form.say [name=until]", "2026-03-11")
    page.get_by_role("button", name="Add note").click()
    page.wait_for_selector(f"tr[data-change] >> text={TEXT}")
    assert "/history/?machine=built" in page.url
    assert page.get_by_role("link", name="Say what changed").count() == 0


@pytest.mark.usefixtures("slower")
@pytest.mark.parametrize("width", [1440, 390])
def test_the_form_opens_beneath_the_changes_ready_to_be_typed_in(
    live_server: Any, chromium: Any, site_token: str, width: int
) -> None:
    page = opened(live_server, chromium, site_token, viewport={"width": width, "height": 900})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    link = page.get_by_role("link", name="Say what changed at change 1")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("form.say")
    assert page.evaluate("document.activeElement.name") == "text"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.input_value("form.say [name=since]") == "2026-03-10"
    added(page)
    page.wait_for_selector("canvas[data-drawn]")
    assert faults == []


@pytest.mark.usefixtures("slower")
def test_without_javascript_it_is_a_page_and_leads_back(live_server: Any, chromium: Any, site_token: str) -> None:
    page = opened(live_server, chromium, site_token, java_script_enabled=False)
    page.get_by_role("link", name="Say what changed at change 1").click()
    assert "/notes/new/" in page.url
    added(page)
    assert MachineNote.objects.get().text == TEXT


@pytest.mark.usefixtures("slower")
def test_a_stretch_that_is_marked_gives_a_note_its_days(live_server: Any, chromium: Any, site_token: str) -> None:
    page = opened(live_server, chromium, site_token)
    page.wait_for_selector("canvas[data-drawn]")
    page.wait_for_selector("[data-stretch]:not([hidden])")
    for key in ("[", "ArrowRight", "ArrowRight", "[", "ArrowRight", "]"):
        page.keyboard.press(key)
    page.locator("[data-note]").click()
    page.wait_for_selector("form.say")
    days = [page.input_value(f"form.say [name={name}]") for name in ("since", "until")]
    assert days == ["2026-03-03", "2026-03-04"]
