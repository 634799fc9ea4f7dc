"""A report that stands twice in what was sent counts once, until somebody says that it is another run."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DataError
from django.test import Client

from benchdb.domain.caveats import of_row
from benchdb.models import Run, Upload, UploadFile
from benchdb.models.runs import ACTIVE
from benchdb.wording import sentences_of
from ingest.formats.kit.measured import Measured
from ingest.pipeline import store
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.rows.batch import Batch
from ingest.pipeline.rows.copies import REPORT, digits_of, proving_digits
from ingest.tests.intake.zips import GLOBAL, log, zipped
from ingest.tests.refused_by_database import refuse

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


@pytest.mark.parametrize(
    "facts",
    [('zone = "z"', 'zone = "y"'), ('started_at = "2026-03-02T10:00:00Z"', 'started_at = "2026-03-02T11:00:00Z"')],
)
def test_what_is_said_to_be_another_run_is_one(client: Client, facts: tuple[str, str]) -> None:
    tomls = {f"{name}/benchdb.toml": f"[facts]\n{one}\n".encode() for name, one in zip("ab", facts, strict=True)}
    send(client, zipped({**tomls, "a/1.log": GLOBAL, "b/1.log": GLOBAL + b"\n"}), "all.zip", machine="m")
    assert Run.objects.filter(ACTIVE).count() == 2


@pytest.mark.parametrize("facts", ['zone = "z"', 'started_at = "2026-03-02T10:00:00Z"', '[facts.tuning]\na = "1"'])
@pytest.mark.parametrize("folder", ["a", "b"])
def test_of_two_alike_the_one_counts_of_which_more_is_said(client: Client, facts: str, folder: str) -> None:
    files = {f"{folder}/benchdb.toml": f"[facts]\n{facts}\n".encode(), "a/1.log": GLOBAL, "b/1.log": GLOBAL + b"\n"}
    status = send(client, zipped(files), "all.zip", machine="m")
    assert Run.objects.get(ACTIVE).file.name == f"{folder}/1.log"
    (problem,) = status["problems"]
    assert problem["file"] == f"{'b' if folder == 'a' else 'a'}/1.log"
    assert problem["message"].endswith("So it is excluded; if it is a different run, include it on its page.")


PATTERN = "{machine}/{kernel}/run{trial}.log"


def test_copies_that_no_pattern_matches_are_copies(client: Client) -> None:
    files = {
        "box/6.1/Kopie von run2.txt": log(2).replace(b"\n", b"\r\n"),
        "box/6.1/all.log": log(1) + log(2),
        "box/6.1/run1.log": log(1),
        "box/6.1/run2.log": log(2),
    }
    send(client, zipped(files), "all.zip", pattern=PATTERN)
    active = Run.objects.filter(ACTIVE).order_by("file__name")
    assert [(run.file.name, run.trial, str(run.setup.kernel)) for run in active] == [
        ("box/6.1/run1.log", 1, "6.1"),
        ("box/6.1/run2.log", 2, "6.1"),
    ]
    assert Run.objects.filter(excluded_at__isnull=False).count() == 3


def broken_off(content: bytes, lines: int) -> bytes:
    return b"".join(content.splitlines(keepends=True)[:lines])


@pytest.mark.parametrize("part", ["run3-part.log", "a-cut.log"])
def test_a_copy_that_broke_off_is_excluded_and_can_be_included(client: Client, part: str) -> None:
    send(client, zipped({"run3.log": log(3), part: broken_off(log(3), 30)}), "all.zip", pattern="run{trial}.log")
    cut = Run.objects.get(excluded_at__isnull=False)
    whole = Run.objects.get(ACTIVE)
    assert (cut.file.name, whole.file.name) == (part, "run3.log")
    assert cut.excluded_because == (
        f"The beginning of the report at line {whole.line} of run3.log, broken off: a copy counts twice."
    )
    assert cut.excluded_because in sentences_of(cut.caveats)
    assert any(
        problem.get("of_copy") and problem["line"] == cut.line for problem in UploadFile.objects.get(name=part).problems
    )
    client.post(f"/runs/{cut.pk}/include/")
    assert Run.objects.filter(ACTIVE).count() == 2


def test_a_copy_that_broke_off_is_found_in_the_next_batch(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BATCH_FILES", 1)
    send(client, zipped({"a-cut.log": broken_off(log(3), 30), "run3.log": log(3)}), "all.zip", machine="m")
    assert Run.objects.get(excluded_at__isnull=False).file.name == "a-cut.log"
    assert "broken off" in UploadFile.objects.get(name="a-cut.log").problems[-1]["message"]


OTHER_FIGURES = {
    b"2.562500": b"2.556500",
    b"390.24": b"391.16",
    b"256.250": b"255.650",
    b"2.563 ": b"2.557 ",
    b"650.93": b"652.46",
}


@pytest.mark.parametrize("lines", [17, 23, 26, 28])
def test_two_short_runs_that_broke_off_are_two(client: Client, lines: int) -> None:
    other = GLOBAL
    for figure, another in OTHER_FIGURES.items():
        other = other.replace(figure, another)
    assert len([1 for one, two in zip(GLOBAL.split(b"\n"), other.split(b"\n"), strict=True) if one != two]) == 5
    send(client, zipped({"1.log": broken_off(GLOBAL, lines), "2.log": other}), "cut.zip", machine="m")
    assert Run.objects.filter(ACTIVE).count() == 2
    assert not any(of_row(one).kind.startswith("copy") for run in Run.objects.all() for one in run.caveats)


def test_runs_of_their_own_are_no_copies(client: Client) -> None:
    send(client, GLOBAL * 2, machine="m", own_runs="true")
    assert len(counted()) == 2


def test_few_and_coarse_figures_are_told_and_count(client: Client) -> None:
    rows = b"tool,requests_per_second [1/s],latency_mean [ms],requests_completed\n" + b"x,100.5,1.25,1000\n" * 2
    status = send(client, rows, "runs.csv")
    assert len(counted()) == 2
    assert status["problems"][0]["message"].startswith("The same numbers as the report at line 2: a copy counts twice.")
    assert "exclude it on its page" in status["problems"][0]["message"]


@pytest.mark.parametrize("names", [("web8/runs.csv", "x.csv"), ("a.csv", "web8/runs.csv")])
def test_so_they_are_where_more_is_recorded_of_one(client: Client, names: tuple[str, str]) -> None:
    row = b"tool,requests_per_second [1/s],latency_mean [ms],requests_completed\nx,100.5,1.25,1000\n"
    send(client, zipped({name: row + b"\n" * n for n, name in enumerate(names)}), "all.zip", pattern="{machine}/*.csv")
    assert len(counted()) == 2
    of_less = Run.objects.get(setup__machine=None)
    assert [of_row(one).kind for one in of_less.caveats].count("copy of a report elsewhere") == 1
    assert "a copy counts twice" in str(of_less.file.problems)


def test_round_figures_say_nothing(client: Client) -> None:
    status = send(client, b"tool,requests_per_second [1/s],latency_mean [ms]\n" + b"x,100,1.5\n" * 3, "runs.csv")
    assert (len(counted()), status["problems"]) == (3, [])


def test_a_batch_that_is_rolled_back_leaves_no_trace_of_its_numbers(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, "1.log")
    send(client, zipped({"1.log": log(1), "2.log": log(1) + b"\n"}), "all.zip", machine="m")
    assert list(Run.objects.values_list("file__name", "excluded_because")) == [("2.log", "")]
    assert Upload.objects.get().state == "stored"


@pytest.mark.parametrize("refused", ["flush", "save"])
def test_what_is_rolled_back_marks_no_earlier_run(
    client: Client, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    """Of two batches: the second one finds that the first one's run is a copy, is refused once, and finds it again."""
    monkeypatch.setattr(store, "BATCH_FILES", 1)
    place, name = (Batch, "flush") if refused == "flush" else (store, "save")
    inner, calls = getattr(place, name), list[object]()

    def refuse_second(*args: Any) -> None:
        calls.append(args)
        inner(*args)
        if len(calls) == 2:
            raise DataError("refused")

    monkeypatch.setattr(place, name, refuse_second)
    send(client, zipped({"a-cut.log": broken_off(log(3), 30), "run3.log": log(3)}), "all.zip", machine="m")
    cut = Run.objects.get(excluded_at__isnull=False)
    assert [of_row(one).kind for one in cut.caveats].count("copy that broke off elsewhere") == 1
    assert len([one for one in cut.file.problems if one.get("of_copy")]) == 1
    assert Run.objects.get(ACTIVE).file.name == "run3.log"


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
