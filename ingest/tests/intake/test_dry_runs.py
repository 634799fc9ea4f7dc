"""A dry run is done by a child: the web process hands bytes over, and neither reads them nor waits with all threads."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchdb.dev.testing.threads import in_thread, somebody_waits
from benchdb.dev.testing.waiting import HANGS, wait_for
from benchdb.host.paths import ROOT
from benchdb.models import Log, Machine, Run, Upload
from ingest.intake.dry_runs import desk as desks
from ingest.intake.dry_runs.desk import Desk, environment
from ingest.intake.dry_runs.report import report_of
from ingest.intake.status import status
from ingest.intake.uploads import IncomingFile, TooLarge, create_upload
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.zips import log, zipped

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]

#: What took 50 s of CPU in the web process once, and a bundle of it hours.
NEWLINES = b"hello\n" + b"\n" * 65_000
BUNDLE = zipped({f"{n}.log": b"hello %d\n" % n + b"\n" * 65_000 for n in range(20)})


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """One whose child reads the environment of this test."""
    own = Desk()
    monkeypatch.setattr(desks, "_desks", {os.getpid(): own})
    yield own
    own.end()


@pytest.fixture(scope="module")
def kept_desk() -> Iterator[Desk]:
    own = Desk()
    yield own
    own.end()


@pytest.fixture
def usual_desk(monkeypatch: pytest.MonkeyPatch, kept_desk: Desk) -> Desk:
    """One for tests that change no environment. Its child goes on from each to the next, as a site's does: to start one
    takes 1.4 s of CPU."""
    monkeypatch.setattr(desks, "_desks", {os.getpid(): kept_desk})
    return kept_desk


def previewed(client: Client, **files: bytes) -> Any:
    sent = [SimpleUploadedFile(name, content) for name, content in files.items()]
    return client.post("/uploads/look/", {"file": sent})


def nothing_is_kept() -> bool:
    return not any(model.objects.exists() for model in (Upload, Log, Run, Machine))


def test_a_preview_says_what_each_file_would_give_and_keeps_nothing(client: Client, usual_desk: Desk) -> None:
    sent = {"a": log(1), "b": b"Dear all,\n", "c": zipped({"x": log(2), "y": log(3)}), "d": b""}
    seen = previewed(client, **sent).json()
    assert [file["state"] for file in seen["files"]] == ["stored", "failed", "unpacked", "failed"]
    assert [file["sentence"] for file in seen["files"]] == [
        "ApacheBench (ab), 1 run",
        "not a log we know",
        "2 files: 2 runs",
        "an empty file",
    ]
    assert nothing_is_kept()


def test_a_log_that_was_cut_off_is_no_plain_success(client: Client, usual_desk: Desk) -> None:
    """It is stored as aborted and counts nowhere: green, it looked like any other."""
    cut = log(2).partition(b"Requests per second")[0].partition(b"Time taken")[0]
    seen = previewed(client, a=log(1), b=cut, c=zipped({"x": log(3), "y": cut + b"\n"})).json()
    assert [(file["state"], file["sentence"]) for file in seen["files"]] == [
        ("stored", "ApacheBench (ab), 1 run"),
        ("unfinished", "ApacheBench (ab), 1 run, stopped before the end"),
        ("unpacked", "2 files: 2 runs, 1 of them stopped before the end"),
    ]


def test_a_limit_that_a_file_hits_is_its_sentence(client: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("READING_LINES", "1000")
    seen = previewed(client, n=log(1) + NEWLINES).json()
    report = client.put("/u/n.log?dry_run=true", log(1) + NEWLINES, content_type="text/plain").json()
    assert "it has more than 1,000 lines" in report["problems"][0]["message"]
    assert len(seen["files"]) == 1
    assert nothing_is_kept()


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ({"DRY_RUN_SECONDS": 0}, "The dry run was stopped: it took more than 0 s."),
        ({"READING_LIMITS": {"memory": 2**20}}, "it needs more than 1 MiB of memory."),
        ({"DRY_RUN_SIZE": 2**10}, "A dry run takes at most 0 MiB"),
    ],
)
def test_a_dry_run_that_is_too_much_is_stopped_with_a_sentence(
    client: Client, desk: Desk, settings: Any, limits: dict[str, Any], sentence: str
) -> None:
    for name, value in limits.items():
        setattr(settings, name, value)
    answers = [
        client.put("/u/x.zip?dry_run=true", BUNDLE, content_type="text/plain"),
        previewed(client, x=BUNDLE),
    ]
    assert [answer.status_code for answer in answers] == [413, 400]
    assert sentence in answers[0].json()["detail"]
    assert sentence in answers[1].json()["error"]
    wait_for(nothing_is_kept)


def test_the_web_process_spends_nothing_on_a_hostile_bundle(client: Client, desk: Desk) -> None:
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    seen = previewed(client, x=BUNDLE).json()
    desk.end()
    spent = resource.getrusage(resource.RUSAGE_SELF).ru_utime - own.ru_utime
    theirs = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - children.ru_utime
    assert [file["sentence"] for file in seen["files"]] == ["20 files: 0 runs, 20 files not read"], seen
    assert spent < theirs / 4


PARSERS = """
import json, sys, django
django.setup()
from django.test import Client
from benchdb.accounts.site_token import COOKIE
client = Client(headers={"Host": "localhost"})
client.cookies[COOKIE] = sys.argv[1]
answer = client.put("/u/x.log?dry_run=true", sys.stdin.buffer.read(), content_type="text/plain")
print(json.dumps([answer.json()["runs"][0]["line"], [m for m in sys.modules if m.startswith("ingest.formats.")]]))
"""


def test_the_web_process_imports_no_parser_for_it(site_token: str) -> None:
    there = environment() | {"DJANGO_SETTINGS_MODULE": "benchdb.settings"}
    command = [sys.executable, "-c", PARSERS, site_token]
    done = subprocess.run(command, cwd=ROOT, env=there, input=log(1), stdout=subprocess.PIPE, check=True)
    line, modules = json.loads(done.stdout.splitlines()[-1])
    assert line == 1
    assert modules
    assert not [module for module in modules if module.endswith((".parser", ".signs"))]


def test_one_is_worked_on_one_waits_and_others_are_asked_to_come_again(client: Client, usual_desk: Desk) -> None:
    previewed(client, a=log(1))
    assert usual_desk._child
    stopped = usual_desk._child._child.pid
    os.kill(stopped, signal.SIGSTOP)
    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(in_a_thread, client, log(n)) for n in (2, 3)]
        wait_for(lambda: not usual_desk._here._value)
        refused, put = previewed(client, d=log(4)), client.put("/u/d?dry_run=true", log(4), content_type="text/plain")
        health = client.get("/healthz").status_code
        assert not any(answer.done() for answer in answers)
        os.kill(stopped, signal.SIGCONT)
    assert health == 200
    assert (refused.status_code, put.status_code, refused["Retry-After"], put["Retry-After"]) == (503, 503, "5", "5")
    assert "try again" in refused.json()["error"]
    assert "try again" in put.json()["detail"]
    assert [answer.result() for answer in answers] == ["ApacheBench (ab), 1 run"] * 2
    assert usual_desk._child._child.pid == stopped


def in_a_thread(client: Client, content: bytes) -> str:
    try:
        return str(previewed(client, a=content).json()["files"][0]["sentence"])
    finally:
        connection.close()


def test_a_child_that_was_killed_is_replaced(client: Client, usual_desk: Desk) -> None:
    previewed(client, a=log(1))
    assert usual_desk._child
    usual_desk._child.kill()
    usual_desk._child.status()
    assert previewed(client, a=log(1)).json()["files"][0]["state"] == "stored"


def test_a_child_ends_where_nobody_asks(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "COMMAND", (*desks.COMMAND[:-1], "0.1"))
    child = desks.Child()
    wait_for(lambda: child.has_ended)
    assert child.status() == 0
    child.end()


def test_what_dribbles_in_asks_for_no_child(desk: Desk) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"hello"
        assert desk._here._value == 2
        raise TooLarge("enough")

    with pytest.raises(TooLarge, match="enough"):
        desk.result("preview", [IncomingFile("a", pieces())], {})
    assert desk._child is None


def test_an_upload_goes_before_a_dry_run_of_the_same_bytes(
    client: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dry run holds what it would store, and waits for somebody else itself."""
    monkeypatch.setenv("DRY_RUN_PATIENCE", str(round(HANGS)))
    (here,) = Log.of_each([log(5)])
    with transaction.atomic(), ThreadPoolExecutor(2) as threads:
        Log.objects.select_for_update(no_key=True).get(pk=here.pk)
        preview = threads.submit(in_thread, lambda: previewed(client, a=log(5), b=log(6)))
        wait_for(somebody_waits)
        threads.submit(in_thread, lambda: Log.of_each([log(6)])).result(HANGS)
        seen = preview.result(HANGS)
    assert seen.status_code == 503, seen.content
    assert "took precedence" in seen.json()["error"]
    assert Log.objects.count() == 2


def test_a_dry_run_of_bytes_that_are_being_stored_asks_to_come_again(
    client: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DRY_RUN_PATIENCE", "1")
    with transaction.atomic():
        Log.of([log(1)])
        report = client.put("/u/n.log?dry_run=true", log(1), content_type="text/plain")
    assert report.status_code == 503
    assert "is being stored; try again" in report.json()["detail"]
    assert client.put("/u/n.log?dry_run=true", log(1), content_type="text/plain").status_code == 200


def test_a_report_asks_the_database_as_often_for_many_runs_as_for_few() -> None:
    def statements(runs: int) -> int:
        members = {f"{n}.log": log(n) for n in range(1, runs + 1)}
        stored = create_upload([IncomingFile(f"{runs}.zip", [zipped(members)])], {"machine": f"box{runs}"})
        parse_upload(stored.upload.pk)
        outcome = status(stored.upload)
        assert len(outcome.runs) == runs
        with CaptureQueriesContext(connection) as captured:
            report_of(outcome, is_new=True)
        return len(captured)

    assert statements(12) == statements(2)
