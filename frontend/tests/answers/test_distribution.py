"""Latency distributions: one chart with a curve for each column, and a change for each percentile."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from benchdb.domain.metrics import metric
from frontend.charts.distribution import nines, share
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

SHAPE = {"latency_p50": 1.0, "latency_p90": 2.0, "latency_p99": 5.0, "latency_p99.9": 20.0}


def made(kernel: str, slower: float, concurrency: int = 10) -> None:
    numbers = {name: [value * slower * (1 + step / 1000) for step in range(4)] for name, value in SHAPE.items()}
    runs(setup(kernel, concurrency), {"requests_per_second": [100.0, 101.0, 102.0, 103.0], **numbers})


def test_percentiles_become_one_chart_with_a_curve_for_each_column(client: Client) -> None:
    made("Linux 2.4", 1.0)
    made("Linux 2.6", 0.5)
    page = unescape(client.get("/compare/?cols=kernel").content.decode())
    (link,) = [part.split('"')[0] for part in page.split('href="')[1:] if "metric=latency_p50" in part.split('"')[0]]
    answer = client.get(link.replace("/compare/", "/compare.json")).json()
    cells = [cell for row in answer["rows"] for cell in row["cells"]]
    changes = [round(cell["change"], 3) for cell in cells if cell["change"] is not None]
    assert changes == [-0.5] * 4
    page = client.get(link).content.decode()
    assert page.count("data-chart") == 1
    assert "Latency by percentile" in page
    assert client.get(link.replace("/compare/", "/compare.svg")).status_code == 200


def test_each_row_has_a_distribution_of_its_own(client: Client) -> None:
    for concurrency in (10, 20):
        made("Linux 2.4", 1.0, concurrency)
    page = unescape(client.get("/compare/?cols=kernel").content.decode())
    assert re.search(r">concurrency 10</a>,\s+<a", page)
    assert "concurrency=20" in page


def test_two_percentiles_are_no_curve(client: Client) -> None:
    runs(setup("Linux 2.4", 10), {"requests_per_second": [1.0], "latency_p50": [1.0], "latency_p99": [2.0]})
    assert "Latency distribution" not in client.get("/compare/?metric=requests_per_second").content.decode()


def test_the_axis_counts_nines() -> None:
    assert share("latency_p99.9") == pytest.approx(0.999)
    assert share("connect_time_p90") is None
    assert nines(0.99) == pytest.approx(2)
    assert metric("latency_p99.9").better == "lower"
