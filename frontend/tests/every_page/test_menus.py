"""Menus open where they can be read: within the screen, on a phone too."""

from __future__ import annotations

from typing import Any

import pytest

from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = (
    "/compare/?cols=kernel&machine=built",
    "/compare/?cols=zone",
    "/history/?machine=built",
    "/scaling/?machine=built&x=concurrency",
    "/runs/",
)
OUTSIDE = """() => [...document.querySelectorAll("details.menu")]
    .filter((menu) => menu.querySelector("summary").checkVisibility())
    .flatMap((menu) => {
      menu.open = true;
      const box = menu.querySelector(":scope > div").getBoundingClientRect();
      const isOut = box.left < 0 || box.right > innerWidth || document.documentElement.scrollWidth > innerWidth;
      menu.open = false;
      return isOut ? [menu.textContent.trim().slice(0, 30)] : [];
    })"""


@pytest.mark.parametrize("width", [320, 390, 800, 1280])
def test_every_menu_opens_within_the_screen(live_server: Any, chromium: Any, width: int) -> None:
    """Freeze and share, the columns of the list and the nouns of the sentence stood half outside a phone's."""
    for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
        for load in (1, 4, 8):
            for machine in ("built", "another machine of a long name"):
                runs(setup(kernel, load, machine=machine), {"requests_per_second": [1.0, 2.0, 3.0]})
    page = chromium.new_context(viewport={"width": width, "height": 844}).new_page()
    for path in PAGES:
        page.goto(live_server.url + path)
        assert page.locator("details.menu").count(), path
        assert page.evaluate(OUTSIDE) == [], path
