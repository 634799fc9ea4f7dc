"""Many loads and many recordings in one directory: which belong together, and what that takes."""

from __future__ import annotations

import io
import tarfile
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchdb.host.paths import ROOT
from benchdb.models import Recording, Run, RunRecording, UploadFile
from benchdb.recordings import directories
from benchdb.recordings.attachment import attach_by_time, attach_directory
from ingest.intake import activity
from ingest.tests.intake.zips import log, read, send, zipped

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

NGINX = ROOT / "fixtures/occasions/nginx-ab"
LOCUST = next((ROOT / "fixtures/logs/locust").glob("*/stats_history.csv")).parent
LOAD = datetime(2026, 11, 21, 13, 39, 55, tzinfo=UTC).timestamp()
HOUR = 3600.0


def sar(hours_later: int) -> bytes:
    """Another stretch of the same host, as many hours later."""
    text = (NGINX / "sar.txt").read_bytes().replace(b"(vm)", b"(lab7)")
    return text.replace(b"\n13:", f"\n{13 + hours_later}:".encode())


def attached() -> set[tuple[str, str]]:
    """(name of the recording's file, of the run's) of each."""
    return set(RunRecording.objects.values_list("recording__file__name", "run__file__name"))


def test_a_recording_with_the_name_of_a_log_belongs_to_its_runs(client: Client) -> None:
    files = {"run1.log": log(1), "run1.sar": sar(0), "run2.log": log(2), "run2-sar.txt": sar(1)}
    read(client, send(client, "all.zip", zipped(files)))
    assert attached() == {("run1.sar", "run1.log"), ("run2-sar.txt", "run2.log")}


def test_a_recording_with_no_logs_name_belongs_to_all(client: Client) -> None:
    files = {"run1.log": log(1), "run2.log": log(2), "sar.txt": sar(0)}
    read(client, send(client, "all.zip", zipped(files)))
    assert attached() == {("sar.txt", "run1.log"), ("sar.txt", "run2.log")}


def test_many_runs_of_a_recording_are_counted_in_its_line(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    upload = send(client, "all.zip", zipped({"run1.log": log(1), "run2.log": log(2), "sar.txt": sar(0)}))
    read(client, upload)
    numbers = "-".join(str(run.pk) for run in Run.objects.order_by("pk"))
    for most, line in ((40, f"of runs {numbers} "), (2, "of 2 runs ")):
        monkeypatch.setattr(activity, "MOST_NAMED", most)
        page = " ".join(client.get(f"/uploads/{upload}/").content.decode().split())
        assert line in page
    assert f'<a href="/runs/?upload={upload}">The runs of its upload</a>' in page


def test_a_run_whose_time_is_known_belongs_to_the_recordings_of_that_time(client: Client) -> None:
    out = io.BytesIO()
    written = {"one.log": LOAD + 10, "two.log": LOAD + HOUR + 24, "a.txt": LOAD, "b.txt": LOAD, "unknown.log": 1.8e9}
    contents = {"one.log": log(1), "two.log": log(2), "a.txt": sar(0), "b.txt": sar(1), "unknown.log": log(3)}
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, moment in written.items():
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(contents[name]), int(moment)
            archive.addfile(member, io.BytesIO(contents[name]))
    read(client, send(client, "all.tar", out.getvalue()))
    unknown = {("a.txt", "unknown.log"), ("b.txt", "unknown.log")}
    assert attached() == {("a.txt", "one.log"), ("b.txt", "two.log"), *unknown}


def test_what_a_load_tool_recorded_of_itself_belongs_to_its_own_runs(client: Client) -> None:
    history, stats = ((LOCUST / name).read_bytes() for name in ("stats_history.csv", "stats.csv"))
    files = {"h.csv": history, "a_stats.csv": stats, "ab.log": log(1), "a_stats_history.csv": history + b"\n"}
    read(client, send(client, "all.zip", zipped(files)))
    assert attached() == {("h.csv", "a_stats.csv"), ("a_stats_history.csv", "a_stats.csv")}


def test_statements_grow_with_runs_and_recordings_and_not_with_their_pairs(client: Client) -> None:
    files = {f"load{number}.log": log(number) for number in range(8)} | {f"s{hour}.txt": sar(hour) for hour in range(8)}
    read(client, send(client, "all.zip", zipped(files)))
    runs, recordings = list(Run.objects.select_related("setup", "file")), list(Recording.objects.select_related("file"))

    def statements(count: int) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            attach_directory(runs[:count], recordings[:count])
        return len(queries)

    assert statements(8) < 2.5 * statements(4)


def test_more_pairs_than_anybody_could_look_at_are_left_out_and_told(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directories, "MOST_UNSURE", 5)
    named = {"named.log": log(3), "named.sar": sar(2)}
    files = (
        named
        | {f"load{number}.log": log(number) for number in range(3)}
        | {f"s{hour}.txt": sar(hour) for hour in range(2)}
    )
    status = read(client, send(client, "all.zip", zipped(files)))
    assert {recording for recording, _ in attached()} == {"named.sar", "s0.txt"}, "a name is enough"
    problem = UploadFile.objects.exclude(problems=[]).get().problems[0]["message"]
    assert "not attached to the 4 runs of its folder" in problem
    assert "run1.sar beside run1.log" in problem
    assert status["state"] == "stored"


def test_more_overlaps_than_anybody_could_look_at_are_left_out_and_told(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directories, "MOST", 1)
    files = {"one/ab.log": log(1), "one/sar.txt": sar(0), "two/sar.txt": sar(0) + b"\n"}
    read(client, send(client, "all.zip", zipped(files)))
    Run.objects.update(started_at=datetime.fromtimestamp(LOAD + 1, UTC))
    left_out = attach_by_time(runs=Run.objects.select_related("setup"))
    assert len(left_out) == 1


def test_statements_do_not_grow_with_the_runs_beside_one_recording(client: Client) -> None:
    files = {f"load{number}.log": log(number) for number in range(30)} | {"sar.txt": sar(0)}
    read(client, send(client, "all.zip", zipped(files)))
    runs = list(Run.objects.select_related("setup__server", "file"))
    recordings = list(Recording.objects.select_related("file"))

    def statements(count: int) -> int:
        with CaptureQueriesContext(connection) as queries:
            attach_directory(runs[:count], recordings)
        return len(queries)

    assert statements(30) <= statements(3) + 3
    assert statements(30) < 40
