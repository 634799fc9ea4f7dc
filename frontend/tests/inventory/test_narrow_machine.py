"""A machine's page on the narrowest phone: no number is cut, and no head breaks within a word."""

from __future__ import annotations

from typing import Any

import pytest

from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CUT = """() => [...document.querySelectorAll(".scroll")]
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map((box) => `${box.querySelector("table").className} ${box.scrollWidth} in ${box.clientWidth}`)"""
#: A head of one word that stands on more lines than one.
BROKEN = """() => [...document.querySelectorAll(".runs thead th")]
    .filter((head) => head.checkVisibility() && /^[A-Za-z]+$/.test(head.textContent.trim()))
    .filter((head) => {
      const range = document.createRange();
      range.selectNodeContents(head);
      return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
    })
    .map((head) => head.textContent.trim())"""


@pytest.mark.parametrize("width", [320, 390])
def test_levels_and_heads_are_whole_on_a_phone(live_server: Any, chromium: Any, width: int) -> None:
    for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
        for load in (10, 20, 100):
            numbers = {"requests_per_second": [98500.0 + run for run in range(8)], "requests_failed": [0.0] * 8}
            runs(setup(kernel, load, cpus=8), numbers)
    page = chromium.new_context(viewport={"width": width, "height": 800}).new_page()
    page.goto(f"{live_server.url}/machines/built/")
    assert (page.evaluate(CUT), page.evaluate(BROKEN)) == ([], [])
