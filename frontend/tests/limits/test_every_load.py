"""The table beneath load curves: small ones stand on the page, larger ones are asked for when they are opened."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchdb.models import Run
from benchdb.questions.kinds import question_of
from benchdb.questions.permalinks.freeze import freeze
from benchdb.tests.kept_rows import KeptRows
from frontend.answers.scaling.presentation import MOST_AT_ONCE
from frontend.tests.constructed import runs, setup

KERNELS = [f"Linux 5.{minor}" for minor in range(5)]
LOADS = [2**power for power in range(8)]
CURVES = "x=concurrency&by=kernel&machine=built"
TABLE = "data-many"


def made() -> None:
    for place, kernel in enumerate(KERNELS):
        for load in LOADS:
            rate = 100.0 * load**0.5 * (1 + place / 10)
            numbers = {"requests_per_second": [rate + step for step in range(3)], "latency_mean": [load / rate] * 3}
            runs(setup(kernel, load), numbers)


CURVED = KeptRows(made)


@pytest.fixture
def curves(db: None) -> None:
    CURVED.put()


@pytest.mark.usefixtures("curves")
def test_a_large_table_is_not_made_before_it_is_opened(client: Client) -> None:
    assert len(KERNELS) * len(LOADS) * 2 > MOST_AT_ONCE
    page = client.get(f"/scaling/?{CURVES}").content.decode()
    assert TABLE not in page
    assert "8 loads, 5 curves" in page
    assert "/compare/?" in page.partition('id="every-load"')[2].partition("</details>")[0], "where there are no scripts"
    few = client.get(f"/scaling/?{CURVES}&kernel=Linux+5.1").content.decode()
    assert 'id="every-load"' not in few
    assert ">Every load</h2>" in few


@pytest.mark.usefixtures("curves")
def test_the_table_by_itself_leads_others_to_the_page(client: Client) -> None:
    table = client.get(f"/scaling/loads/?{CURVES}", headers={"HX-Request": "true"}).content.decode()
    assert TABLE in table
    assert "<html" not in table
    answer = client.get(f"/scaling/loads/?{CURVES}")
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/scaling/")
    bad = client.get("/scaling/loads/?x=colour", headers={"HX-Request": "true"})
    assert bad.status_code == 400


@pytest.mark.usefixtures("curves")
def test_what_limits_the_runs_stands_on_the_page_and_not_a_second_time_beneath_the_table(client: Client) -> None:
    Run.objects.filter(setup__concurrency=4).update(status="aborted")
    page = client.get(f"/scaling/?{CURVES}").content.decode()
    table = client.get(f"/scaling/loads/?{CURVES}", headers={"HX-Request": "true"}).content.decode()
    limit = "15 runs that were stopped before the end are left out"
    assert page.count(limit) == 1
    assert limit not in table


@pytest.mark.usefixtures("curves")
def test_a_permalink_has_the_whole_table(client: Client) -> None:
    pairs = [("x", "concurrency"), ("by", "kernel"), ("machine", "built")]
    link = freeze(question_of("scaling", pairs), timezone.now())
    assert TABLE in client.get(f"/p/{link.pk}/").content.decode()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_table_comes_when_it_is_opened_and_its_cells_can_be_chosen(live_server: Any, chromium: Any) -> None:
    made()
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{live_server.url}/scaling/?{CURVES}")
    assert not [url for url in requested if "/scaling/loads/" in url]
    page.get_by_text("Every load", exact=False).first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Linux 5.2 at 8:").first.click()
    assert "to tell it from Linux 5.0" in " ".join(page.locator(".about-cell").first.inner_text().split())
    assert page.url.endswith(CURVES), "the address is the question's"
    page.get_by_text("Every load", exact=False).first.click()
    page.get_by_text("Every load", exact=False).first.click()
    assert len([url for url in requested if "/scaling/loads/" in url]) == 1
