"""What a page says of the question and of the whole, beside its numbers."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.html import escape

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]

ZONES = "study=zones&cols=zone&rows=concurrency"
UNKNOWN = "No runs for baseline “typo”; using the first column."


@pytest.mark.parametrize("accepted", ["&accept=all", ""])
def test_a_baseline_that_nobody_ran_is_said_once_and_before_the_answer(client: Client, accepted: str) -> None:
    page = client.get(f"/compare/?{ZONES}&baseline=typo{accepted}").content.decode()
    assert page.count(UNKNOWN) == 1
    assert UNKNOWN in page.partition('<section class="gate"')[0].partition('id="comparison"')[0]


def test_a_baseline_with_runs_is_not_spoken_of(client: Client) -> None:
    assert "No runs for baseline" not in client.get(f"/compare/?{ZONES}&baseline=non-global").content.decode()


def test_a_frozen_answer_says_it_too(client: Client) -> None:
    frozen = client.post("/compare/freeze/", {"query": f"{ZONES}&baseline=typo&accept=all"}, follow=True)
    assert frozen.content.decode().partition('id="comparison"')[0].count(UNKNOWN) == 1


@pytest.mark.parametrize("query", [f"{ZONES}&accept=all", "study=kernel-24-26&cols=kernel&rows=server"])
def test_every_caveat_of_the_whole_stands_on_the_page(client: Client, query: str) -> None:
    caveats = client.get(f"/compare.json?{query}").json()["caveats"]
    page = client.get(f"/compare/?{query}").content.decode()
    assert caveats
    assert [sentence for sentence in caveats if escape(sentence) not in page] == []
