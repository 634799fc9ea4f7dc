"""A log that a tool keeps beside its report tells the same load: three loads are three runs, whatever else was kept."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from benchdb.host.paths import ROOT
from benchdb.models import Run, UploadFile
from benchdb.models.runs import ACTIVE
from ingest.pipeline import store
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.zips import zipped

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db]

KEPT = ROOT / "fixtures" / "kept_beside"
SIEGE, AB = ({one.name: one.read_bytes() for one in sorted((KEPT / tool).iterdir())} for tool in ("siege", "ab"))
REPORTS = ["run1.log", "run2.log", "run3.log"]


def counted(client: Client, files: dict[str, bytes], path: str = "/u/all.zip?machine=m") -> list[str]:
    """The files whose runs count, in their order."""
    parse_upload(client.put(path, zipped(files)).json()["id"])
    return list(Run.objects.filter(ACTIVE).order_by("file__name", "line").values_list("file__name", flat=True))


def test_a_siege_log_beside_its_reports_counts_no_load_twice(client: Client) -> None:
    names = ["run1.json", "run2.json", "run3.json"]
    assert counted(client, SIEGE) == names
    rows = Run.objects.filter(file__name="siege.log").order_by("line")
    assert [one.excluded_because for one in rows] == [
        f"The same load as the report at line 1 of {name}, in a log that the tool keeps beside it: counted with both "
        "it would count twice."
        for name in names
    ]


@pytest.mark.parametrize("order", range(6))
def test_whichever_is_read_first_the_reports_count(client: Client, order: int) -> None:
    """Files are read in the order of their names."""
    files, shuffled = {**AB, **SIEGE}, random.Random(order)
    places = shuffled.sample(range(len(files)), len(files))
    named = {f"{place:02}.{name}": files[name] for place, name in zip(places, files, strict=True)}
    reports = sorted(name for name in named if name.endswith((".json", "1.log", "2.log", "3.log")))
    assert counted(client, named) == reports


@pytest.mark.parametrize("size", [1, 2, 5])
def test_in_batches_as_well(client: Client, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BATCH_FILES", size)
    assert counted(client, AB) == REPORTS


ROW = SIEGE["siege.log"].splitlines(keepends=True)[-1].replace(b"14826", b"14100").replace(b"14975.76", b"14242.42")


def test_logs_of_loads_without_a_report_count(client: Client) -> None:
    """Of four rows three have a report; a table of ab's in another folder, and a run's rows alone, have none."""
    beside = {"other/run9.csv": AB["run1.csv"], "run8.tsv": AB["run1.tsv"]}
    files = SIEGE | {"siege.log": SIEGE["siege.log"] + ROW} | beside
    assert counted(client, files) == ["other/run9.csv", "run1.json", "run2.json", "run3.json", "run8.tsv", "siege.log"]


def test_what_is_said_of_another_setup_is_another_load(client: Client) -> None:
    files = {f"on/{name}": log for name, log in SIEGE.items() if name != "siege.log"} | {
        "off/siege.log": SIEGE["siege.log"]
    }
    names = counted(client, files, "/u/all.zip?machine=m&pattern={tuning.cache}/*")
    assert names == ["off/siege.log"] * 3 + ["on/run1.json", "on/run2.json", "on/run3.json"]


def test_whoever_says_that_they_are_runs_of_their_own_is_believed(client: Client) -> None:
    assert len(counted(client, SIEGE, "/u/all.zip?machine=m&own_runs=true")) == 6


def quick(log: bytes) -> bytes:
    """The report of a page that is answered within a millisecond, of whose table nobody can tell."""
    head, mark, _ = log.partition(b"Percentage of the requests")
    lines = [b"%4d%%      0" % share for share in (50, 66, 75, 80, 90, 95, 98, 99)] + [
        b" 100%      0 (longest request)"
    ]
    return (
        head.partition(b"Connection Times")[0]
        + mark
        + b" served within a certain time (ms)\n"
        + b"\n".join(lines)
        + b"\n"
    )


def test_a_table_of_a_quick_page_counts_unless_its_file_is_named_like_the_report(client: Client) -> None:
    table = b"Percentage served,Time in ms\n" + b"".join(b"%d,0.%03d\n" % (share, 100 + share) for share in range(101))
    assert counted(client, {"load.log": quick(AB["run1.log"]), "other.csv": table}) == ["load.log", "other.csv"]
    (problem,) = UploadFile.objects.get(name="other.csv").problems
    assert "Its figures are few, and another run may have the same" in problem["message"]
    named = {"load.log": quick(AB["run2.log"]), "load.csv": table.replace(b"0.1", b"0.2")}
    assert counted(client, named)[2:] == ["other.csv"]
