"""What an upload's runs keep when its facts are corrected: where they stand in time, and what people said of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from benchdb.curation.exclusions import exclude
from benchdb.curation.studies import add_runs, make_study
from benchdb.curation.tags import tag, untag
from benchdb.host.paths import ROOT
from benchdb.models import Machine, Run, Study, Tag
from benchdb.reads.home import studies
from benchdb.safekeeping.integrity import broken_rows, broken_series
from ingest.intake.uploads import correct_facts
from ingest.intake.views import newest
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.doors import GLOBAL, send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]
LOG, LOGS = GLOBAL.read_text(), ROOT / "fixtures/logs"
SHUFFLED = (3, 6, 0, 5, 2, 7, 1, 4)  #: no step among them


def upload_of(client: Client, *rates: float) -> int:
    logs = [
        SimpleUploadedFile(f"run{n}.log", LOG.replace("390.24", f"{rate}").encode()) for n, rate in enumerate(rates, 1)
    ]
    upload: int = send(client, *logs, machine="box").json()["id"]
    parse_upload(upload)
    return upload


def corrected(upload: int, **facts: Any) -> None:
    correct_facts(upload, {"machine": "box", **facts})
    parse_upload(upload)


def active() -> list[Run]:
    return list(Run.objects.active().order_by("pk"))


def shown(client: Client, more: str = "") -> tuple[str, list[float]]:
    """A history's first words, and its numbers in their order."""
    answer = json.loads(client.get(f"/history.json?metric=requests_per_second&machine=box{more}").content)
    return answer["headline"].partition(" between ")[0], [point["value"] for point in answer["curves"][0]["points"]]


@pytest.mark.parametrize("as_of", [False, True])
def test_a_correction_leaves_a_history_in_its_order(client: Client, as_of: bool) -> None:
    """Nobody knows when these runs began: they stand where they were stored first, today and in the past."""
    earlier = upload_of(client, *(500 + n / 10 for n in SHUFFLED))
    upload_of(client, *(800 + n / 10 for n in SHUFFLED))
    before = shown(client)
    corrected(earlier, zone="global")
    corrected(earlier)
    after = shown(client, f"&as_of={timezone.now():%Y-%m-%dT%H:%M:%S.%fZ}" if as_of else "")
    assert after == before
    assert before[0] == "Requests per second shows no proven change in 16 runs: it rose by 60%", "of two sittings"
    assert [run.first_stored_at is None for run in active()] == [True] * 8 + [False] * 8
    assert [*broken_rows(), *broken_series()] == []


def test_tags_exclusions_and_studies_stay_with_what_was_measured(client: Client) -> None:
    upload = upload_of(client, 500.1, 500.2, 500.3)
    first, second, third = active()
    tag(first, "baseline")
    tag(first, "odd")
    untag(first, "odd")
    tag(third, "odd")
    exclude(second, "the machine was swapping")
    add_runs(make_study("Before the move"), f"run:{first.pk}")
    for zone in ("global", "web"):
        corrected(upload, zone=zone)
    first, second, third = Run.objects.filter(retired_at=None).order_by("pk")
    assert [[str(word) for word in run.tags.all()] for run in (first, second, third)] == [["baseline"], [], ["odd"]]
    assert second.excluded_because == "the machine was swapping"
    assert list(Study.objects.get().runs.filter(retired_at=None)) == [first]
    untag(first, "baseline")
    corrected(upload)
    assert not Tag.objects.filter(name="baseline", runs__retired_at=None).exists()


def test_a_reading_that_was_replaced_says_why_and_leads_to_the_one_that_counts(client: Client) -> None:
    upload = upload_of(client, 500.1)
    (first,) = active()
    for zone in ("global", "web"):
        corrected(upload, zone=zone)
    (last,) = active()
    page = " ".join(client.get(f"/runs/{first.pk}/").content.decode().split())
    assert "Facts of its upload were corrected on" in page
    assert f'<a href="/runs/{last.pk}/">Run {last.pk}</a> replaces it' in page
    assert "newer parser" not in page
    Run.objects.filter(pk=first.pk).update(parser_version="0")
    assert "with a newer parser" in client.get(f"/runs/{first.pk}/").content.decode()
    Run.objects.filter(pk=last.pk).update(retired_at=timezone.now())
    assert "gave no run at this line" in client.get(f"/runs/{last.pk}/").content.decode()


def test_a_stated_server_that_the_log_contradicts_is_told(client: Client) -> None:
    log = SimpleUploadedFile("run.log", (ROOT / "fixtures/occasions/nginx-ab/run1.log").read_bytes())
    upload = send(client, log).json()["id"]
    parse_upload(upload)
    sentence = "The server was stated as nginx 1.20.9, which counts here; the log names nginx 1.22.1."
    pages = [f"/runs/{active()[0].pk}/", f"/uploads/{upload}/"]
    assert not any(sentence in words(client, page) for page in pages)
    for server, is_told in (("nginx", False), ("Nginx 1.22.1", False), ("nginx 1.20.9", True)):
        correct_facts(upload, {"server": server})
        parse_upload(upload)
        pages = [f"/runs/{active()[0].pk}/", f"/uploads/{upload}/"]
        assert [sentence in words(client, page) for page in pages] == [is_told] * 2, server


def test_readings_that_were_replaced_are_counted_nowhere(admin_client: Client) -> None:
    upload = upload_of(admin_client, 500.1, 500.2, 500.3)
    make_study("Kept")
    add_runs(Study.objects.get(), "machine:box")
    corrected(upload, zone="global")
    exclude(active()[0], "the machine was swapping")
    assert "2 runs" in words(admin_client, "/")
    assert "3 runs" not in words(admin_client, "/")
    assert [row.size for row in newest()] == [2]
    assert [study.size for study in studies()] == [2]
    Machine.objects.create(name="right")
    admin_client.post("/machines/box/correct/", {"do": "merge", "into": "right"})
    assert "2 runs of box moved here" in words(admin_client, "/machines/right/")


def words(client: Client, page: str) -> str:
    return " ".join(client.get(page).content.decode().split())


@pytest.mark.parametrize("place", [0, 1])
def test_an_exclusion_stays_with_one_of_the_runs_of_a_line(client: Client, place: int) -> None:
    """autobench writes a row for each rate, with the columns of both hosts."""
    upload = send(client, LOGS / "autobench/2.1/two-hosts.tsv", machine="box").json()["id"]
    parse_upload(upload)
    one = active()[place]
    assert [run.line for run in active()][:2] == [2, 2]
    exclude(Run.objects.get(pk=one.pk), "the network was shared")
    for zone in ("global", "web"):
        corrected(upload, zone=zone)
    now = Run.objects.filter(retired_at=None).order_by("ordinal")
    assert [run.ordinal for run in now if run.excluded_at] == [one.ordinal]
