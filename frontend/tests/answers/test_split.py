"""A comparison split by a third dimension: like against like, on the page and in its exports."""

import pytest
from django.test import Client

from benchdb.models import Run
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db


def made() -> None:
    for machine, faster in (("old", 1.0), ("new", 3.0)):
        for kernel, gain in (("Linux 2.4", 1.0), ("Linux 2.6", 1.1)):
            numbers = [100.0 * faster * gain + step for step in range(5)]
            shape = {"latency_p50": [1.0] * 5, "latency_p90": [2.0] * 5, "latency_p99": [3.0] * 5}
            runs(setup(kernel, 10, machine=machine), {"requests_per_second": numbers, **shape})


def test_machines_that_would_be_mixed_are_compared_each_by_itself(client: Client) -> None:
    made()
    mixed = client.get("/compare.json?cols=kernel").json()
    assert "values of machine here" in str(mixed["rows"])
    answer = client.get("/compare.json?cols=kernel&split=machine").json()
    assert answer["split_dimension"] == "machine"
    assert [row["row"] for row in answer["rows"]] == ["new · 10", "old · 10"]
    assert [row["cells"][1]["verdict"] for row in answer["rows"]] == ["better", "better"]
    assert answer["also_differs"] == []


def test_a_note_on_one_run_says_of_how_many_it_is(client: Client) -> None:
    made()
    Run.objects.filter(setup__machine__name="old", setup__kernel__name="Linux 2.6", trial=2).update(
        caveats=["ab itself doubts this run: it varies."]
    )
    page = client.get("/compare/?cols=kernel&machine=old").content.decode()
    assert page.count(">note on 1 of 5</span>") == 1, "in the line, on its side"
    assert "ab itself doubts this run: it varies (1 of 5 runs)." in page


@pytest.mark.parametrize("ending", ["/", ".csv", ".md", ".txt", ".svg", ".png", ".html", ".bib"])
def test_every_export_shows_it(client: Client, ending: str) -> None:
    made()
    assert client.get(f"/compare{ending}?cols=kernel&split=machine").status_code == 200


def test_the_form_keeps_it_and_each_row_has_its_distribution(client: Client) -> None:
    made()
    page = client.get("/compare/?cols=kernel&split=machine").content.decode()
    assert '<option value="machine" selected>' in page
    assert "machine new, concurrency 10" in page
    assert "Machine · Concurrency" in page


@pytest.mark.parametrize("split", ["kernel", "concurrency", "metric", "item", "tag", "nonsense"])
def test_what_cannot_be_split_by_is_refused(client: Client, split: str) -> None:
    assert client.get(f"/compare/?cols=kernel&split={split}").status_code == 400
