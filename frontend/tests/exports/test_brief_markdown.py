"""Markdown of many columns says what a review asks for: the changes. All figures are in the other exports."""

from __future__ import annotations

import pytest
from django.test import Client

from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
QUERY = "machine=built&cols=kernel&rows=concurrency"


def made(kernels: int) -> None:
    for number in range(kernels):
        for load in (8, 64):
            if (number, load) != (kernels - 1, 64):
                numbers = {"requests_per_second": [100.0 * 1.1**number * (1 + 0.001 * trial) for trial in range(6)]}
                runs(setup(f"Linux 5.{number}", load), numbers)


def table_of(client: Client) -> list[list[str]]:
    text = client.get(f"/compare.md?{QUERY}").content.decode()
    return [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]


def test_nine_columns_are_nine_columns_and_their_rows(client: Client) -> None:
    made(9)
    head, first, second = table_of(client)
    assert head[:3] == ["Concurrency", "Linux 5.0 (baseline)", "Linux 5.1"]
    assert {len(row) for row in (head, first, second)} == {10}
    assert first[2:4] == ["+10% ▲", "+21% ▲"]
    assert first[9] == "2.14× ▲"
    assert second[9] == "–", "not run"
    text = client.get(f"/compare.md?{QUERY}").content.decode()
    assert "▲ better, ▼ worse" in text
    assert "Every value with its spread, interval and q is in the CSV." in text


def test_four_columns_have_all_their_figures(client: Client) -> None:
    made(4)
    head, *_ = table_of(client)
    assert "95% interval" in head[4]
    assert "▲ better" not in client.get(f"/compare.md?{QUERY}").content.decode()
