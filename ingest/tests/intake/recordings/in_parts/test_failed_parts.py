"""Parts of a folder that failed when their files had been read, and are sent again: what was read stays as it is."""

from __future__ import annotations

from hashlib import sha256

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from benchdb.curation.uploads import withdraw
from benchdb.models import Log, Run, RunRecording, Upload, UploadFile
from benchdb.models.uploads import CANCELLED
from ingest.intake.existing_logs import unfinished_among
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.recordings.in_parts.test_withdrawn_at_once import COPY, counting, faults, part, queued
from ingest.tests.intake.recordings.test_beside_stated_loads import load
from ingest.tests.intake.zips import log

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]


def fail(upload: int, *, read: bool = True) -> None:
    """As a fault of ours leaves it that comes when its files are read, or before."""
    because = "Reading it failed inside benchdb"
    Upload.objects.filter(pk=upload).update(state="failed", error=because, finished_at=timezone.now())
    if not read:
        UploadFile.objects.filter(upload=upload).update(state="failed")


def sent_again(client: Client, files: dict[str, bytes], part_of: str, **facts: str) -> int:
    upload = queued(client, files, part_of, **facts)
    parse_upload(upload)
    assert Upload.objects.get(pk=upload).state == Upload.State.STORED
    return upload


def state() -> list[tuple[str, str]]:
    return sorted(UploadFile.objects.values_list("name", "state"))


def test_it_stays_a_part_of_its_import_when_a_file_was_added_meanwhile(client: Client) -> None:
    first = part(client, "a.log", log(1))
    part(client, "b.log", COPY)
    before, runs = state(), set(Run.objects.values_list("pk", flat=True))
    fail(first)
    assert sent_again(client, {"a.log": log(1)}, "two", machine="m") == first
    assert (Upload.objects.get(pk=first).facts["import"], state()) == ("one", before)
    assert set(Run.objects.filter(retired_at=None).values_list("pk", flat=True)) == runs
    withdraw(first, "another machine's", "ada")
    assert (counting(), faults()) == (["b.log"], [])


def test_its_recordings_are_attached_all_the_same(client: Client) -> None:
    files = load(1, "web1", folder="a")
    first = sent_again(client, files, "one", machine="m")
    before = RunRecording.objects.count()
    RunRecording.objects.all().delete()
    fail(first)
    assert sent_again(client, files, "two", machine="m") == first
    assert RunRecording.objects.count() == before > 0


@pytest.mark.parametrize("read", [True, False])
def test_of_one_of_which_nothing_was_read_other_facts_are_taken(client: Client, read: bool) -> None:
    first = part(client, "a.log", log(1))
    fail(first, read=read)
    again = queued(client, {"a.log": log(1)}, "two", machine="other")
    assert (again != first, Upload.objects.get(pk=first).facts["machine"]) == (read, "m" if read else "other")
    parse_upload(again)
    assert {str(run.setup.machine) for run in Run.objects.active()} == {"m"}, "it was stored before"
    [note] = UploadFile.objects.get(upload=again).problems
    assert note["not_applied"] == ["machine other (stored: m)"]
    assert queued(client, {"a.log": log(1)}, "two", machine="other") == again, "the same bytes and facts once more"


@pytest.mark.parametrize("read", [True, False])
@pytest.mark.parametrize(("machine", "is_theirs"), [("bobs", True), ("m", False)])
def test_nobody_else_changes_what_is_said_of_it(read: bool, machine: str, is_theirs: bool) -> None:
    ada, bob = (get_user_model().objects.create(username=name) for name in ("ada", "bob"))
    incoming = [IncomingFile("x/a.log", (log(1),))]
    first = create_upload(incoming, {"machine": "m"}, ada, part_of="one").upload
    parse_upload(first.pk)
    fail(first.pk, read=read)
    again = create_upload(incoming, {"machine": machine}, bob, part_of="two").upload
    parse_upload(again.pk)
    first.refresh_from_db()
    assert (again != first, first.sender, first.facts) == (is_theirs, ada, {"machine": "m", "import": "one"})
    assert {str(run.setup.machine) for run in Run.objects.active()} == {"m"}


@pytest.mark.parametrize("count", [1, 6])
def test_those_among_some_files_are_named_in_one_query(
    count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count + 4):
        create_upload([IncomingFile("a.log", (log(1),)), IncomingFile("b.log", (log(9 + number),))], {})
    UploadFile.objects.update(state="stored")
    *failed, stored, cancelled, unread, withdrawn = Upload.objects.order_by("pk").values_list("pk", flat=True)
    for upload in (*failed, cancelled, unread, withdrawn):
        fail(upload)
    UploadFile.objects.filter(upload=cancelled, name="b.log").update(state="failed", problems=[{CANCELLED: True}])
    UploadFile.objects.filter(upload=unread, name="a.log").update(state="failed")
    Log.objects.filter(files__upload=withdrawn, files__name="b.log").update(withdrawn_at=timezone.now())
    digests = [sha256(log(number)).hexdigest() for number in (1, 2, 3)]
    with django_assert_num_queries(1):
        assert unfinished_among(digests) == failed
    assert stored not in unfinished_among(digests)


@pytest.mark.parametrize("is_ours", [True, False])
def test_a_file_that_failed_for_us_is_read_when_its_upload_comes_again(client: Client, is_ours: bool) -> None:
    files = {"a.log": log(1), "b.log": log(2)}
    first = sent_again(client, files, "one", machine="m")
    Run.objects.get(file__name="b.log").delete()
    problem = {"line": 0, "column": 0, "message": "It failed.", "excerpt": ""} | ({"ours": True} if is_ours else {})
    UploadFile.objects.filter(name="b.log").update(state="failed", problems=[problem])
    assert queued(client, files, "two", machine="m") == first
    assert Upload.objects.get().state == ("queued" if is_ours else "stored")
    parse_upload(first)
    assert state() == [("a.log", "stored"), ("b.log", "stored" if is_ours else "failed")]
    assert Upload.objects.get().facts["import"] == "one"
