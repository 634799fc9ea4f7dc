"""The list of runs in the order of any column, page by page; its filters by themselves; all of it as CSV and JSON."""

from __future__ import annotations

import csv
import io
import random

import pytest
from django.test import Client

from benchdb.curation.exclusions import exclude
from benchdb.models import Measurement, Run
from benchdb.reads import runs as reads
from benchdb.reads.packed.census import latest
from benchdb.reads.search.order import CannotOrder, Order, Place, in_order
from benchdb.reads.search.select import selected
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> None:
    chance = random.Random(3)
    for concurrency in (1, 10, 100):
        for kernel in ("Linux 2.4.9", "Linux 2.4.18"):
            own = setup(kernel, concurrency, machine=f"host-{concurrency}")
            runs(own, {"requests_per_second": [float(chance.randint(1, 9)) for _ in range(5)]})
    exclude(Run.objects.all()[3], "for a test")


def walked(order: Order, query: str = "", where: reads.Where = (), page: int = 4) -> list[int]:
    """All pages one after the other."""
    selection, place, ids = selected(latest.census(), where, query), None, list[int]()
    while places := in_order(selection, order, place, page):
        ids += [one.run for one in places]
        place = Place.from_text(str(places[-1]))
    return ids


@pytest.mark.parametrize("is_falling", [False, True])
@pytest.mark.parametrize("query", ["", "rps:>3", "host-10"])
def test_figures_are_sorted_page_by_page(made: None, query: str, is_falling: bool) -> None:
    values = dict(Measurement.objects.values_list("run", "value"))
    kept = walked(Order("date"), query)
    wanted = sorted(kept, key=lambda run: (-values[run] if is_falling else values[run], -run))
    assert walked(Order("requests_per_second", is_falling), query) == wanted
    assert len(wanted) == len(set(wanted)) > 3


@pytest.mark.parametrize("is_falling", [False, True])
def test_dimensions_are_sorted_as_readers_expect_them(made: None, is_falling: bool) -> None:
    kernels = dict(Run.objects.values_list("pk", "setup__kernel__name"))
    ordered = walked(Order("kernel", is_falling))
    names = list(dict.fromkeys(kernels[run] for run in ordered))
    assert names == (["Linux 2.4.18", "Linux 2.4.9"] if is_falling else ["Linux 2.4.9", "Linux 2.4.18"])
    assert sorted(ordered) == sorted(Run.objects.active().values_list("pk", flat=True))


def test_what_cannot_be_sorted_by_says_what_can() -> None:
    with pytest.raises(CannotOrder, match="only by date, by a metric or by machine, kernel"):
        Order.from_text("-colour")


def test_a_page_is_ordered_and_has_a_next_one(client: Client, made: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reads, "PAGE", 10)
    page = client.get("/runs/?order=-requests_per_second")
    assert page.context["after"]
    following = client.get("/runs/", {"order": "-requests_per_second", "after": page.context["after"]})
    first, second = ([run.numbers["requests_per_second"] for run in one.context["runs"]] for one in (page, following))
    assert first == sorted(first, reverse=True)
    assert first[-1] >= second[0]
    assert client.get("/runs/?order=colour").status_code == 400


def test_the_filters_are_a_request_of_their_own(client: Client, made: None) -> None:
    assert client.get("/runs/?facets=later").context["facets"] == []
    own = client.get("/runs/facets/?kernel=Linux+2.4.9").context["facets"]
    assert [facet.dimension.key for facet in own] == [
        facet.dimension.key for facet in client.get("/runs/?kernel=Linux+2.4.9").context["facets"]
    ]


@pytest.mark.parametrize("query", ["", "?q=rps:>3", "?machine=host-1&kernel=Linux+2.4.9"])
def test_all_runs_are_streamed(client: Client, made: None, query: str) -> None:
    lines = list(csv.DictReader(io.StringIO(client.get(f"/runs.csv{query}").getvalue().decode())))
    objects = client.get(f"/runs.json{query}").getvalue().decode()
    values = dict(Measurement.objects.values_list("run", "value"))
    assert {int(line["run"]): float(line["requests_per_second"]) for line in lines} == {
        run: values[run] for run in walked(Order("date"), *([] if "q=" not in query else ["rps:>3"]))
    } or "machine" in query
    assert len(lines) == objects.count('"run":') > 0
    assert all(line["kernel"].startswith("Linux 2.4") for line in lines)
    assert client.get("/runs.csv?metric=nonsense").status_code == 400
