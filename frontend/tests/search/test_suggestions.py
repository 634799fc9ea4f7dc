"""While somebody types a search, fields and values of the data are offered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from benchdb.reads.search.suggestions import suggestions
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def data(db: None) -> None:
    runs(setup("Linux 2.6.9", 8, machine="web1"), {"requests_per_second": [1.0, 2.0, 3.0]})
    runs(setup("Linux 2.6.11", 64, machine="web 2", tuning={"sendfile": "on"}), {"requests_per_second": [1.0]})
    runs(setup("FreeBSD 14.1", 64, machine="web1", tuning={"sendfile": "off"}), {"requests_per_second": [1.0]})


def offered(query: str) -> list[tuple[str, int]]:
    return [(one.query, one.runs) for one in suggestions(query)]


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("machine:", [("machine:web1", 4), ('machine:"web 2"', 1)]),
        ("kernel:2.6", [('kernel:"Linux 2.6.9"', 3), ('kernel:"Linux 2.6.11"', 1)]),
        ("ab kernel:free", [('ab kernel:"FreeBSD 14.1"', 1)]),
        ('ab -kernel:"linux 2.6.1', [('ab -kernel:"Linux 2.6.11"', 1)]),
        ("sendfile=o", [("sendfile=off", 1), ("sendfile=on", 1)]),
        ("concurrency:6", [("concurrency:64", 2)]),
        ("rps:>5", []),
        ("kernel:nothing", []),
        ("machine:web1 ", []),
        ("", []),
    ],
    ids=str,
)
def test_values_of_a_field_are_offered_by_how_many_runs_have_them(query: str, expected: list[tuple[str, int]]) -> None:
    assert offered(query) == expected


@pytest.mark.usefixtures("data")
def test_a_word_is_a_field_or_a_value_of_some() -> None:
    assert ("kernel:", 0) in offered("ker")
    assert ("until:", 0) in offered("unt")
    assert ("sendfile:", 0) in offered("send")
    assert sorted(offered("freebsd")) == [('kernel:"FreeBSD 14.1"', 1), ("os:FreeBSD", 1)]
    assert all(runs == 0 for _, runs in offered("w")), "a letter is no part of a value"


@pytest.mark.usefixtures("data")
def test_each_suggestion_is_a_search_that_finds_its_runs(client: Client) -> None:
    for part in ("web", "linux", "2.6", "machine:", "kernel:", "sendfile:", "concurrency:"):
        for one in suggestions(part):
            if one.runs:
                answer = client.get("/runs.json", {"q": one.query})
                assert json.loads(b"".join(answer.streaming_content))["total"] == one.runs, one


@pytest.mark.usefixtures("data")
def test_the_answer_is_options_and_has_a_validator() -> None:
    client = Client()  # a stranger
    answer = client.get("/runs/suggestions/", {"q": "machine:web"})
    text = " ".join(answer.content.decode().split())
    assert '<option value="machine:web1"> machine:web → web1 · 4 runs </option>' in text
    assert "machine:&quot;web 2&quot;" in text
    again = client.get("/runs/suggestions/", {"q": "machine:web"}, headers={"if-none-match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert client.get("/runs/suggestions/", {"q": "\0" + 600 * "x"}).content.strip() == b""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("address", "field"), [("/machines/", "#search"), ("/runs/", "#words")])
def test_they_come_while_somebody_types(live_server: Any, chromium: Any, data: None, address: str, field: str) -> None:
    page = chromium.new_context().new_page()
    page.goto(live_server.url + address)
    page.locator(field).press_sequentially("kernel:fr")
    option = page.locator("#suggestions option")
    option.wait_for(state="attached")
    assert option.get_attribute("value") == 'kernel:"FreeBSD 14.1"'
    assert option.evaluate("one => one.label") == "kernel:fr → FreeBSD 14.1 · 1 run", "has what was typed"
    assert page.locator(field).get_attribute("list") == "suggestions"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("address", "field"), [("/machines/", "#search"), ("/runs/", "#words")])
def test_the_field_has_no_arrow_of_the_browsers(live_server: Any, chromium: Any, address: str, field: str) -> None:
    """Pointed at, it had one beside which every other field looked different."""
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(live_server.url + address)
    page.evaluate("document.querySelector('#suggestions').innerHTML = '<option>kernel:</option>'")
    box = page.locator(field).bounding_box()
    end = {"x": box["x"] + box["width"] - 28, "y": box["y"] + 4, "width": 24, "height": box["height"] - 8}
    page.mouse.move(box["x"] - 4, box["y"] + box["height"] + 200)
    before = page.screenshot(clip=end)
    page.hover(field)
    assert page.screenshot(clip=end) == before
