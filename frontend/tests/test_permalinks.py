"""A frozen comparison shows what its sender saw, whatever comes after."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from benchdb.host.places import ROOT
from benchdb.models import Permalink, Run, Upload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]

QUESTION = "provenance=measured&cols=zone&machine=Sun+Fire+V125"
LOG = (ROOT / "fixtures/studies/zones/global.log").read_bytes()


def frozen(client: Client, query: str = QUESTION) -> str:
    answer = client.post("/compare/freeze/", {"query": query})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def upload_another(client: Client) -> None:
    """A third run of the global zone, parsed by hand: a worker would see another transaction."""
    from ingest.parsing import parse_upload

    log = SimpleUploadedFile("another.log", LOG.replace(b"390.24", b"199.99"))
    facts = {"machine": "Sun Fire V125", "kernel": "SunOS 5.10 Generic_118833-33", "zone": "global", "cpus": "1"}
    parse_upload(client.post("/api/v1/uploads", {"file": log, **facts}).json()["id"])


def test_a_permalink_shows_the_same_after_more_uploads(client: Client) -> None:
    link = frozen(client)
    before = client.get(f"{link[:-1]}.json").content
    upload_another(client)
    assert Upload.objects.count() == 5
    assert client.get(f"{link[:-1]}.json").content == before
    page = client.get(link).content.decode()
    assert "390.24/s" in page
    assert "−2.4%" in page
    assert "1 run more would count" in page


def test_a_permalink_says_when_todays_data_agrees(client: Client) -> None:
    assert "Today&#x27;s data says the same" in client.get(frozen(client)).content.decode().replace("'", "&#x27;")


def test_a_permalink_outlives_the_exclusion_of_its_run(client: Client) -> None:
    link = frozen(client)
    run = Run.objects.get(setup__zone="global", provenance="measured")
    Run.objects.filter(pk=run.pk).update(excluded_at=timezone.now(), excluded_because="wireless")
    page = client.get(link).content.decode()
    assert "390.24/s" in page
    assert "1 run of it would no longer count" in page


def test_the_same_comparison_frozen_twice_is_one_link(client: Client) -> None:
    assert frozen(client) == frozen(client, "&".join(reversed(QUESTION.split("&"))))
    upload_another(client)
    assert frozen(client) != Permalink.objects.first()
    assert Permalink.objects.count() == 2


def test_a_permalink_names_the_logs_it_was_made_from(client: Client) -> None:
    link = Permalink.objects.get(pk=frozen(client).strip("/").rpartition("/")[2])
    assert len(link.logs) == 2
    assert set(link.run_ids) == set(Run.objects.filter(provenance="measured").values_list("pk", flat=True))
    assert link.versions["parsers"] == ["ab 1"]


def test_a_bad_question_cannot_be_frozen(client: Client) -> None:
    assert client.post("/compare/freeze/", {"query": "metric=speed"}).status_code == 400
    assert client.post("/compare/freeze/", {"query": QUESTION}, REMOTE_ADDR="192.0.2.7").status_code == 403
    assert Permalink.objects.count() == 0
