"""The raw log on a run's page: few chunks are read wherever the run begins, and it says so once a rule gave it up."""

from __future__ import annotations

import gzip
import io
import random
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from benchdb.curation.retention import withdraw_logs
from benchdb.dev.testing.threads import in_thread, somebody_waits
from benchdb.dev.testing.waiting import HANGS, wait_for
from benchdb.models import AuditEntry, Log, LogChunk, Measurement, Permalink, Run, Upload
from benchdb.models import logs as stored_logs
from benchdb.reads import raw_log
from benchdb.reads.raw_log import excerpt
from benchdb.safekeeping.integrity import CHECKS
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.zips import log, zipped

pytestmark = pytest.mark.django_db

BLANK = b"\n" * 3_000_000


def last_run(content: bytes) -> Run:
    """The run that stands last in a log."""
    upload = create_upload([IncomingFile("deep.log", [content])], {}).upload
    parse_upload(upload.pk)
    upload.refresh_from_db()
    assert upload.state == "stored", upload.error
    return Run.objects.filter(file__upload=upload).order_by("-line")[0]


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the chunks that are unpacked from now on."""
    sizes, inner = list[int](), stored_logs.zstandard.ZstdDecompressor

    class Counted:
        def decompress(self, data: bytes) -> bytes:
            content = inner().decompress(data)
            sizes.append(len(content))
            return content

    monkeypatch.setattr(stored_logs.zstandard, "ZstdDecompressor", Counted)
    return sizes


def shows_its_run(run: Run) -> bool:
    shown = excerpt(run).lines
    index = next(index for index, (number, _) in enumerate(shown) if number == run.line)
    return "This is ApacheBench" in " ".join(text for _, text in shown[index : index + 5])


def test_the_page_of_a_run_far_down_reads_few_chunks(unpacked: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_logs, "CHUNK_SIZE", 64 * 1024)
    monkeypatch.setattr(raw_log, "CHUNK_SIZE", 64 * 1024)
    run = last_run(log(2) + BLANK + log(1))
    unpacked.clear()
    assert run.line > 3_000_000
    assert shows_its_run(run)
    assert LogChunk.objects.count() > 40
    assert len(unpacked) <= 3


def test_a_line_that_goes_over_the_end_of_a_chunk_keeps_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"".join(b"line %d of many, and some words\n" % number for number in range(1, 801))
    for size in range(1000, 1040):
        monkeypatch.setattr(stored_logs, "CHUNK_SIZE", size)
        monkeypatch.setattr(raw_log, "CHUNK_SIZE", size)
        Log.objects.all().delete()
        kept = Log.of([content])
        for first in (400, 401, 469):
            with kept.open() as stream:
                text, passed, _ = raw_log.text_from(kept, stream, first)
                assert text is not None
                numbered = ((number + passed, line) for number, line in raw_log.whole_lines(text))
                assert next(line for number, line in numbered if number == first).startswith(f"line {first} ")


def test_a_run_far_down_a_packed_log_is_shown_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    run = last_run(gzip.compress(log(2) + BLANK + log(1)))
    assert shows_its_run(run)
    monkeypatch.setattr(raw_log, "MOST_PASSED", 2**20)
    page = Client().get(f"/runs/{run.pk}/").content.decode()
    assert excerpt(run).is_too_deep
    assert "too far down a packed file" in page


def test_a_packed_log_that_breaks_off_is_shown_up_to_there() -> None:
    packed = gzip.compress(log(2) + log(3) + random.Random(1).randbytes(100_000).hex().encode())
    run = last_run(packed[:-2000])
    assert any("This is ApacheBench" in text for _, text in excerpt(run).lines)


def test_the_lines_of_logs_that_were_here_before_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_logs, "CHUNK_SIZE", 1000)
    Log.of([b"a line\n" * 1000])
    counted = list(LogChunk.objects.order_by("number").values_list("lines_before", flat=True))
    LogChunk.objects.update(lines_before=None)
    migration: Any = import_module("benchdb.migrations.0039_lines_of_chunks")
    migration.count_lines(apps, connection.schema_editor())
    assert list(LogChunk.objects.order_by("number").values_list("lines_before", flat=True)) == counted
    assert counted[1] == 142


def age(upload: Upload, days: int) -> None:
    Upload.objects.filter(pk=upload.pk).update(created_at=timezone.now() - timedelta(days=days))


def retention(*words: str) -> str:
    output = StringIO()
    call_command("retention", *words, stdout=output)
    return output.getvalue()


def uploaded(days: int, **files: bytes) -> Upload:
    upload = create_upload([IncomingFile(name, [content]) for name, content in files.items()], {"zone": "g"}).upload
    parse_upload(upload.pk)
    age(upload, days)
    return upload


def test_old_logs_go_and_their_numbers_stay(client: Client) -> None:
    old = uploaded(400, a=log(1), z=zipped({"x.log": log(2), "y.log": log(3)}))
    young = uploaded(300, b=log(4))
    numbers = Measurement.objects.count()
    page = f"/runs/{Run.objects.filter(file__upload=old)[0].pk}"
    before = retention("--older-than", "365d", "--dry-run")
    assert "4 raw logs" in before
    assert "of 3 runs" in before
    assert client.get(f"{page}/log").status_code == 200
    assert "4 raw logs withdrawn" in retention("--older-than", "365d")
    assert Log.objects.filter(withdrawn_at=None, files__upload=young).exists()
    assert (LogChunk.objects.count(), Measurement.objects.count()) == (1, numbers)
    assert "withdrawn" in client.get(f"{page}/").content.decode()
    gone = client.get(f"{page}/log")
    assert (gone.status_code, "by a rule (older than 365 days)" in gone.content.decode()) == (410, True)
    assert [sentence for check in CHECKS.values() for sentence in check()] == []
    assert AuditEntry.objects.filter(action="logs.withdrawn").count() == 1
    assert "0 raw logs withdrawn" in retention("--older-than", "365d")


def test_a_log_that_a_younger_upload_has_too_stays() -> None:
    uploaded(400, a=log(1))
    uploaded(10, b=log(1), c=log(2))
    assert "0 raw logs withdrawn" in retention("--older-than", "365d")


def test_a_permalink_of_withdrawn_logs_shows_the_same_bytes_and_is_said_before(client: Client) -> None:
    for days, number, zone in ((400, 1, "a"), (400, 2, "b")):
        upload = create_upload([IncomingFile("x", [log(number)])], {"zone": zone}).upload
        parse_upload(upload.pk)
        age(upload, days)
    question = {"query": "cols=zone&provenance=measured", "title": "Zones"}
    address = client.post("/compare/freeze/", question).headers["Location"]
    before = client.get(f"{address[:-1]}.json").content
    dry = retention("--older-than", "365d", "--dry-run").splitlines()
    assert f"  {address}  Zones" in dry
    assert f"  {upload.files.get().log_id}  x, upload {upload.pk}" in dry
    assert "1 permalink made from them" in retention("--older-than", "365d")
    assert client.get(f"{address[:-1]}.json").content == before
    assert Permalink.objects.count() == 1


def test_a_dry_run_names_some_and_says_how_to_see_more() -> None:
    uploaded(400, **{f"run{number}": log(number) for number in range(1, 23)})
    dry = retention("--older-than", "365d", "--dry-run")
    assert (dry.count(", upload "), "  and 2 more; -v 2 names up to 1,000" in dry) == (20, True)
    in_detail = retention("--older-than", "365d", "--dry-run", "-v", "2")
    assert (in_detail.count(", upload "), " more" in in_detail) == (22, False)
    assert ", upload " not in retention("--older-than", "365d")


def test_without_its_logs_an_upload_is_not_read_again_until_they_are_sent_again(client: Client) -> None:
    User.objects.create_superuser("ada")
    client.force_login(User.objects.get())
    upload = uploaded(400, a=log(1))
    retention("--older-than", "365d")
    refused = client.post(f"/uploads/{upload.pk}/", {"zone": "other"})
    assert (refused.status_code, "deleted by a retention rule" in refused.content.decode()) == (400, True)
    assert Run.objects.active().count() == 1
    create_upload([IncomingFile("a", [log(1)])], {})
    assert b"".join(Log.objects.get().open()) == log(1)
    large = io.BytesIO(log(1) + b" " * 100_000)
    kept = Log.of([large.getvalue()])
    Log.objects.filter(pk=kept.pk).update(withdrawn_at=timezone.now())
    kept.chunks.all().delete()
    assert b"".join(Log.of([large.getvalue()]).open()) == large.getvalue()


@pytest.mark.parametrize("size", [0, stored_logs.SMALL], ids=["small", "large"])
def test_the_age_of_a_log_counts_from_when_its_bytes_came_back(size: int) -> None:
    content = log(1) + b"\n" * size
    upload = uploaded(400, a=content)
    assert withdraw_logs(timedelta(days=365)) == 1
    again = create_upload([IncomingFile("a", [content])], {"zone": "g"}).upload
    assert again == upload, "which is as old as it was"
    assert withdraw_logs(timedelta(days=365)) == 0
    Log.objects.update(came_back_at=timezone.now() - timedelta(days=366))
    assert withdraw_logs(timedelta(days=365)) == 1


def test_fsck_finds_bytes_of_a_log_that_was_withdrawn() -> None:
    Log.of([b"x"])
    Log.objects.update(withdrawn_at=timezone.now())
    assert any("still there" in sentence for sentence in CHECKS["rows"]())


@pytest.mark.parametrize("text", ["365", "0d", "1y", "-1d", ""])
def test_a_rule_names_days(text: str) -> None:
    with pytest.raises(CommandError, match="expected days"):
        retention(f"--older-than={text}")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", [0, stored_logs.SMALL], ids=["small", "large"])
def test_bytes_that_are_being_sent_again_are_not_given_up(size: int) -> None:
    """The rule saw no younger upload, for that one was not there yet, and took the bytes."""
    content = log(1) + b"\n" * size
    uploaded(400, a=content)
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            create_upload([IncomingFile("a", [content]), IncomingFile("b", [log(2)])], {})
            given_up = threads.submit(in_thread, lambda: withdraw_logs(timedelta(days=365)))
            assert given_up.result(HANGS) == 0
        assert not Log.objects.exclude(withdrawn_at=None).exists()
    assert withdraw_logs(timedelta(days=365)) == 0, "its upload is young"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", [0, stored_logs.SMALL], ids=["small", "large"])
def test_bytes_that_are_being_given_up_come_back_with_who_sends_them(size: int) -> None:
    content = log(1) + b"\n" * size
    uploaded(400, a=content)
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            assert withdraw_logs(timedelta(days=365)) == 1
            files = [IncomingFile("a", [content]), IncomingFile("b", [log(2)])]
            sent = threads.submit(in_thread, lambda: create_upload(files, {}))
            wait_for(somebody_waits)
        sent.result(HANGS)
    kept = Log.objects.get(files__name="a", files__upload=Upload.objects.latest("pk"))
    assert b"".join(kept.open()) == content
