"""Archives through the door, against the real database: unpacked, read, resumed, retried."""

from __future__ import annotations

import io
import tarfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from benchdb.dev.testing.waiting import wait_for
from benchdb.host.process import Process
from benchdb.models import Log, Run, Setup, Study, Upload, UploadFile
from ingest.pipeline import store as storing
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.rows.batch import Batch
from ingest.pipeline.sandbox.reader import Items
from ingest.pipeline.tasks import parse, requeue_unfinished
from ingest.pipeline.upload_lock import upload_lock
from ingest.tests.intake.zips import GLOBAL, log, read, send, states, zipped
from ingest.tests.refused_by_database import refuse

PATTERN = "{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log"
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("by_hand")]


TREE = {
    "all/benchdb.toml": b'pattern = "{zone}/c{concurrency}/run{trial}.log"\n[facts]\nmachine = "V125"\n',
    "all/global/c100/run2.log": log(2),
    "all/global/c100/run1.log": log(1),
    "all/web/c100/run1.log": log(3),
    "all/web/c7/run2.log": log(4),
    "all/letter": b"Made in 2007.\n",
}


def test_a_zip_is_unpacked_and_every_file_in_it_counts(client: Client) -> None:
    status = read(client, send(client, "all.zip", zipped(TREE), machine=""))
    runs = {run["file"]: run["trial"] for run in status["runs"]}
    assert status["state"] == "stored"
    assert {name.removeprefix("all/"): trial for name, trial in runs.items()} == {
        "global/c100/run1.log": 1,
        "global/c100/run2.log": 2,
        "web/c100/run1.log": 1,
        "web/c7/run2.log": 2,
    }
    messages = {(problem["file"], problem["message"][:40]) for problem in status["problems"]}
    assert ("all/web/c7/run2.log", "The path says concurrency 7, the log 100") in messages
    assert any(file == "all/letter" for file, _ in messages)
    assert set(Setup.objects.values_list("machine__name", "zone", "concurrency")) == {
        ("V125", "global", 100),
        ("V125", "web", 100),
    }
    assert states(status["id"])["all.zip"] == "unpacked"
    assert Run.objects.get(file__name="all/global/c100/run1.log").file.log.size == len(log(1))


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_tar_of_any_compression_is_a_bundle_too(client: Client, mode: Any) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:
        header = tarfile.TarInfo("web/run4.log")
        header.size = len(GLOBAL)
        archive.addfile(header, io.BytesIO(GLOBAL))
    status = read(client, send(client, "logs", packed.getvalue(), pattern="{zone}/run{trial}.log"))
    assert [(run["file"], run["trial"]) for run in status["runs"]] == [("web/run4.log", 4)]
    assert Setup.objects.get().zone == "web"


def test_what_is_refused_is_named_and_the_others_count(client: Client) -> None:
    files = {"../out.log": log(1), "inner.zip": zipped({"a.log": log(2)}), "ok.log": log(3)}
    status = read(client, send(client, "x.zip", zipped(files)))
    messages = {problem["file"]: problem["message"] for problem in status["problems"]}
    assert [run["file"] for run in status["runs"]] == ["ok.log"]
    assert messages["x.zip"] == "../out.log: left out, its path leads out of the archive (..)."
    assert messages["inner.zip"] == "This is a zip archive: upload it by itself, or unpack it."


def test_an_archive_that_breaks_off_gives_what_came_before(client: Client) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for number in range(3):
            header = tarfile.TarInfo(f"{number}.log")
            header.size = len(log(number))
            archive.addfile(header, io.BytesIO(log(number)))
    status = read(client, send(client, "half.tar", packed.getvalue()[:3000]))
    assert (status["state"], len(status["runs"])) == ("stored", 1)
    assert status["problems"][0]["message"].startswith("The archive breaks off inside 1.log")
    needs = client.get(f"/uploads/{status['id']}/").content.decode().partition('aria-label="Needs you"')[2]
    first = " ".join(needs.partition("</tr>")[0].split())
    assert "half.tar" in first
    assert "<b>Not read to its end.</b> The archive breaks off inside 1.log" in first


def test_a_file_that_needs_somebody_shows_its_first_line_and_how_many_more(client: Client) -> None:
    """Its size stood where the way to the lines belongs."""
    torn = log(1).replace(b"[Kbytes", b"x [Kbytes").replace(b"[#/sec]", b"x [#/sec]")
    status = read(client, send(client, "torn.log", torn))
    lines = [problem["line"] for problem in status["problems"]]
    needs = client.get(f"/uploads/{status['id']}/").content.decode().partition('aria-label="Needs you"')[2]
    first = " ".join(needs.partition("</tr>")[0].split())
    assert len(set(lines)) == 2
    assert f'<a href="#problems">Line {lines[0]} and 1 more</a>' in first
    assert "x [#/sec] (mean)</code>" in first


def test_an_empty_archive_fails_with_a_reason(client: Client) -> None:
    status = read(client, send(client, "none.zip", zipped({"__MACOSX/x": b"x"})))
    assert (status["state"], status["error"]) == ("failed", "There is no file in this archive.")


def test_the_same_log_in_two_archives_or_twice_in_one_is_stored_once(client: Client) -> None:
    first = send(client, "1.zip", zipped({"a.log": log(1), "b.log": log(1)}))
    assert len(read(client, first)["runs"]) == 1
    second = send(client, "2.zip", zipped({"c/a.log": log(1), "c/new.log": log(2)}))
    assert len(read(client, second)["runs"]) == 2
    assert Run.objects.count() == 2
    assert states(second) == {"2.zip": "unpacked", "c/a.log": "known", "c/new.log": "stored"}
    read(client, send(client, "3.zip", zipped({"d/a.log": log(1)})))
    page = client.get(f"/uploads/{Upload.objects.latest('pk').pk}/").content.decode()
    assert "no new run from 1 file" in " ".join(page.split())


def test_short_loads_that_printed_the_same_are_an_execution_each(client: Client) -> None:
    """ab prints no time of day: two loads of a few milliseconds can be the same bytes."""

    def recorded(*starts: int) -> bytes:
        facts = "".join(f'[files."{second}/*"]\nstarted_at = "2026-11-23T01:37:{second}"\n' for second in starts)
        return zipped({"benchdb.toml": facts.encode()} | {f"{second}/run.log": log(1) for second in starts})

    status = read(client, send(client, "first.zip", recorded(10, 11)))
    assert [file["state"] for file in status["files"] if file["name"].endswith("run.log")] == ["stored", "stored"]
    read(client, send(client, "again.zip", recorded(11, 10) + b"sent again"))
    read(client, send(client, "later.zip", recorded(12)))
    starts = Run.objects.active().order_by("started_at").values_list("started_at", flat=True)
    assert [start.second for start in starts if start] == [10, 11, 12]


def test_a_study_in_an_archive_has_all_its_runs(client: Client) -> None:
    toml = b"[study]\nslug = 'mine'\ntitle = 'Mine'\n"
    files = {"s/benchdb.toml": toml, **{f"s/{n}.log": log(n) for n in range(5)}}
    read(client, send(client, "s.zip", zipped(files)))
    assert Study.objects.get(slug="mine").runs.count() == 5


def test_a_bad_pattern_stores_nothing_and_says_why(client: Client) -> None:
    answer = client.post("/api/v1/uploads", {"file": io.BytesIO(GLOBAL), "pattern": "{machne}/x"})
    assert answer.status_code == 400
    assert "pattern: unknown field {machne}" in answer.json()["detail"]
    upload = send(client, "x.zip", zipped({"benchdb.toml": b"pattern = '{a}{b}'", "a.log": GLOBAL}))
    assert "benchdb.toml, line 1: pattern: unknown field {a}" in read(client, upload)["error"]
    assert Run.objects.count() == 0


def test_a_huge_benchdb_toml_is_not_read(client: Client) -> None:
    upload = send(client, "x.zip", zipped({"benchdb.toml": b"#" * (2**20 + 1), "a.log": GLOBAL}))
    assert "it has 1,048,577 bytes; 1,048,576 are the most" in read(client, upload)["error"]


def test_an_upload_that_takes_too_much_cpu_leaves_the_rest_unread(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.UPLOAD_CPU_SECONDS = 0
    monkeypatch.setattr(storing, "BATCH_FILES", 2)
    status = read(client, send(client, "x.zip", zipped({f"{n}.log": log(n) for n in range(4)})))
    assert (status["state"], len(status["runs"])) == ("stored", 2)
    assert "Its upload took more than 0 s of CPU." in str(status["problems"])


def test_the_status_of_many_files_comes_in_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.intake.api.PAGE", 3)
    page = read(client, send(client, "x.zip", zipped({f"{n}.log": log(n) for n in range(4)} | {"letter": b"x"})))
    pages = [page]
    while page["next"]:
        page = client.get(page["next"]).json()
        pages.append(page)
    assert [len(page["files"]) for page in pages] == [3, 3]
    assert sorted(run["file"] for page in pages for run in page["runs"]) == [f"{n}.log" for n in range(4)]
    assert [problem["file"] for page in pages for problem in page["problems"]] == ["letter"]


def test_what_the_database_refuses_in_one_file_leaves_the_others_alone(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, "2.log")
    status = read(client, send(client, "x.zip", zipped({f"{n}.log": log(n) for n in range(4)}), zone="new"))
    assert [(run["file"], run["trial"]) for run in status["runs"]] == [("0.log", 1), ("1.log", 2), ("3.log", 3)]
    assert status["problems"][0]["message"].startswith("Nothing of this file could be stored: value too long")
    assert states(status["id"])["2.log"] == "failed"


# --- killed, resumed, retried


class Killed(BaseException):
    """Ends a worker as a signal would: nothing catches it."""


def dying(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """From now on whoever reads the file `name` dies."""
    inner = storing.store_file

    def store_file(file: UploadFile, items: Items, batch: Batch) -> None:
        if file.name == name:
            raise Killed
        inner(file, items, batch)

    monkeypatch.setattr(storing, "store_file", store_file)


def test_a_worker_killed_at_any_file_leaves_the_rest_to_the_next(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "BATCH_FILES", 3)
    upload = send(client, "x.zip", zipped({f"{n}.log": log(n) for n in range(8)}), trial="5")
    for victim in ("0.log", "4.log", "7.log"):
        with monkeypatch.context() as patched:
            dying(patched, victim)
            with pytest.raises(Killed):
                parse_upload(upload)
        assert Upload.objects.get().state == "parsing"
    status = read(client, upload)
    assert (status["state"], len(status["runs"])) == ("stored", 8)
    assert sorted(run["trial"] for run in status["runs"]) == [*range(5, 13)]


def test_a_worker_killed_while_unpacking_leaves_the_rest_to_the_next(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = send(client, "x.zip", zipped({f"{n}.log": log(n) for n in range(8)}))
    monkeypatch.setattr("ingest.pipeline.unpack.MOST_IN_BATCH", 3)
    inner, calls = Log.of_each, list[int]()

    def of_each(contents: Any) -> list[Log]:
        calls.append(len(contents))
        if len(calls) == 2:
            raise Killed
        return inner(contents)

    monkeypatch.setattr(Log, "of_each", of_each)
    with pytest.raises(Killed):
        parse_upload(upload)
    assert UploadFile.objects.count() == 4
    assert len(read(client, upload)["runs"]) == 8
    assert UploadFile.objects.count() == 9


def test_a_file_that_brings_workers_down_is_set_aside_and_the_others_count(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.pipeline.attempts.database_began_lately", lambda: False)
    upload = send(client, "x.zip", zipped({f"{n}.log": log(n) for n in range(4)}))
    with monkeypatch.context() as patched:
        dying(patched, "2.log")
        for _ in range(7):
            if Upload.objects.get().state != "stored":
                with suppress(Killed):
                    parse_upload(upload)
    status = dict(client.get(f"/api/v1/uploads/{upload}").json())
    assert (status["state"], len(status["runs"])) == ("stored", 3)
    assert "Given up after 5 attempts" in status["problems"][0]["message"]
    assert client.post(f"/uploads/{upload}/retry/").status_code == 302
    assert len(read(client, upload)["runs"]) == 4


def test_a_fault_of_ours_fails_its_file_alone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    upload = send(client, "x.zip", zipped({f"{n}.log": log(n) for n in range(4)}))
    inner = storing.store_file

    def store_file(file: UploadFile, items: Items, batch: Batch) -> None:
        assert file.name != "2.log", "a bug"
        inner(file, items, batch)

    monkeypatch.setattr(storing, "store_file", store_file)
    for _ in range(4):
        parse.apply((upload,))
    assert states(upload) == {
        "x.zip": "unpacked",
        "0.log": "stored",
        "1.log": "stored",
        "2.log": "failed",
        "3.log": "stored",
    }
    assert "Reading it failed inside benchdb (AssertionError: a bug" in str(
        UploadFile.objects.get(name="2.log").problems
    )


def test_only_one_worker_reads_an_upload(client: Client) -> None:
    upload = send(client, "x.zip", zipped({"a.log": log(1)}))
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [(0x62_64_62 << 40) + upload])
        parse_upload(upload)
        Upload.objects.update(state="parsing")
        requeue_unfinished()
        assert Run.objects.count() == 0
    other.close()
    wait_for(lambda: is_free(upload))
    parse_upload(upload)
    assert Run.objects.count() == 1


def test_two_workers_that_read_the_same_bytes_at_once_store_them_once(client: Client) -> None:
    same = {f"{n}.log": log(n) for n in range(40)}
    uploads = [send(client, "a.zip", zipped({**same, "a": b"a"})), send(client, "b.zip", zipped({**same, "b": b"b"}))]

    def work(upload: int) -> None:
        try:
            parse_upload(upload)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as workers:
        list(workers.map(work, uploads))
    assert set(Upload.objects.values_list("state", flat=True)) == {"stored"}
    assert Run.objects.count() == 40
    assert sorted(Run.objects.values_list("trial", flat=True)) == [*range(1, 41)]


def is_free(upload: int) -> bool:
    with upload_lock(upload) as ours:
        return ours


@pytest.mark.worker
def test_hundreds_of_logs_in_one_zip_come_through_the_worker(client: Client, worker: Process) -> None:
    files = {f"V125/Linux 2.6/z{n % 3}/c100/run{n // 3 + 1}.log": log(n) for n in range(300)}
    upload = send(client, "many.zip", zipped(files), pattern=PATTERN)
    wait_for(lambda: Upload.objects.get().is_finished)
    assert Upload.objects.get(pk=upload).state == "stored"
    trials = sorted(Run.objects.filter(setup__zone="z1").values_list("trial", flat=True))
    assert trials == [*range(1, 101)]
    assert Setup.objects.count() == 3
