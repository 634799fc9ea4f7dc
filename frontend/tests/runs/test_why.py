"""Why the sides of a comparison differ, by what was recorded beside their runs; and what would decide one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.test import Client

from benchdb.models import Machine, Measurement, Run, Setup
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.permalinks.freeze import freeze
from frontend.tests.recorded_runs import make_run, two_recorded_runs


@pytest.fixture
def recorded(db: None) -> tuple[Run, Run]:
    return two_recorded_runs()


def test_a_comparison_says_why(client: Client, recorded: tuple[Run, Run]) -> None:
    long, short = recorded
    page = client.get(f"/compare/?cols=run&run={long.pk}&run={short.pk}").content.decode()
    assert "Clearest differences" in page
    assert "CPU time per request" in page
    assert "<code>queue.run</code>" in page
    assert page.count("Means of at least") == 1
    assert "The load generator ran on the machine under load" not in page


def test_the_sides_are_named_as_above_the_answer(client: Client, recorded: tuple[Run, Run]) -> None:
    """`yes against no` does not say of what."""
    for run, keepalive in zip(recorded, (False, True), strict=True):
        setup = run.setup
        setup.pk, setup.fingerprint, setup.keepalive = None, f"{run.pk:064}", keepalive
        setup.save()
        Run.objects.filter(pk=run.pk).update(setup=setup)
    runs = "&".join(f"run={run.pk}" for run in recorded)
    page = " ".join(client.get(f"/compare/?cols=keepalive&{runs}&accept=all").content.decode().split())
    assert "keep-alive on against keep-alive off" in page


def test_the_exports_of_today_say_why_and_a_frozen_one_does_not(client: Client, recorded: tuple[Run, Run]) -> None:
    long, short = recorded
    query = f"cols=run&run={long.pk}&run={short.pk}"
    answer = client.get(f"/compare.json?{query}").json()
    assert answer == client.get(f"/api/v1/compare?{query}").json()
    (why,) = answer["why"]
    assert (why["column"], why["recorded_runs"]) == (str(short.pk), [1, 1])
    assert "cpu_time_per_request" in [cost["metric"] for cost in why["costs"]]
    for ending in ("md", "txt"):
        text = " ".join(client.get(f"/compare.{ending}?{query}").content.decode().replace("<!-- -->", "").split())
        assert "Why:" in text
        assert "CPU time per request: " in text
    link = freeze(ComparisonQuestion.from_query(parse_qsl(query)), datetime.now(UTC))
    assert "why" not in client.get(f"/p/{link.pk}.json").json()


def of_setup(run: Run, **facts: object) -> Run:
    """The run, with a setup of its own in which these are other."""
    setup = run.setup
    setup.pk, setup.fingerprint = None, f"{run.pk:064}"
    for name, value in facts.items():
        setattr(setup, name, value)
    setup.save()
    Run.objects.filter(pk=run.pk).update(setup=setup)
    return run


def test_sides_that_cannot_be_compared_have_no_reasons(client: Client, recorded: tuple[Run, Run]) -> None:
    for run, keepalive, cpus in zip(recorded, (False, True), (1, 8), strict=True):
        of_setup(run, keepalive=keepalive, cpus=cpus)
    query = f"cols=keepalive&run={recorded[0].pk}&run={recorded[1].pk}"
    page = client.get(f"/compare/?{query}").content.decode()
    assert "Not comparable" in page
    assert "Clearest differences" not in page
    assert "why" not in client.get(f"/compare.json?{query}").json()
    assert "Why:" not in client.get(f"/compare.txt?{query}").content.decode()


def test_of_several_rows_the_reasons_are_those_of_one(client: Client, recorded: tuple[Run, Run]) -> None:
    """A request of 4 CPUs does not cost what one of 8 does."""
    machine = recorded[0].setup.machine
    assert machine
    more = tuple(make_run(machine, 900_000.0 + second, 30.0) for second in (0.0, 60.0))
    for run, keepalive, load in zip((*recorded, *more), (False, True) * 2, (10, 10, 50, 50), strict=True):
        of_setup(run, keepalive=keepalive, concurrency=load)
    query = "&".join(("cols=keepalive", "rows=concurrency", *(f"run={run.pk}" for run in (*recorded, *more))))
    (why,) = client.get(f"/compare.json?{query}").json()["why"]
    assert (why["row"], why["recorded_runs"]) == ("at concurrency 10", [1, 1])
    page = " ".join(client.get(f"/compare/?{query}").content.decode().split())
    assert "keep-alive on against keep-alive off at concurrency 10" in page
    assert "at concurrency 10 (the row with most recordings)." in page


def test_columns_without_a_recording_are_named_and_costs_of_nothing_are_none(
    client: Client, recorded: tuple[Run, Run]
) -> None:
    """“CPU, niced 0% 0% –” stood in each of the tables, and no word of the fourth kernel."""
    long, short = recorded
    machine = long.setup.machine
    assert machine
    bare = make_run(machine, 900_000.0, 30.0)
    for run, value in ((long, 0.0), (short, 0.0)):
        Measurement.objects.create(run=run, metric="cpu_nice", value=value)
    query = "&".join(("cols=run", *(f"run={run.pk}" for run in (long, short, bare))))
    page = " ".join(client.get(f"/compare/?{query}").content.decode().split())
    assert f"No recording there: run {bare.pk}." in page
    assert '<th scope="row">CPU time per request</th>' in page
    assert '<th scope="row">CPU, niced</th>' not in page
    assert "cpu_nice" in str(client.get(f"/compare.json?{query}").json()["why"])


def test_a_load_generator_on_the_machine_under_load_is_warned_of(client: Client, recorded: tuple[Run, Run]) -> None:
    long, short = recorded
    Run.objects.filter(pk=short.pk).update(facts={"host": "127.0.0.1"})
    page = " ".join(client.get(f"/compare/?cols=run&run={long.pk}&run={short.pk}").content.decode().split())
    assert "The load generator ran on the machine under load (1 of 1 runs here, 0 of 1 there)" in page


def test_a_comparison_of_unrecorded_runs_has_no_reasons(client: Client, db: None) -> None:
    machine = Machine.objects.create(name="web2")
    one, other = make_run(machine, 0, 10), make_run(machine, 20, 10)
    assert "Clearest differences" not in client.get(f"/compare/?cols=run&run={one.pk}&run={other.pk}").content.decode()


def test_an_undecided_comparison_says_how_to_decide_it(client: Client, db: None) -> None:
    machine = Machine.objects.create(name="web2")
    one, other = make_run(machine, 0, 10), make_run(machine, 20, 10)
    for run in (one, other):
        run.facts = {"host": "web2", "port": 8080}
        run.save()
        Measurement.objects.create(run=run, metric="requests_completed", value=5000)
    Setup.objects.update(concurrency=8)
    page = client.get(f"/compare/?cols=run&run={one.pk}&run={other.pk}").content.decode()
    assert "benchdb record --machine web2 -- ab -n 5000 -c 8 http://web2:8080/; done" in page
    assert "for i in $(seq 3)" in page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_on_a_phone_the_change_is_in_view(live_server: Any, chromium: Any) -> None:
    """It stood beyond the right edge, behind names one word wide."""
    long, short = two_recorded_runs()
    page = chromium.new_context(viewport={"width": 390, "height": 800}).new_page()
    page.goto(f"{live_server.url}/compare/?cols=run&run={long.pk}&run={short.pk}")
    for table in page.locator(".why .pair .scroll").all():
        assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
    row = page.locator(".why tbody tr").first
    name, *_, change = (one.bounding_box() for one in row.locator("> *").all())
    assert change["x"] + change["width"] <= 390
    assert name["y"] + name["height"] <= change["y"] + 1
    assert name["width"] > 250
