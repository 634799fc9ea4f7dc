"""A change is said once, everywhere alike: in percent up to twice as much, then how many times, or times less."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import OLD, START, dated

pytestmark = pytest.mark.django_db
RATES = [1000.0, 1001.0, 1002.0, 1003.0, 1004.0]
QUERY = "machine=built&cols=kernel&rows=concurrency"


def compared(times: float) -> None:
    runs(setup("Linux 6.1", 64), {"requests_per_second": RATES})
    runs(setup("Linux 6.2", 64), {"requests_per_second": [times * rate for rate in RATES]})


def text(client: Client, ending: str = "") -> str:
    return " ".join(
        client.get(f"/compare{ending}/?{QUERY}".replace("/?", "?" if ending else "/?")).content.decode().split()
    )


@pytest.mark.parametrize(
    ("times", "in_a_table", "in_a_sentence"),
    [(3.58, "3.58×", "3.58 times"), (0.2, "5.00× less", "5.00 times less"), (1.5, "+50%", "+50%")],
)
@pytest.mark.parametrize("ending", ["", ".md", ".txt"])
def test_a_change_is_said_once(client: Client, times: float, in_a_table: str, in_a_sentence: str, ending: str) -> None:
    compared(times)
    page = text(client, ending)
    assert in_a_table.replace("×", "x" if ending == ".txt" else "×") in page
    assert in_a_sentence in page
    assert f"{100 * (times - 1):+.0f}%" not in page or times == 1.5
    assert "−80%" not in page
    assert "0.200" not in page


def test_a_history_says_a_change_as_its_headline_does(client: Client) -> None:
    dated(runs(setup("Linux 6.1", 64), {"requests_per_second": OLD}), START)
    dated(runs(setup("Linux 6.2", 64), {"requests_per_second": [3.58 * rate for rate in OLD]}), START + timedelta(20))
    page = " ".join(client.get("/history/?machine=built").content.decode().split())
    assert "rose to 3.58 times" in page
    assert "3.58×" in page, "in the table, and on the chart"
    assert "+258%" not in page
