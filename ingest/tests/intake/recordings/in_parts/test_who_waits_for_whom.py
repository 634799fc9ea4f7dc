"""Uploads of one machine that end, and are withdrawn, at once: nobody waits in a circle, and no request for long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection, transaction
from django.test import Client

from benchdb import held_rows
from benchdb.curation.exclusions import exclude, include
from benchdb.curation.tags import tag
from benchdb.curation.uploads import withdraw
from benchdb.models import Run, RunRecording, Upload
from frontend.tests.constructed import runs, setup
from ingest.tests.intake.recordings.in_parts.test_withdrawn_at_once import (
    COPY,
    FACTS,
    at_once,
    end,
    ending,
    join,
    part,
    queued,
    read,
)
from ingest.tests.intake.recordings.test_beside_stated_loads import load, send
from ingest.tests.intake.zips import log

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

FIRST, SECOND = "2026-11-21T13:39:55Z", "2026-11-21T13:39:57Z"


@contextmanager
def held(upload: int) -> Iterator[None]:
    """Its runs, so that who withdraws it stops between its recordings and its runs."""
    with transaction.atomic():
        list(Run.objects.select_for_update(no_key=True).filter(file__upload=upload))
        yield


def in_one(change: Callable[[], object]) -> None:
    """Where it is not tried again."""
    with transaction.atomic():
        change()


@pytest.mark.parametrize("stated", [{"machine": "m"}, {}])
def test_an_upload_is_withdrawn_while_another_one_of_its_machine_ends(client: Client, stated: dict[str, str]) -> None:
    """Their setups are the same once the recordings said what nobody states, and their times overlap."""
    first = int(send(client, load(1, "web1", folder="a"), started_at=FIRST, **FACTS)["id"])
    other = read(queued(client, load(2, "web1", folder="b"), "", started_at=SECOND, **stated))
    with held(first):
        threads = at_once(lambda: in_one(lambda: withdraw(first, "another machine's", "ada")))
        threads = at_once(lambda: end(other), beside=threads)
    join(threads)
    assert Upload.objects.get(pk=first).withdrawn_at
    assert not Run.objects.filter(file__upload=first, excluded_at=None).exists()
    assert RunRecording.objects.filter(run__file__upload=other.upload).exists()


def test_a_change_is_made_once_more_where_two_waited_for_each_other() -> None:
    tries = list[int]()

    @held_rows.alone
    def change(most: int) -> int:
        tries.append(Run.objects.count())
        with connection.cursor() as cursor:
            if len(tries) <= most:
                cursor.execute("DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$")
        return len(tries)

    assert change(1) == 2
    tries.clear()
    with pytest.raises(OperationalError):
        change(2)
    tries.clear()
    with pytest.raises(OperationalError), transaction.atomic():
        change(1)
    assert len(tries) == 1


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_rows, "PATIENCE", "20ms")


@pytest.mark.usefixtures("hurried")
def test_a_change_waits_no_longer_than_it_has_patience(client: Client) -> None:
    first = part(client, "a.log", log(1))
    copy = read(queued(client, {"b.log": COPY}, "one", machine="m"))
    answers = []

    def withdrawn() -> None:
        other = Client(raise_request_exception=False)
        other.cookies = client.cookies
        form = {"do": "withdraw", "text": "another machine's"}
        answers.append(other.post(f"/uploads/{first}/change/", form, headers={"referer": "http://testserver/"}))

    with ending(copy):
        join(at_once(withdrawn))
    [answer] = answers
    assert answer.status_code == 409
    assert "another part of the same import" in answer.content.decode()
    assert Upload.objects.get(pk=first).withdrawn_at is None


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("form", [{"do": "exclude", "reason": "wrong disk"}, {"do": "tag", "tag": "b"}])
def test_of_runs_that_are_edited_together_none_is_where_one_is_held(client: Client, form: dict[str, str]) -> None:
    first, second, third = runs(setup("Linux 6.1.0", 10), {"requests_per_second": [1.0, 2.0, 3.0]})
    answers = []

    def edited() -> None:
        other = Client(raise_request_exception=False)
        other.cookies = client.cookies
        numbers = {"run": [first.pk, second.pk, third.pk]}
        answers.append(other.post("/runs/edit/", form | numbers, headers={"referer": "http://testserver/"}))

    with held(second.file.upload_id):
        join(at_once(edited))
    [answer] = answers
    assert answer.status_code == 409
    assert "Nothing was changed" in answer.content.decode().replace("\n", " ")
    assert not Run.objects.exclude(excluded_at=None, tags=None).exists()


@pytest.mark.usefixtures("hurried")
def test_the_same_bytes_do_not_wait_for_the_end_of_what_they_came_with(client: Client) -> None:
    upload = queued(client, {"a.log": log(1)}, "one", machine="m")
    answers = []

    def sent() -> None:
        other = Client(raise_request_exception=False)
        other.cookies = client.cookies
        form = {"file": SimpleUploadedFile("a.log", log(1)), "machine": "m", "pattern": ""}
        answers.append(other.post("/api/v1/uploads", form, headers={"Benchdb-Import": "one"}))

    with ending(read(upload)):
        join(at_once(sent))
    [answer] = answers
    assert (answer.status_code, answer["Content-Type"]) == (409, "application/problem+json")
    assert answer["Retry-After"] == "5"


@pytest.mark.usefixtures("hurried")
def test_a_run_is_not_included_while_its_upload_ends(client: Client) -> None:
    upload = part(client, "a.log", log(1))
    exclude(Run.objects.get(), "wrong disk")
    Upload.objects.filter(pk=upload).update(state=Upload.State.QUEUED)
    faults = []

    def included() -> None:
        with pytest.raises(OperationalError) as fault:
            include(Run.objects.get())
        faults.append(held_rows.has_waited(fault.value))

    with ending(read(upload)):
        join(at_once(included))
    assert faults == [True]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("change", ["cancel", "tag", "untag", "exclude", "correct"])
def test_whoever_changes_what_an_ending_part_holds_is_told_so(client: Client, change: str) -> None:
    files = load(1, "web1")
    [sar] = [name for name in files if "sar" in name]
    recording = files.pop(sar)
    send(client, files, part_of="one", **FACTS)
    run = Run.objects.get()
    if change == "untag":
        tag(run, "noisy")
    ends = queued(client, {sar: recording}, "one", machine="m")
    answers = []

    def changed() -> None:
        other, json = Client(raise_request_exception=False), "application/json"
        other.cookies = client.cookies
        other.headers = {"referer": "http://testserver/"}
        runs = {"runs": [run.pk], "facts": {"kernel": "K2"}}
        answers.append(
            {
                "cancel": lambda: other.post(f"/uploads/{ends}/cancel/"),
                "tag": lambda: other.put(f"/api/v1/runs/{run.pk}/tags/foo"),
                "untag": lambda: other.delete(f"/api/v1/runs/{run.pk}/tags/noisy"),
                "exclude": lambda: other.post("/api/v1/exclusions", {"run": run.pk, "reason": "bad disk"}, json),
                "correct": lambda: other.post("/api/v1/corrections", runs, json),
            }[change]()
        )

    with ending(read(ends)):
        join(at_once(changed))
    [answer] = answers
    assert answer.status_code == 409
    assert "another part of the same import" in answer.content.decode()
