"""A report that stands twice in what was sent counts once, until somebody says that it is another run."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from benchdb.domain.caveats import of_row
from benchdb.models import Run, Upload
from benchdb.models.runs import ACTIVE
from benchdb.wording import sentences_of
from ingest.formats.kit.measured import Measured
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.rows.batch import Batch
from ingest.pipeline.rows.copies import REPORT, digits_of, proving_digits
from ingest.tests.intake.zips import GLOBAL, log, zipped

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db]


def send(client: Client, content: bytes, name: str = "all.log", **facts: str) -> dict[str, Any]:
    answer = client.put(f"/u/{name}", content, QUERY_STRING="&".join(f"{key}={value}" for key, value in facts.items()))
    parse_upload(answer.json()["id"])
    return dict(client.get(f"/api/v1/uploads/{answer.json()['id']}").json())


def counted() -> list[int]:
    """The lines at which the runs that count begin."""
    return list(Run.objects.filter(ACTIVE).order_by("pk").values_list("line", flat=True))


def test_a_report_that_was_pasted_twice_counts_once(client: Client) -> None:
    status = send(client, GLOBAL + log(1) + GLOBAL, machine="m")
    first, _, third = Run.objects.order_by("line")
    assert counted() == [1, 1 + GLOBAL.count(b"\n")]
    assert third.excluded_because == f"The same numbers as the report at line {first.line}: a copy counts twice."
    assert third.excluded_because in sentences_of(third.caveats)
    assert first.caveats == [one for one in third.caveats if of_row(one).kind != REPORT]
    (problem,) = status["problems"]
    assert (problem["line"], problem["file"]) == (third.line, "all.log")
    assert problem["message"].endswith("So it is excluded; if it is a different run, include it on its page.")
    page = client.get(f"/uploads/{status['id']}/").content.decode()
    assert f'<a href="/runs/{third.pk}/">Run {third.pk}</a>' in page
    assert "Lines that could not be read" not in page
    assert "not fully read" not in page
    assert "name no facts" not in page
    assert "with the same report twice" in page


def test_whoever_knows_better_includes_it_for_good(client: Client) -> None:
    status = send(client, GLOBAL * 2, machine="m")
    copy = Run.objects.get(excluded_at__isnull=False)
    client.post(f"/runs/{copy.pk}/include/")
    assert len(counted()) == 2
    client.post(f"/uploads/{status['id']}/", {"machine": "other"})
    parse_upload(status["id"])
    assert len(counted()) == 2
    assert of_row(Run.objects.filter(ACTIVE).latest("line").caveats[-1]).kind == REPORT


def test_a_copy_stays_out_when_it_is_read_again(client: Client) -> None:
    status = send(client, GLOBAL * 2, machine="m")
    client.post(f"/uploads/{status['id']}/", {"machine": "other"})
    parse_upload(status["id"])
    assert counted() == [1]
    assert Run.objects.filter(retired_at=None).count() == 2


def test_a_collection_beside_its_reports_counts_each_once(client: Client) -> None:
    files = {"all.log": log(1) + log(2), "run1.log": log(1), "run2.log": log(2), "run3.log": log(3)}
    send(client, zipped(files), "all.zip", machine="m")
    assert Run.objects.filter(ACTIVE).count() == 3
    reasons = sorted(Run.objects.exclude(excluded_at=None).values_list("file__name", "excluded_because"))
    assert [name for name, _ in reasons] == ["run1.log", "run2.log"]
    assert reasons[0][1] == "The same numbers as the report at line 1 of all.log: a copy counts twice."


@pytest.mark.parametrize("facts", ['zone = "z"', 'started_at = "2026-03-02T10:00:00Z"'])
def test_what_is_said_to_be_another_run_is_one(client: Client, facts: str) -> None:
    files = {"a/benchdb.toml": f"[facts]\n{facts}\n".encode(), "a/1.log": GLOBAL, "b/1.log": GLOBAL + b"\n"}
    send(client, zipped(files), "all.zip", machine="m")
    assert Run.objects.filter(ACTIVE).count() == 2


def test_runs_of_their_own_are_no_copies(client: Client) -> None:
    send(client, GLOBAL * 2, machine="m", own_runs="true")
    assert len(counted()) == 2


def test_few_and_coarse_figures_are_told_and_count(client: Client) -> None:
    rows = b"tool,requests_per_second [1/s],latency_mean [ms],requests_completed\n" + b"x,100.5,1.25,1000\n" * 2
    status = send(client, rows, "runs.csv")
    assert len(counted()) == 2
    assert status["problems"][0]["message"].startswith("The same numbers as the report at line 2: a copy counts twice.")
    assert "exclude it on its page" in status["problems"][0]["message"]


def test_round_figures_say_nothing(client: Client) -> None:
    status = send(client, b"tool,requests_per_second [1/s],latency_mean [ms]\n" + b"x,100,1.5\n" * 3, "runs.csv")
    assert (len(counted()), status["problems"]) == (3, [])


def test_a_batch_that_is_rolled_back_leaves_no_trace_of_its_numbers(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = Batch.add_run

    def add_run(batch: Batch, file: Any, record: Any, format: str, version: str) -> None:
        inner(batch, file, record, format, "v" * 100 if file.name == "1.log" else version)

    monkeypatch.setattr(Batch, "add_run", add_run)
    send(client, zipped({"1.log": log(1), "2.log": log(1) + b"\n"}), "all.zip", machine="m")
    assert list(Run.objects.values_list("file__name", "excluded_because")) == [("2.log", "")]
    assert Upload.objects.get().state == "stored"


@pytest.mark.parametrize(("value", "digits"), [(0.33, 2), (0.000528, 3), (15137.71, 7), (58 / 1000, 2), (1.1 * 3, 2)])
def test_digits_are_those_that_were_printed(value: float, digits: int) -> None:
    assert digits_of(value) == digits


def test_counts_and_sizes_tell_no_runs_apart() -> None:
    measured = Measured()
    for metric, value in {
        "requests_completed": 12345.0,
        "bytes_received": 123456.5,
        "transfer_rate": 99876.54,
        "requests_per_second": 15137.71,
        "latency_mean": 0.000528,
        "latency_p50": 0.0005,
    }.items():
        measured.add(metric, value, 1)
    assert sorted(proving_digits(measured.measurements)) == [3, 7]
