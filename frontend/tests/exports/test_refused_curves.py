"""Where a page says that its runs are not comparable, every export and the permalink say so first, and no figure."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client

from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

REFUSED = {
    "scaling": "machine=lab&x=concurrency",
    "history": "machine=lab&by=kernel",
    "cost": "machine=lab&by=kernel",
    "compare": "machine=lab&cols=kernel&rows=concurrency",
}
FIGURE = {"scaling": "8,040", "history": "8,040", "cost": "1.05", "compare": "8,040"}


@pytest.fixture
def mixed(db: None) -> None:
    """Runs of one kernel and two documents, at several loads."""
    for place, load in enumerate((1, 2, 4, 8)):
        numbers = {"requests_per_second": [1000.0 * load, 1010.0 * load], "cpu_time_per_request": [1e-3, 1.1e-3]}
        for size in (8000, 100):
            made_on = setup("Linux 6.1.0", load, machine="lab", tool=("ab", "wrk")[place % 2], document_bytes=size)
            runs(made_on, numbers)


def plain(text: str) -> str:
    return " ".join(text.replace("*", "").replace("×", "x").replace("−", "-").split())


@pytest.mark.usefixtures("mixed")
@pytest.mark.parametrize("kind", REFUSED)
def test_every_export_and_the_permalink_refuse_as_the_page_does(client: Client, kind: str) -> None:
    query = REFUSED[kind]
    page = client.get(f"/{kind}/?{query}")
    headline = client.get(f"/{kind}.json?{query}").json()["headline"]
    assert page.context["gate"], "the page refuses"
    assert headline.startswith(("Not comparable: ", "Not one history: ")), kind
    assert client.get(f"/api/v1/{kind}?{query}").json()["headline"] == headline
    for ending in ("txt", "md", "svg", "html"):
        body = plain(client.get(f"/{kind}.{ending}?{query}").content.decode())
        assert headline in body, ending
        if ending in ("txt", "md"):
            before, _, after = body.partition(headline)
            assert (re.findall(r"\d", before), FIGURE[kind] in after) == ([], True)
    assert headline.encode() in client.get(f"/{kind}.png?{query}").content
    frozen = client.post(f"/{kind}/freeze/", {"query": query, "title": "", "note": ""})["Location"]
    shown = client.get(frozen)
    assert headline in plain(shown.content.decode().replace("<b>", "").replace("</b>", ""))
    assert client.get(f"{frozen.rstrip('/')}.json").json()["headline"] == headline


@pytest.mark.usefixtures("mixed")
@pytest.mark.parametrize("kind", ["scaling", "history"])
def test_charts_and_numbers_of_refused_curves_are_marked(client: Client, kind: str) -> None:
    query = REFUSED[kind]
    assert all(one.title.endswith(" – not comparable") for one in client.get(f"/{kind}/?{query}").context["charts"])
    assert "– not comparable" in client.get(f"/{kind}.svg?{query}").content.decode()
    keys = client.get(f"/{kind}.json?{query}").json()["not_comparable"]
    assert "document_bytes" in keys
    rows = list(csv.DictReader(io.StringIO(client.get(f"/{kind}.csv?{query}").content.decode())))
    assert {row["not_comparable"] for row in rows} == {" ".join(keys)}
    accepted = client.get(f"/{kind}.json?{query}&accept=all").json()
    assert (accepted["not_comparable"], "Not " in accepted["headline"][:5]) == ([], False)


@pytest.mark.usefixtures("mixed")
@pytest.mark.parametrize("kind", ["scaling", "history"])
def test_page_exports_and_api_begin_with_one_sentence(client: Client, kind: str) -> None:
    query = f"{REFUSED[kind]}&accept=all"
    page = client.get(f"/{kind}/?{query}").content.decode().partition('class="verdict lead answer">')[2]
    first = plain(page.partition("</p>")[0].replace("<b>", "").replace("</b>", ""))
    assert first
    for ending in ("txt", "md", "json"):
        assert first in plain(client.get(f"/{kind}.{ending}?{query}").content.decode()), ending
