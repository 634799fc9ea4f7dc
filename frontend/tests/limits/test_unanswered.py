"""A question of too many curves leads on to ones that can be drawn."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client

from frontend.tests.constructed import runs, setup

MANY = [f"Linux 6.{minor}.{patch}" for minor in (1, 2, 3) for patch in range(1, 6)]


@pytest.fixture(autouse=True)
def fifteen_kernels(db: Any) -> None:
    """Of three series; the first was measured more often."""
    for kernel in MANY:
        for load in (1, 2, 4):
            count = 4 if kernel == MANY[0] else 3
            runs(
                setup(kernel, load, machine="many"), {"requests_per_second": [1000.0 * load + n for n in range(count)]}
            )


def ways(page: str) -> dict[str, str]:
    offers = page.partition("Ask it:")[2].partition("</p>")[0]
    return {title: unescape(path) for path, title in re.findall(r'<a href="([^"]+)">([^<]+)</a>', offers)}


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_scaling_of_too_many_kernels_leads_to_series_and_to_the_most_measured(
    client: Client, headers: dict[str, str]
) -> None:
    refused = client.get("/scaling/?machine=many&x=concurrency&by=kernel", headers=headers)
    assert (refused.status_code, b"15 curves" in refused.content) == (400, True)
    offered = ways(refused.content.decode())
    assert list(offered) == ["by kernel series", "by kernel, only the 12 with the most runs"]
    assert [client.get(path).status_code for path in offered.values()] == [200, 200]
    kept = parse_qs(offered["by kernel, only the 12 with the most runs"].partition("?")[2])["kernel"]
    assert kept == [MANY[0], *MANY[4:]]  # measured most often, and the newest


def test_a_history_by_too_many_kernels_leads_on_too(client: Client) -> None:
    refused = client.get("/history/?machine=many&by=kernel")
    assert refused.status_code == 400
    assert "by kernel series" in ways(refused.content.decode())


def test_another_fault_is_answered_by_leaving_out_what_is_at_fault(client: Client) -> None:
    page = client.get("/compare/?machine=many&cols=kernel&metric=speed").content.decode()
    assert list(ways(page)) == ["without metric=speed"]
