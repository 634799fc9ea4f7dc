"""What failed in a run is one number: in the list, its search, its order and its exports, an upload's page, a run's."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.test import Client

from benchdb.host.paths import ROOT
from benchdb.models import Measurement, Run
from benchdb.reads.packed.census import latest
from benchdb.reads.search import newest, paged
from benchdb.reads.search.ordered import ordered
from benchdb.reads.search.select import selected
from frontend.answers.run_figures import Failures, failures
from frontend.tests.constructed import runs, setup
from ingest.intake.overview import measured
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload

pytestmark = pytest.mark.django_db
FAILED, RESPONSES = "requests_failed", "responses"
#: What a tool counts of each run -> what failed in it.
COUNTS: tuple[tuple[dict[tuple[str, str], float], float | None], ...] = (
    ({(FAILED, ""): 0, (RESPONSES, "non_2xx"): 50}, 50),
    ({(FAILED, ""): 0}, 0),
    ({(FAILED, ""): 7, (RESPONSES, "404"): 3, (RESPONSES, "503"): 3}, 7),
    ({(FAILED, "connect"): 2, (FAILED, "read"): 3}, 5),
    ({(RESPONSES, "2xx"): 90, (RESPONSES, "200"): 90}, None),
    ({(RESPONSES, "2xx"): 90, (RESPONSES, "4xx"): 1, (RESPONSES, "5xx"): 8}, 9),
)


@pytest.fixture
def failed() -> dict[int, float | None]:
    """Run -> what failed in it; two setups, so that rows of the census differ."""
    made: dict[int, float | None] = {}
    for place, (counts, number) in enumerate(COUNTS):
        run = runs(setup("Linux 6.1", 10 + place % 2), {"requests_per_second": [100.0 + place]})[0]
        Measurement.objects.bulk_create(
            Measurement(run=run, metric=metric, item=item, value=value) for (metric, item), value in counts.items()
        )
        made[run.pk] = number
    return made


def exported(client: Client, ending: str, **query: str) -> str:
    return b"".join(client.get(f"/runs.{ending}", query)).decode()


def numbers_of(client: Client, **query: str) -> list[Any]:
    return [run["requests_failed"] for run in json.loads(exported(client, "json", **query))["runs"]]


@pytest.mark.parametrize(
    ("search", "numbers"),
    [
        ("failed:>0", {50, 7, 5, 9}),
        ("failed:0", {0}),
        ("failed:>=0", {0, 50, 7, 5, 9}),
        ("failed:50", {50}),
        ("failed:6..9", {7, 9}),
        ("failed:<6", {0, 5}),
        ("requests_failed:>7", {50, 9}),
        ("-failed:>0", {0, None}),
        ("failed:>0 trial:1 concurrency:10", {50, 7}),
    ],
)
def test_a_search_finds_what_failed_however_it_was_counted(
    client: Client, failed: dict[int, float | None], search: str, numbers: set[Any]
) -> None:
    assert set(numbers_of(client, q=search)) == numbers


def test_list_exports_upload_and_run_say_the_same(client: Client, failed: dict[int, float | None]) -> None:
    listed = json.loads(exported(client, "json"))["runs"]
    assert {run["run"]: run["requests_failed"] for run in listed} == failed
    lines = csv.DictReader(io.StringIO(exported(client, "csv", sort="-requests_failed")))
    assert [line["requests_failed"] for line in lines] == ["50.0", "9.0", "7.0", "5.0", "0.0", ""]
    assert {one.run.pk: one.failed for one in measured(list(Run.objects.all()), ())} == failed
    assert ">50<" in client.get("/runs/", {"q": "failed:50"}).content.decode()
    assert failures(Measurement.objects.filter(run=min(failed)), "ab") == Failures(50, None, 0, may_be_redirects=True)


@pytest.mark.usefixtures("failed")
@pytest.mark.parametrize("query", ["", "concurrency:10", "trial:1"])
def test_a_page_is_one_of_the_sorted_whole(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paged, "MOST_LISTED", 0)
    monkeypatch.setattr(newest, "MOST_LISTED", 0)
    selection = selected(latest.census(), (), query)
    for is_descending in (True, False):
        whole = ordered(selection, FAILED, is_descending).tolist()
        assert paged.page(selection, FAILED, is_descending, 0, 2) == whole[:2]
        assert paged.page(selection, FAILED, is_descending, 2, 4) == whole[2:6]
    assert paged.by_index(selection, FAILED, True, 2) is not None


def test_what_siege_failed_to_send_and_what_it_was_refused_are_one_number_everywhere(client: Client) -> None:
    """40 of 100 were not answered, and 20 of the 60 replies were errors."""
    content = (ROOT / "fixtures/logs/siege/4.0.7-debian12/failures-404.log").read_bytes()
    stored = create_upload([IncomingFile("siege.log", [content])], {"machine": "m"})
    parse_upload(stored.upload.pk)
    [run] = Run.objects.filter(file__upload=stored.upload)
    listed = {one["run"]: one["requests_failed"] for one in json.loads(exported(client, "json"))["runs"]}
    assert listed[run.pk] == 60
    searched = json.loads(exported(client, "json", q="failed:>=60"))["runs"]
    assert run.pk in [one["run"] for one in searched]
    assert [one.failed for one in measured([run], ())] == [60]
    shown = failures(list(run.measurements.all()), "siege")
    assert shown is not None
    assert (shown.count, shown.sent) == (60, 100)
