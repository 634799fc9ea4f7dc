"""Logs of a withdrawn upload that are sent again count nowhere, and whoever sends them is told so."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.curation.uploads import restore, withdraw
from benchdb.models import Run
from ingest.intake.dry_runs.preview import previews
from ingest.intake.uploads import IncomingFile, correct_facts
from ingest.tests.intake.zips import log, read, send, zipped

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("by_hand")]
WHY = "came with upload {}, which ada withdrew on "
BUNDLE = zipped({"a.log": log(1), "b.log": log(2)})


@pytest.fixture
def withdrawn(client: Client) -> int:
    """An upload of two logs."""
    upload = send(client, "all.zip", BUNDLE)
    read(client, upload)
    withdraw(upload, "wrong machine", "ada")
    return upload


def existing(client: Client, *logs: bytes) -> dict[str, Any]:
    digests = {"sha256": [hashlib.sha256(content).hexdigest() for content in logs]}
    return dict(client.post("/api/v1/logs", digests, content_type="application/json").json())


@pytest.mark.parametrize("facts", [{}, {"own_runs": "true"}])
def test_a_log_in_other_company_says_who_withdrew_it_and_why(
    client: Client, withdrawn: int, facts: dict[str, str]
) -> None:
    again = send(client, "a.log", log(1), **facts)
    (one,) = read(client, again)["withdrawn"]
    assert (one["upload"], one["files"], one["by"], one["because"]) == (withdrawn, 1, "ada", "wrong machine")
    assert one["url"].endswith(f"/uploads/{withdrawn}/")
    assert one["message"].startswith(f"1 file {WHY.format(withdrawn)}")
    assert f"Restore on the page of upload {withdrawn}" in one["message"]
    page = client.get(f"/uploads/{again}/").content.decode()
    assert WHY.format(withdrawn) in page
    assert "“wrong machine”" in page
    restore(withdrawn)
    assert read(client, again)["withdrawn"] == []
    assert "withdrew" not in client.get(f"/uploads/{again}/").content.decode()
    assert Run.objects.active().count() == 2


def test_the_very_upload_sent_again_says_it_at_once(client: Client, withdrawn: int) -> None:
    answer = client.post("/api/v1/uploads", {"file": SimpleUploadedFile("all.zip", BUNDLE)})
    assert (answer.status_code, answer.json()["id"]) == (200, withdrawn)
    assert [one["upload"] for one in answer.json()["withdrawn"]] == [withdrawn]
    assert [one["upload"] for one in read(client, withdrawn)["withdrawn"]] == [withdrawn]


def test_existing_logs_are_said_to_be_withdrawn(client: Client, withdrawn: int) -> None:
    (one,) = existing(client, log(1), log(2), log(3))["withdrawn"]
    assert (one["upload"], one["files"]) == (withdrawn, 2)
    assert existing(client, log(3))["withdrawn"] == []


def test_bytes_that_also_count_elsewhere_are_not(client: Client) -> None:
    first = send(client, "a.log", log(1), machine="boxA")
    read(client, first)
    read(client, send(client, "a.log", log(1), machine="boxB", own_runs="true"))
    withdraw(first, "wrong machine", "ada")
    assert existing(client, log(1))["withdrawn"] == []


def test_the_look_before_sending_says_it(withdrawn: int) -> None:
    (seen,) = previews([IncomingFile("a.log", [log(1)])], {})
    assert WHY.format(withdrawn) in seen.sentence


def test_a_run_that_only_a_later_reading_finds_counts_no_more_than_the_others(client: Client, withdrawn: int) -> None:
    Run.objects.filter(file__upload=withdrawn).update(line=99)  # as a parser of before had it
    correct_facts(withdrawn, {"machine": "web8"})
    read(client, withdrawn)
    assert Run.objects.filter(file__upload=withdrawn, retired_at=None).count() == 2
    assert not Run.objects.active().exists()
    restore(withdrawn)
    assert Run.objects.active().count() == 2
