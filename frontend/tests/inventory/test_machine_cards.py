"""The cards of the launchers: what a machine is, what its drawings say, and how much is left out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from benchdb.models import Machine
from frontend.charts.sparks import spark
from frontend.pages.launchers import MachineCard, machine_cards
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import NEW, OLD, START, dated

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"


def card_of(kind: str, name: str = "built") -> MachineCard:
    return next(card for card in machine_cards(kind) if card.name == name)


def test_kernels_in_turn_are_no_zigzag_of_a_history(client: Client) -> None:
    for place, (old, new) in enumerate(zip(OLD[:5], NEW[:5], strict=True)):
        dated(runs(setup("Linux 6.1", 64), {RATE: [old]}), START + timedelta(days=2 * place))
        dated(runs(setup("Linux 6.2", 64), {RATE: [new]}), START + timedelta(days=2 * place + 1))
    (offer,) = card_of("history").offers
    assert [line.path.count("L") for line in offer.spark.lines] == [4, 4], "one line each"
    assert offer.note == "2 curves, by kernel: requests per second, 10 runs, latest 875/s (Linux 6.2)"
    assert client.get(offer.path).status_code == 200


def test_an_upgrade_is_one_line_of_a_history() -> None:
    dated(runs(setup("Linux 6.1", 64), {RATE: OLD}), START)
    dated(runs(setup("Linux 6.2", 64), {RATE: NEW}), START + timedelta(days=10))
    (offer,) = card_of("history").offers
    assert (len(offer.spark.lines), offer.note) == (1, "requests per second, 20 runs, latest 881/s")


def test_a_card_counts_the_setups_that_it_leaves_out(client: Client) -> None:
    for concurrency in (1, 2, 4, 8, 16, 32):
        runs(setup("Linux 6.1", concurrency), {RATE: OLD})
    runs(setup("Linux 6.1", 64), {RATE: OLD[:2]})  # too few for a history
    card = card_of("history")
    assert (len(card.offers), card.left_out) == (4, 2)
    page = " ".join(client.get("/history/").content.decode().split())
    assert '<a href="/history/?machine=built">2 more setups</a>' in page
    assert client.get(card.rest).status_code == 200
    assert card_of("compare").left_out == 0


@pytest.mark.usefixtures("studies")
def test_a_card_says_what_the_machine_is(client: Client) -> None:
    runs(setup("Linux 6.1", 1), {RATE: OLD})
    runs(setup("Linux 6.1", 8), {RATE: OLD})
    Machine.objects.filter(name="built").update(cpu_model="Xeon 3.06 GHz", cpu_count=2, memory_bytes=2 << 30)
    card = card_of("compare")
    assert (card.hardware, card.is_published) == ("2 × Xeon 3.06 GHz, 2 GiB", False)
    assert card_of("compare", "Fujitsu GRANPOWER 5000 HS900").is_published
    page = " ".join(client.get("/compare/").content.decode().split())
    assert f"2 × Xeon 3.06 GHz, 2 GiB · 20 runs, last stored {card.newest.day} {card.newest:%b %Y}" in page
    assert "17 runs, published" in page


def test_a_flag_is_on_or_off() -> None:
    for flag in (True, False):
        runs(setup("Linux 6.1", 1, tls=flag), {RATE: OLD})
    (offer,) = card_of("compare").offers
    assert sorted(text for _, text in offer.values) == ["off", "on"]


def test_no_drawing_is_a_single_dot() -> None:
    assert spark([[5.0, None], [None, 6.0]], [1, 2], RATE).lines == ()
    assert len(spark([[5.0, 6.0], [None, 6.0]], [1, 2], RATE).lines) == 2
