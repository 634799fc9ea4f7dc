"""What a comparison shows is ticked: the first click hides one side, and nothing that nobody chose stays chosen."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from benchdb.curation.saved_questions import save_question
from benchdb.curation.studies import TypedQuestion, as_entry
from benchdb.dev.testing.waiting import wait_until
from benchdb.watches.keep import history_of
from frontend.tests.constructed import runs, setup

ADDRESS = "/compare/?machine=built"
KERNELS = ["Linux 6.1.0", "Linux 6.2.0", "Linux 6.9.1"]


def made() -> None:
    for kernel in KERNELS:
        for load in (1, 4, 8):
            runs(setup(kernel, load), {"requests_per_second": [100.0 * load, 101.0 * load, 102.0 * load]})


def form_of(client: Client, path: str) -> list[tuple[str, str]]:
    """What the filters of a page send, ticks and hidden fields, as a browser would."""
    context = client.get(path).context
    boxes = [
        (one.dimension.key, choice.value) for one in context["facets"] for choice in one.choices if choice.is_chosen
    ]
    return [*boxes, *context["kept"]]


def address_of(client: Client, pairs: list[tuple[str, str]]) -> str:
    data: dict[str, Any] = {}
    for name, value in pairs:
        data.setdefault(name, []).append(value)
    return client.get("/compare/", data, headers={"HX-Request": "true"})["HX-Push-Url"]


@pytest.mark.django_db
def test_all_that_is_shown_is_ticked_and_asks_for_nothing_more(client: Client) -> None:
    made()
    form = form_of(client, ADDRESS)
    assert [value for name, value in form if name == "kernel"] == KERNELS
    assert [value for name, value in form if name == "concurrency"] == ["1", "4", "8"]
    assert address_of(client, form) == ADDRESS


@pytest.mark.django_db
def test_a_tick_taken_away_hides_one_side_and_the_others_are_chosen(client: Client) -> None:
    made()
    form = [pair for pair in form_of(client, ADDRESS) if pair != ("kernel", "Linux 6.2.0")]
    address = address_of(client, form)
    assert address == f"{ADDRESS.replace('machine', 'kernel=Linux+6.1.0&kernel=Linux+6.9.1&machine')}"
    assert ("every", "kernel") not in [(name, value.partition(":")[0]) for name, value in form_of(client, address)]


@pytest.mark.django_db
def test_where_one_side_was_chosen_no_other_is_ticked(client: Client) -> None:
    made()
    form = form_of(client, f"{ADDRESS}&kernel=Linux+6.2.0")
    assert [value for name, value in form if name == "kernel"] == ["Linux 6.2.0"]


@pytest.mark.django_db
def test_whatever_reads_the_address_of_a_form_sent_without_scripts_reads_the_question(client: Client) -> None:
    """It stays in the browser's address bar, whose `every` was “not a condition” for all but the page."""
    made()
    form, question = urlencode(form_of(client, ADDRESS)), "machine=built"
    assert "every=kernel%3A" in form
    assert client.get(f"/api/v1/compare?{form}").json()["query"] == question
    body = json.dumps({"query": f"/compare/?{form}"})
    assert client.post("/api/v1/permalinks", body, content_type="application/json").json()["query"].startswith(question)
    assert as_entry(TypedQuestion("", f"/compare/?{form}", ""))["query"] == question
    assert save_question("kernels", "compare", form, None).query == question
    assert history_of(f"/compare/?{form}").where == (("machine", ("built",)),)
    fewer = client.get(f"/api/v1/compare?{form.replace('kernel=Linux+6.2.0&', '')}").json()["query"]
    assert fewer == "kernel=Linux+6.1.0&kernel=Linux+6.9.1&machine=built", "a tick that was taken away is"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_first_click_leaves_a_comparison(live_server: Any, chromium: Any) -> None:
    made()
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{live_server.url}{ADDRESS}")
    page.get_by_label("Linux 6.2.0").click()
    wait_until(page, "location.search.includes('kernel=Linux+6.9.1')")
    assert "kernel=Linux+6.2.0" not in page.evaluate("location.search")
    assert "concurrency" not in page.evaluate("location.search")
    assert "+" in page.inner_text("#comparison table") or "cannot tell" in page.inner_text("#comparison")
