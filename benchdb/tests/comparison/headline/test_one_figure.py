"""A comparison of one side and one figure opens with what was measured, and where; it had no sentence."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.models import Server, Setup
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.kinds import ask
from benchdb.wording import line
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
WHERE = "Requests per second of nginx 1.22.1 on built, Linux 6.1, at concurrency 64"


@pytest.fixture
def measured() -> None:
    runs(setup("Linux 6.1", 64), {"requests_per_second": [22400.0, 22700.0, 23100.0], "latency_mean": [0.002] * 3})
    Setup.objects.update(server=Server.named("nginx 1.22.1"))


def headline(**given: str) -> str:
    return line(ask(ComparisonQuestion.from_query([("machine", "built"), *given.items()])).headline)


def test_it_names_the_server_its_machine_the_side_and_the_load(measured: None) -> None:
    assert headline(cols="kernel").startswith(f"{WHERE}: 22,700/s, median of 3 runs (22,400 to 23,100).")
    by_server = headline(cols="server")
    assert by_server.startswith("Requests per second of nginx 1.22.1 on built, at concurrency 64: 22,700/s, median")
    assert "22,700/s, mean of 3 runs" in headline(cols="kernel", protocol="mean")
    assert "23,100/s, highest run (3 runs, 22,400 to 23,100)" in headline(cols="kernel", protocol="peak")


def test_of_several_metrics_it_is_the_first(measured: None) -> None:
    query = [("machine", "built"), ("cols", "kernel"), ("rows", "metric")]
    metrics = [("metric", "requests_per_second"), ("metric", "latency_mean")]
    assert line(ask(ComparisonQuestion.from_query([*query, *metrics])).headline).startswith(f"{WHERE}: 22,700/s")


def test_a_lone_run_has_it_on_its_page(client: Client) -> None:
    (run,) = runs(setup("Linux 6.1", 64), {"requests_per_second": [22700.0]})
    page = " ".join(client.get(f"/compare/?run={run.pk}").content.decode().split())
    assert "Requests per second of built, Linux 6.1, at concurrency 64: 22,700/s (1 run)." in page
    assert "22,700/s (1 run)" in client.get(f"/compare.json?run={run.pk}").json()["headline"]
