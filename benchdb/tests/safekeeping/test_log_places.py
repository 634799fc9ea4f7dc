"""Raw logs in a folder and in S3 (moto's server, a process of its own): kept, read, moved, given up."""

from __future__ import annotations

import errno
import os
import random
import sys
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.test import Client
from django.utils import timezone

from benchdb.curation.retention import withdraw_logs
from benchdb.dev.testing.waiting import free_port, wait_for
from benchdb.host import objects
from benchdb.host.process import Process
from benchdb.models import Log, LogChunk, Run, Upload
from benchdb.models.logs import CHUNK_SIZE
from benchdb.safekeeping import backup as backups
from benchdb.safekeeping import moving_logs
from benchdb.safekeeping.integrity import CHECKS
from benchdb.wording import words
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.zips import log as report

BUCKET = "s3://benchdb-logs/raw"
LARGE = random.Random(1).randbytes(CHUNK_SIZE + 1000)  # two chunks, and nothing that could be packed


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that speaks S3, with one bucket; AWS' variables say how to reach it."""
    import boto3

    port, log = free_port(), tmp_path_factory.mktemp("s3") / "s3.log"
    child = Process("S3", [sys.executable, "-m", "moto.server", "-p", f"{port}"], log=log)
    try:
        wait_for(lambda: "Running on" in log.read_text(), child.last_words)
        with pytest.MonkeyPatch.context() as patch:
            for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
                patch.setenv(name, "us-east-1")
            boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}").create_bucket(Bucket="benchdb-logs")
            yield f"http://127.0.0.1:{port}"
    finally:
        child.stop(10)


@pytest.fixture(params=("S3", "folder"))
def place(request: pytest.FixtureRequest, settings: Any, tmp_path: Path) -> Iterator[str]:
    """Where raw logs are kept."""
    settings.S3_ENDPOINT = request.getfixturevalue("s3") if request.param == "S3" else ""
    (tmp_path / "logs").mkdir()
    settings.RAW_LOGS = BUCKET if request.param == "S3" else f"folder:{tmp_path}/logs"
    objects.storage_of.cache_clear()
    yield settings.RAW_LOGS
    objects.remove(address for address, _ in objects.objects(settings.RAW_LOGS))
    objects.storage_of.cache_clear()


def kept(place: str) -> int:
    """How many objects are there."""
    return sum(1 for _ in objects.objects(place))


@pytest.mark.django_db(transaction=True)
def test_large_logs_are_kept_there_and_read_from_any_place(place: str) -> None:
    log = Log.of([LARGE])
    assert (log.chunks.count(), kept(place)) == (2, 2)
    assert not any(bytes(data) for data in log.chunks.values_list("data", flat=True))
    with log.open() as stream:
        assert stream.read() == LARGE
        stream.seek(CHUNK_SIZE - 10)
        assert stream.read(20) == LARGE[CHUNK_SIZE - 10 : CHUNK_SIZE + 10]
    assert (Log.of([LARGE]).pk, kept(place)) == (log.pk, 2), "sent again, nothing more is kept"
    small = Log.of([b"a small one"])
    assert (small.open().read(), kept(place)) == (b"a small one", 2)
    assert [*CHECKS["logs"](), *CHECKS["objects"]()] == []


@pytest.mark.django_db(transaction=True)
def test_an_upload_is_read_from_there(place: str, client: Client) -> None:
    content = report(1) + b"\n" * 70_000
    upload = create_upload([IncomingFile("far.log", [content])], {}).upload
    parse_upload(upload.pk)
    run = Run.objects.get(file__upload=upload)
    assert kept(place) == 1
    assert client.get(f"/runs/{run.pk}/log").getvalue() == content  # type: ignore[attr-defined]
    (address,) = (address for address, _ in objects.objects(place))
    objects.remove([address])
    assert [*CHECKS["logs"]()] == [f"log {run.file.log_id}: {address} is not there"]
    assert words("log is gone") in client.get(f"/runs/{run.pk}/").content.decode()
    answer = client.get(f"/runs/{run.pk}/log")
    assert (answer.status_code, answer.content.decode()) == (404, words("log is gone") + "\n")
    create_upload([IncomingFile("again.log", [content])], {})
    assert client.get(f"/runs/{run.pk}/log").getvalue() == content  # type: ignore[attr-defined]
    assert ([*CHECKS["logs"]()], kept(place)) == ([], 1), "what was lost is here again once it is sent again"


@pytest.mark.django_db(transaction=True)
def test_logs_move_between_the_places(place: str, settings: Any, tmp_path: Path) -> None:
    settings.RAW_LOGS = ""
    log = Log.of([LARGE])
    assert kept(place) == 0
    for there, count in ((place, 2), ("", 0), (place, 2)):
        settings.RAW_LOGS = there
        call_command("move_logs", stdout=StringIO())
        assert kept(place) == count
        assert log.open().read() == LARGE
        assert [*moving_logs.move_logs(there)] == [], "and there is nothing left to move"
    printed = StringIO()
    call_command("backup", str(tmp_path / "site.backup"), stdout=printed)
    assert "2 pieces of raw logs are elsewhere" in printed.getvalue()


@pytest.mark.django_db(transaction=True)
def test_what_is_given_up_goes_there_too(place: str) -> None:
    upload = create_upload([IncomingFile("large.log", [LARGE])], {}).upload
    Upload.objects.update(created_at=timezone.now() - timedelta(days=400), state="failed")
    assert kept(place) == 2
    assert withdraw_logs(timedelta(days=365)) == 1
    assert (kept(place), LogChunk.objects.filter(log__files__upload=upload).count()) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_what_a_broken_transaction_left_is_named_and_swept(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with transaction.atomic():
        Log.of([LARGE])
        transaction.set_rollback(True)
    assert (kept(place), moving_logs.strays()) == (2, []), "it may belong to a transaction that goes on"
    monkeypatch.setattr(moving_logs, "YOUNG", timedelta(seconds=-5))
    assert len([*CHECKS["objects"]()]) == 2
    call_command("move_logs", "--sweep", stdout=StringIO())
    assert kept(place) == 0


@pytest.mark.django_db(transaction=True)
def test_a_place_of_another_site_is_read_and_not_written(place: str, client: Client) -> None:
    log = Log.of([LARGE])
    objects.delete(f"{place}/{objects.MARK}")
    objects.write(place, objects.MARK, b"another site")
    client.raise_request_exception = False
    answer = client.put("/u/new.log", LARGE[1:], content_type="application/octet-stream")
    assert (answer.status_code, "belongs to another site" in answer.content.decode()) == (503, True)
    LogChunk.discard(LogChunk.objects.filter(log=log, number=1))
    assert kept(place) == 2
    assert log.open().read(100) == LARGE[:100]
    objects.take_over(place)
    assert (Log.of([LARGE[1:]]).size, kept(place)) == (len(LARGE) - 1, 4)


@pytest.mark.django_db(transaction=True)
def test_a_place_that_does_not_answer_is_said_and_nothing_is_stored(settings: Any, client: Client) -> None:
    settings.S3_ENDPOINT, settings.RAW_LOGS = f"http://127.0.0.1:{free_port()}", "s3://nowhere/raw"
    objects.storage_of.cache_clear()
    with pytest.raises(objects.Unreachable, match="s3://nowhere/raw does not give a raw log"):
        create_upload([IncomingFile("large.log", [LARGE])], {})
    assert not Log.objects.exists()
    LogChunk.objects.create(log=Log.objects.create(pk="0" * 64, size=len(LARGE)), number=0, data=LARGE)
    with pytest.raises(CommandError, match="does not give a raw log"):
        call_command("move_logs")
    objects.storage_of.cache_clear()


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """Of raw logs, with a large one in it."""
    (tmp_path / "logs").mkdir()
    settings.RAW_LOGS = f"folder:{tmp_path}/logs"
    objects.storage_of.cache_clear()
    create_upload([IncomingFile("large.log", [LARGE])], {})
    return tmp_path / "logs"


@pytest.mark.django_db(transaction=True)
def test_a_folder_whose_disk_is_not_mounted_is_said_and_not_made_anew(folder: Path, client: Client) -> None:
    """What was written below the mount would be hidden by it, and what is kept there is not lost."""
    parse_upload(create_upload([IncomingFile("far.log", [report(1) + b"\n" * 70_000])], {}).upload.pk)
    page, client.raise_request_exception = f"/runs/{Run.objects.get().pk}/", False
    folder.rename(away := folder.with_name("unmounted"))
    assert words("log is away") in client.get(page).content.decode()
    answer = client.get(f"{page}log")
    assert (answer.status_code, "The storage of raw logs does not answer" in answer.content.decode()) == (503, True)
    with pytest.raises(objects.Unreachable, match="is its disk mounted"):
        create_upload([IncomingFile("other.log", [LARGE[1:]])], {})
    assert not folder.exists()
    printed = StringIO()
    with pytest.raises(CommandError, match="2 faults"):
        call_command("fsck", "logs", "objects", stdout=printed)
    assert printed.getvalue().count("is its disk mounted?; the rest was not looked at") == 2
    away.rename(folder)
    call_command("fsck", "logs", "objects", stdout=StringIO())


@pytest.mark.django_db(transaction=True)
def test_a_full_folder_keeps_no_part_of_a_log_and_is_said(
    folder: Path, client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def is_full(path: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    count = kept(settings.RAW_LOGS)
    monkeypatch.setattr(objects, "flush", is_full)
    client.raise_request_exception = False
    assert client.put("/u/new.log", LARGE[1:], content_type="application/octet-stream").status_code == 507
    assert kept(settings.RAW_LOGS) == count
    (tmp_path / "other").mkdir()
    settings.RAW_LOGS = f"folder:{tmp_path}/other"
    with pytest.raises(CommandError, match=f"No space left on device: '{settings.RAW_LOGS}'"):
        call_command("move_logs")
    assert (kept(f"folder:{folder}"), kept(settings.RAW_LOGS)) == (count, 0)


def test_a_backup_that_finds_no_room_leaves_nothing(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_full(*_: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(backups, "dump", is_full)
    with pytest.raises(CommandError, match=f"{tmp_path}/x.backup: No space left on device"):
        call_command("backup", str(tmp_path / "x.backup"))
    assert list(tmp_path.iterdir()) == []
