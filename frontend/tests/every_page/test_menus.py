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


SMALL = """() => [...document.querySelectorAll(
      ".bottom a, .bottom button, .actions > a, .runs thead a, .runs input[type=checkbox], .btn, .acts > *")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.textContent.trim() || one.type, one.getBoundingClientRect(), one.matches("input")])
    .filter(([, box, isBox]) => Math.min(box.width, box.height) < (isBox ? 18 : 24))
    .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_pressed_by_itself_is_24_pixels_high_and_wide(live_server: Any, chromium: Any, width: int) -> None:
    """A tick's box is 18, with 3 around it: in its row nothing else is nearer."""
    for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
        for load in (1, 4, 8):
            runs(setup(kernel, load), {"requests_per_second": [1.0, 2.0, 3.0]})
    page = chromium.new_context(viewport={"width": width, "height": 844}).new_page()
    for path in ("/", "/compare/", *PAGES):
        page.goto(live_server.url + path)
        assert page.evaluate(SMALL) == [], path
