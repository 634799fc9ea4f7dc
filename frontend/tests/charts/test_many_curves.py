"""Scaling of many curves: a small chart for each, one line of answer, and the table has the rest."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

LOADS = "/scaling/?machine=many&x=concurrency&by=kernel"
LEVELS = {8: 2500.0, 32: 4000.0, 128: 5200.0, 512: 5300.0, 1024: 5200.0}
FALLEN = LEVELS | {512: 2500.0, 1024: 2400.0}


def made(kernels: int, machine: str = "many") -> None:
    """The first two lose half from 512 on."""
    for number in range(kernels):
        for load, level in (FALLEN if number < 2 else LEVELS).items():
            rates = [level * share for share in (0.99, 1.0, 1.01)]
            numbers = {"requests_per_second": rates, "latency_mean": [load / rate for rate in rates]}
            runs(setup(f"Linux 2.{4 if number < 2 else 6}.{number}", load, machine=machine), numbers)


def test_each_has_a_small_chart_with_its_own_uprights_on_the_axes_of_all(client: Client) -> None:
    made(6)
    page = client.get(LOADS)
    panels = page.context["first_charts"]
    assert [chart.title for chart in panels] == [f"Linux 2.{4 if n < 2 else 6}.{n}" for n in range(6)]
    assert len({(chart.x, chart.y) for chart in panels}) == 1
    assert panels[0].aside == "baseline"
    roles = [[series.role for series in chart.series] for chart in panels]
    assert all("fall" in own for own in roles[:2])
    assert not any("fall" in own for own in roles[2:])
    assert all(own.count("reference") == 1 for own in roles[1:]), "the baseline is dotted in each but its own"
    assert "Requests per second by concurrency (log), separate charts by kernel." in page.content.decode()
    latency = page.context["more_charts"]
    assert page.context["more_titles"] == ["Latency, mean"]
    assert len(latency) == 6


def test_loads_that_span_much_stand_on_a_logarithmic_axis(client: Client) -> None:
    made(2)
    (chart,) = client.get(LOADS).context["first_charts"]
    assert chart.x.is_log
    for load in (10, 20, 100):
        runs(setup("Linux 6.1", load, machine="near"), {"requests_per_second": [10.0 * load]})
    (near,) = client.get(LOADS.replace("many", "near")).context["first_charts"]
    assert not near.x.is_log


def test_lines_far_apart_stand_on_a_logarithmic_axis_in_a_comparison(client: Client) -> None:
    """On one from 0 all but the highest would lie on the axis."""
    for kernel, least in (("Linux 2.4", 1.0), ("Linux 2.6", 50.0)):
        for load in (1, 2, 4):
            runs(setup(kernel, load, machine="far"), {"requests_per_second": [least * load] * 2})
    question = "/compare/?machine=far&rows=concurrency&cols=kernel"
    (chart,) = client.get(question).context["charts"]
    assert chart.y.is_log
    for load in (1, 2, 4):
        runs(setup("Linux 2.2", load, machine="far"), {"requests_per_second": [0.0] * 2})
    (with_zero,) = client.get(question).context["charts"]
    assert not with_zero.y.is_log, "0 has no logarithm"


def test_the_line_is_short_and_the_knees_have_one_line_a_cell(client: Client) -> None:
    made(6)
    page = client.get(LOADS)
    shared = (
        "Every 2.6 kernel holds up to the last load, concurrency 1,024; every 2.4 kernel falls beyond concurrency 128"
    )
    assert f"<b>{shared}</b>." in page.content.decode()
    assert page.context["facts"] == []
    (knees,) = page.context["tables"]
    assert knees.heads[:2] == ("Highest", "at concurrency")
    assert not any(cell.under for _, row in knees.rows for cell in row if cell)
    by_name = {name: [cell.text if cell else None for cell in row] for name, row in knees.rows}
    assert by_name["Linux 2.4.0"][-3:-1] == ["128", "512"]
    assert by_name["Linux 2.6.5"][-3:] == ["1,024", "not within 1,024", ""]
    assert "concurrent request" not in page.content.decode()
    exports = [client.get(LOADS.replace("/?", f".{ending}?")).content.decode() for ending in ("txt", "md")]
    assert all(shared in " ".join(text.split()) for text in exports)


def test_on_paper_the_small_charts_are_of_one_metric_and_name_its_unit(client: Client) -> None:
    made(6)
    drawing = client.get(LOADS.replace("/?", ".svg?")).content.decode()
    assert drawing.count(">requests per second<") == 1, "beside them all"
    assert ">ms<" not in drawing


def cpus(client: Client) -> Any:
    for kernel, levels in (("Linux 5.10", {1: 1000, 2: 1800, 8: 3300}), ("Linux 6.6", {1: 1000, 2: 1900, 8: 5700})):
        for n, level in levels.items():
            rates = {"requests_per_second": [level * share for share in (0.99, 1.0, 1.01)]}
            runs(setup(kernel, 64, machine="cpus", cpus=n), rates)
    return client.get("/scaling/?machine=cpus")


def test_beneath_throughput_stands_the_efficiency_of_each_cpu(client: Client) -> None:
    throughput, efficiency = cpus(client).context["charts"]
    assert (throughput.y.unit, efficiency.y.unit) == ("requests per second", "%")
    points = {one.name: [round(point.y) for point in one.points] for one in efficiency.series if one.role == "points"}
    assert points == {"Linux 5.10": [100, 90, 41], "Linux 6.6": [100, 95, 71]}
    law = next(one for one in efficiency.series if one.role == "usl")
    assert law.points[0].y == pytest.approx(100, abs=8)


def test_what_is_better_stands_beside_a_unit_and_not_alone(client: Client) -> None:
    page = cpus(client).content.decode()
    captions = [" ".join(text.split()) for text in re.findall(r"<figcaption>(.*?)</figcaption>", page, re.DOTALL)]
    assert captions[0] == "Requests per second", (
        "the unit above the axis says it: requests per second, higher is better"
    )
    assert "(higher is better)" in captions[1], "percents follow each number of their axis"


def test_why_a_chart_has_no_intervals_is_said(client: Client) -> None:
    for kernel in ("Linux 5.10", "Linux 6.6"):
        for load in (1, 8, 64):
            runs(setup(kernel, load, machine="few"), {"requests_per_second": [100.0, 101.0, 102.0, 103.0, 104.0]})
    address = "/compare/?machine=few&cols=kernel&rows=concurrency"
    why = "No intervals: with fewer than 6 runs the median has none of 95%."
    (few,) = client.get(address).context["charts"]
    assert why in few.key
    for kernel in ("Linux 5.10", "Linux 6.6"):
        runs(setup(kernel, 8, machine="few"), {"requests_per_second": [105.0]})
    (more,) = client.get(address).context["charts"]
    assert why not in more.key
    assert "95% interval" in more.key
