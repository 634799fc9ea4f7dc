"""A form that writes is sent once, however often its button is pressed while the site works."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("studies")]
QUESTION = "study=zones&provenance=published&cols=zone&baseline=global"
PRESSED = """selector => {
  const form = document.querySelector(selector);
  for (const field of document.querySelectorAll(`[form="${form.id}"][required]`)) field.value = "Zones";
  let sent = 0;
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) sent += 1;
    event.preventDefault();
  });
  for (let press = 0; press < 3; press += 1) form.requestSubmit();
  return sent;
}"""


def test_a_button_that_is_pressed_again_while_the_site_works_writes_once(
    live_server: Any, chromium: Any, site_token: str
) -> None:
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}/open/{site_token}/")
    page.goto(f"{live_server.url}/compare/?{QUESTION}")
    assert page.evaluate(PRESSED, "#save-question") == 1
    page.goto(f"{live_server.url}/machines/")
    assert page.evaluate(PRESSED, "form[role=search]") == 3, "what only asks may be asked again"
