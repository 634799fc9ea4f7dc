"""Files whose bytes come a second time: when they were read, what a retry could bring, and whose runs they are."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from benchdb.models import Run, Upload, UploadFile
from ingest.intake.uploads import retry_failed
from ingest.pipeline.outcomes import save_outcome
from ingest.pipeline.parse_upload import parse_upload
from ingest.records import Fault
from ingest.tests.intake.doors import GLOBAL, send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]


def empty() -> SimpleUploadedFile:
    return SimpleUploadedFile("empty.log", b"")


def unreadable() -> SimpleUploadedFile:
    return SimpleUploadedFile("x.log", b"\x00\x01 nothing that any format knows")


def an_hour_ago(upload: int) -> None:
    Upload.objects.filter(pk=upload).update(created_at=timezone.now() - timedelta(hours=1))


def read(client: Client, *files: SimpleUploadedFile) -> int:
    upload: int = send(client, *files).json()["id"]
    parse_upload(upload)
    return upload


def test_an_upload_that_is_sent_again_was_not_read_since_it_first_came(client: Client) -> None:
    upload = read(client, empty())
    an_hour_ago(upload)
    assert read(client, empty()) == upload
    assert (Upload.objects.get(pk=upload).seconds or 0) < 3000


def test_a_retry_is_not_counted_from_the_first_arrival(client: Client) -> None:
    upload = read(client, unreadable())
    an_hour_ago(upload)
    retry_failed(upload)
    assert Upload.objects.get(pk=upload).seconds is None, "it waits"
    parse_upload(upload)
    assert (Upload.objects.get(pk=upload).seconds or 0) < 3000


def test_a_retry_is_offered_only_where_it_may_bring_something(client: Client) -> None:
    alone, both = (read(client, *files) for files in ((empty(),), (empty(), unreadable())))
    assert "Retry" not in client.get(f"/uploads/{alone}/").content.decode()
    assert "Retry 1 file<" in client.get(f"/uploads/{both}/").content.decode()


def test_runs_of_the_same_bytes_are_named_with_their_own_upload_and_machine(client: Client) -> None:
    for machine, moment in (("web8", "2026-05-01T10:00:00Z"), ("histbox", "2026-05-02T10:00:00Z")):
        parse_upload(send(client, GLOBAL, machine=machine, started_at=moment).json()["id"])
    first, second = Run.objects.order_by("pk")
    again = send(client, GLOBAL, machine="web8", notes="once more").json()
    parse_upload(again["id"])
    sentence = client.get(again["status_url"]).json()["problems"][0]["message"]
    assert Run.objects.count() == 2
    assert f"in upload {first.file.upload_id} (run {first.pk}, of web8)" in sentence
    assert f"in upload {second.file.upload_id} (run {second.pk}, of histbox)" in sentence


def test_a_program_that_asks_first_sends_what_failed_for_a_fault_of_ours(client: Client) -> None:
    """As where the machine had no memory left; a log that cannot be read is not sent at each import."""
    upload = read(client, SimpleUploadedFile("global.log", GLOBAL.read_bytes()), unreadable())
    file = UploadFile.objects.get(upload=upload, name="x.log")

    def known() -> int:
        question = json.dumps({"sha256": [file.log_id]})
        return len(client.post("/api/v1/logs", question, content_type="application/json").json()["known"])

    assert (file.state, known()) == (UploadFile.State.FAILED, 1)
    save_outcome(file, UploadFile.State.FAILED, [Fault(0, "its reader was killed")])
    assert known() == 0
