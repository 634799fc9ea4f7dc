"""Runs whose start is by the times before the lines of their logs: it is said, and a stated start stands above."""

from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.host.paths import ROOT
from benchdb.models import Run
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.doors import send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

WRK = (ROOT / "fixtures/logs/wrk/4.1.0-debian12/latency.log").read_text("utf-8")
SOURCE = "by the time before line 13, the last of its report, less the duration"


def stamped(second: int) -> SimpleUploadedFile:
    log = "".join(f"2026-11-20T10:00:{second:02}.5Z {line}\n" for line in WRK.splitlines())
    return SimpleUploadedFile(f"job{second}.log", log.encode())


def stored(client: Client, *logs: SimpleUploadedFile, **facts: str) -> str:
    """The page of an upload."""
    upload = send(client, *logs, machine="web1", **facts).json()["id"]
    parse_upload(upload)
    return " ".join(client.get(f"/uploads/{upload}/").content.decode().split())


def test_its_pages_say_where_the_start_comes_from(client: Client) -> None:
    page = stored(client, stamped(7))
    run = Run.objects.get()
    assert run.started_at == datetime(2026, 11, 20, 10, 0, 4, 490_000, UTC)
    assert f"run {run.pk} began 20 Nov 2026, 10:00:04 UTC, {SOURCE}." in page
    assert "no such time was found" not in page
    assert SOURCE in " ".join(client.get(f"/runs/{run.pk}/").content.decode().split())


def test_a_stated_start_stands_above_it(client: Client) -> None:
    page = stored(client, stamped(7), started_at="2026-11-20T09:00:00Z")
    run = Run.objects.get()
    assert run.started_at == datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
    assert "comes from the times before" not in page
    assert SOURCE not in client.get(f"/runs/{run.pk}/").content.decode()


@pytest.mark.parametrize("first", ["plain", "stamped"])
def test_one_report_that_two_loggers_kept_is_one_run(client: Client, first: str) -> None:
    kept = SimpleUploadedFile("plain.log", WRK.encode()) if first == "plain" else stamped(7)
    stored(client, kept, stamped(9))
    assert (Run.objects.count(), Run.objects.active().count()) == (2, 1)
