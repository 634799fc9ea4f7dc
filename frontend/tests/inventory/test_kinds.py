"""Machines, kernels and servers are three lists of one entry in the header."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]

KINDS = ("/machines/", "/kernels/", "/servers/")


def marked(page: str, name: str) -> list[str]:
    """The addresses that a list of links marks as the reader's own."""
    links = re.search(rf'<nav[^>]*aria-label="{name}".*?</nav>', page, re.DOTALL)
    assert links
    return re.findall(r'<a href="([^"]+)" aria-current="page"', links[0])


@pytest.mark.parametrize("path", KINDS)
def test_each_list_leads_to_the_others_and_the_header_to_all(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert marked(page, "Main") == ["/machines/"]
    assert marked(page, "What runs were made on and with") == [path]
    assert all(f'href="{kind}"' in page for kind in KINDS)


def test_a_kernels_own_page_is_of_that_entry_too(client: Client) -> None:
    assert marked(client.get("/kernels/linux-260-test5/").content.decode(), "Main") == ["/machines/"]
    assert marked(client.get("/runs/").content.decode(), "Main") == ["/runs/"]


def test_names_are_sorted_as_people_do(client: Client) -> None:
    for name in ("Zeus", "node10", "alpha", "node9"):
        runs(setup("Linux 6.1", 8, machine=name), {"requests_per_second": [1.0]})
    page = client.get("/machines/").content.decode()
    places = [page.index(f">{name}<") for name in ("alpha", "node9", "node10", "Zeus")]
    assert places == sorted(places)
    others = client.get("/machines/alpha/").context["others"]
    assert [name for name in others if name in ("Zeus", "node10", "node9")] == ["node9", "node10", "Zeus"], (
        "to merge into"
    )
