"""Pages that indexes give are those of the sorted whole: any column, filtered or not, with ties and without values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from benchdb.models import Measurement, Run
from benchdb.reads.packed.census import latest
from benchdb.reads.packed.proof import wrong_setups
from benchdb.reads.runs import listed_runs
from benchdb.reads.search import newest, paged, select
from benchdb.reads.search.language import terms
from benchdb.reads.search.ordered import ordered
from benchdb.reads.search.select import selected
from benchdb.reads.search.selection import nothing
from benchdb.tests.kept_rows import KeptRows
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE, FAILED, LATENCY = "requests_per_second", "requests_failed", "latency"
MOMENT = datetime(2024, 5, 6, tzinfo=UTC)


def made() -> None:
    """40 runs of 8 setups: equal values, runs without one, starts that are unknown."""
    for number in range(8):
        made_on = setup(f"Linux 6.{number % 3}.0", 10 * (number % 4), zone="" if number % 2 else "global")
        values = [float(4 * number + 3 * place % 11) for place in range(5)]
        finer = {"time_per_request:concurrent": [0.0015 + 0.0001 * number, 0.0005, 0.00149, 0.0003, 0.0026]}
        latencies = {"latency_mean": [0.002, 0.001, 0.001, 0.0, 0.003], **(finer if number < 5 else {})}
        failures = {FAILED: [0.0, 0.0, 1.0, 0.0, 2.0]} if number % 2 else {}
        of_setup = runs(made_on, {RATE: values, **latencies, **failures})
        some = Measurement.objects.filter(run__in=of_setup[5 - number % 3 :])  # lack one of the two latencies, or both
        some.filter(metric=("latency_mean", "time_per_request")[number % 2]).delete()
        Run.objects.filter(pk__in=[run.pk for run in of_setup[:3]]).update(started_at=MOMENT + timedelta(days=number))
        Run.objects.filter(pk=of_setup[4].pk).update(trial=None)


MANY = KeptRows(made)


@pytest.fixture
def many(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """These runs, of which no selection is small."""
    MANY.put()
    monkeypatch.setattr(paged, "MOST_LISTED", 0)
    monkeypatch.setattr(newest, "MOST_LISTED", 0)


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("is_descending", [True, False])
@pytest.mark.parametrize(
    "key", [RATE, FAILED, LATENCY, "started", "trial", "kernel", "concurrency", "zone", "provenance"]
)
@pytest.mark.parametrize("query", ["", "kernel:6.1*", "trial:2", "-trial:2 concurrency:>=10"])
def test_a_page_by_an_index_is_one_of_the_sorted_whole(
    key: str, is_descending: bool, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paged, "BATCHES", (2, 3, 9))
    selection = selected(latest.census(), (), query)
    whole = ordered(selection, key, is_descending).tolist()
    pages = [paged.page(selection, key, is_descending, skip, 4) for skip in range(0, len(whole), 4)]
    assert [run for page in pages for run in page] == whole


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("key", [RATE, "started", "trial", "kernel"])
def test_an_index_answers_the_first_page(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paged, "BATCHES", (6, 8))
    assert len(paged.by_index(selected(latest.census(), ()), key, True, 4) or ()) == 4


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("is_descending", [True, False])
def test_a_page_of_a_small_selection_reads_the_series_whose_bounds_come_first(
    is_descending: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paged, "MOST_LISTED", 10**6)
    read = list[int]()
    inner = paged.figures_of
    monkeypatch.setattr(paged, "figures_of", lambda *args: read.append(int(args[1].sum())) or inner(*args))
    for query in ("", "kernel:6.1*", "concurrency:>=10"):
        selection = selected(latest.census(), (), query)
        whole = ordered(selection, RATE, is_descending).tolist()
        assert paged.page(selection, RATE, is_descending, 0, 4) == whole[:4]
        assert paged.page(selection, RATE, is_descending, len(whole) - 2, 4) == whole[-2:]
    assert read[0] < 4 < 8, "of eight series"


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize(
    "bounds", ["rps:>12", "rps:>=12", "rps:<9", "rps:<=9", "rps:12", "rps:9..20", "rps:>100", "rps:<100"]
)
def test_series_that_lie_within_a_range_are_not_read_and_the_runs_are_the_same(
    bounds: str, sign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, inner = list[int](), select.figures_of
    monkeypatch.setattr(select, "figures_of", lambda *args: read.append(int(args[1].sum())) or inner(*args))
    quick = newest.every(selected(latest.census(), (), sign + bounds)).tolist()
    monkeypatch.setattr(select, "by_bounds", lambda census, mask, term: (mask, nothing(census)))
    slow = newest.every(selected(latest.census(), (), sign + bounds)).tolist()
    assert quick == slow
    assert read[0] < read[1] == 8
    assert bounds not in ("rps:>100", "rps:<100") or read[0] == 0


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("bounds", [">0.0014", ">=0.002", "<0.0005", "<=0.0005", "0.0005", "0.0015..0.002", ">1", "<1"])
def test_a_latency_is_searched_for_by_the_finest_figure_of_a_run(
    bounds: str, sign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = f"{sign}latency:{bounds}"
    quick = newest.every(selected(latest.census(), (), query)).tolist()
    monkeypatch.setattr(select, "by_bounds", lambda census, mask, term: (mask, nothing(census)))
    assert quick == newest.every(selected(latest.census(), (), query)).tolist()
    shown = {run.pk: run.numbers.get(LATENCY) for run in listed_runs(quick)}
    (term,) = terms(f"latency:{bounds}")
    edges = select.edges(term)
    hits = [value is not None and all(compare(value, edge) for edge, compare in edges) for value in shown.values()]
    assert all(is_hit is not bool(sign) for is_hit in hits)


@pytest.mark.usefixtures("many")
def test_series_of_setups_without_failures_are_not_looked_through_for_runs_with_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read, inner = list[int](), select.figure_bounds
    monkeypatch.setattr(select, "figure_bounds", lambda *args: read.append(int(args[1].sum())) or inner(*args))
    first = int(latest.census().setups[0])
    monkeypatch.setattr(select, "failing", lambda census: census.setups == first)
    for query, series in (("failed:>0 rps:>9", 1), ("failed:0 rps:>9", 8), ("-failed:>0 rps:>9", 8)):
        selected(latest.census(), (), query)
        assert read.pop() == series


@pytest.mark.usefixtures("many")
def test_bounds_are_kept_and_proven() -> None:
    assert not [*wrong_setups()]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE benchdb_packedseries SET highest = 99 WHERE metric = %s", [RATE])
    assert len([*wrong_setups()]) == 8
