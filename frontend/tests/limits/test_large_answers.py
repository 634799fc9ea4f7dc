"""An answer of very many rows: its page has room for some, and says for how many it has none; exports have all."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from benchdb.tests.kept_rows import KeptRows
from frontend.answers.comparison.within_page import MOST_CELLS, MOST_ROWS
from frontend.tests.constructed import runs, setup

LOADS = [*range(1, MOST_ROWS + 31)]
ROOM_FOR = re.compile(r"([\d,]+) of ([\d,]+) rows have no room on this page")


def made() -> None:
    for kernel in ("Linux 6.1", "Linux 6.6"):
        for load in LOADS:
            runs(setup(kernel, load, machine="many"), {"requests_per_second": [900.0 + load], "latency_mean": [0.1]})


MANY = KeptRows(made)


@pytest.fixture(autouse=True)
def many_loads(db: Any) -> None:
    MANY.put()


def rows_of(page: str) -> int:
    return page.count('<tbody id="row=')


def test_a_page_shows_the_first_rows_and_how_many_there_are(client: Client) -> None:
    page = client.get("/compare/?machine=many&cols=kernel").content.decode()
    match = ROOM_FOR.search(page)
    assert match
    assert match.groups() == ("30", str(len(LOADS)))
    assert rows_of(page) == MOST_ROWS
    assert len(json.loads(client.get("/compare.json?machine=many&cols=kernel").content)["rows"]) == len(LOADS)


def test_several_metrics_share_the_room(client: Client) -> None:
    page = client.get(
        "/compare/?machine=many&cols=kernel&metric=requests_per_second&metric=latency_mean"
    ).content.decode()
    assert rows_of(page) == MOST_ROWS
    assert "160 of 260 rows have no room" in page


def test_a_page_with_room_says_nothing(client: Client) -> None:
    loads = "&".join(f"concurrency={load}" for load in LOADS[:MOST_ROWS])
    page = client.get(f"/compare/?machine=many&cols=kernel&{loads}").content.decode()
    assert rows_of(page) == MOST_ROWS
    assert not ROOM_FOR.search(page)


def test_many_columns_leave_fewer_rows(client: Client) -> None:
    """130 rows of a grid of 22 columns are 2,860 cells."""
    for patch in range(20):
        runs(setup(f"Linux 6.7.{patch}", 1, machine="many"), {"requests_per_second": [900.0]})
    page = client.get("/compare/?machine=many&cols=kernel").content.decode()
    shown = MOST_CELLS // 22
    assert f"{len(LOADS) - shown} of {len(LOADS)} rows have no room" in page
