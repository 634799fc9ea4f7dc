"""A frozen comparison shows what its sender saw, whatever comes after."""

import re
from typing import Any

import pytest
import zstandard
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from benchdb.domain import statistics
from benchdb.host.paths import ROOT
from benchdb.models import Permalink, PermalinkBody, PermalinkExport, Run, Setup, Upload
from benchdb.questions.permalinks.drift import verify
from benchdb.questions.permalinks.freeze import content_digest
from frontend.exports import RENDERERS
from frontend.tests.constructed import runs, setup
from ingest.intake.uploads import correct_facts
from ingest.pipeline.parse_upload import parse_upload

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.usefixtures("studies")]

QUESTION = "provenance=measured&cols=zone&machine=Sun+Fire+V125"
LOG = (ROOT / "fixtures/studies/zones/global.log").read_bytes()


def frozen(client: Client, query: str = QUESTION, **words: str) -> str:
    answer = client.post("/compare/freeze/", {"query": query, **words})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def upload_another(client: Client) -> None:
    """A third run of the global zone, parsed by hand: a worker would see another transaction."""
    log = SimpleUploadedFile("another.log", LOG.replace(b"390.24", b"199.99"))
    facts = {"machine": "Sun Fire V125", "kernel": "SunOS 5.10 Generic_118833-33", "zone": "global", "cpus": "1"}
    parse_upload(client.post("/api/v1/uploads", {"file": log, **facts}).json()["id"])


def test_a_permalink_shows_the_same_after_more_uploads(client: Client) -> None:
    link = frozen(client)
    before = client.get(f"{link[:-1]}.json").content
    upload_another(client)
    assert Upload.objects.count() == 5
    assert client.get(f"{link[:-1]}.json").content == before
    page = client.get(f"{link}?check=now").content.decode()
    assert "390.24/s" in page
    assert "−2.4%" in page
    assert re.search(r"1 more run would count \(run \d+\)", page)


def test_what_is_frozen_is_kept_by_no_cache_where_reading_is_for_members(client: Client, settings: Any) -> None:
    link = frozen(client)
    settings.READING = "members"
    client.force_login(User.objects.create_superuser("ada"))
    for name in RENDERERS:
        answer = client.get(f"{link[:-1]}.{name}")
        assert set(answer["Cache-Control"].split(", ")) == {"private", "no-cache"}
        assert {"Cookie", "Authorization"} <= set(answer["Vary"].split(", "))
        assert Client().get(f"{link[:-1]}.{name}", headers={"If-None-Match": answer["ETag"]}).status_code == 401


def test_a_permalink_says_when_todays_data_agrees(client: Client) -> None:
    assert "Checked now: same answer" in client.get(frozen(client) + "?check=now").content.decode()


def test_a_permalink_outlives_the_exclusion_of_its_run(client: Client) -> None:
    link = frozen(client)
    run = Run.objects.get(setup__zone="global", provenance="measured")
    Run.objects.filter(pk=run.pk).update(excluded_at=timezone.now(), excluded_because="wireless")
    page = client.get(f"{link}?check=now").content.decode()
    assert "390.24/s" in page
    assert re.search(rf"Run {run.pk} was excluded on \d{{4}}-\d\d-\d\d: wireless", page)
    assert "Requests per second at 100, global: 390.24/s, now no runs." in page
    assert "at 100, non-global: still 380.95/s (too few runs, now not compared)." in page


def test_the_same_comparison_frozen_twice_is_one_link(client: Client) -> None:
    assert frozen(client) == frozen(client, "&".join(reversed(QUESTION.split("&"))))
    upload_another(client)
    assert frozen(client) != Permalink.objects.first()
    assert Permalink.objects.count() == 2


def test_a_permalink_names_the_logs_it_was_made_from(client: Client) -> None:
    link = Permalink.objects.get(pk=frozen(client).strip("/").rpartition("/")[2])
    assert len(link.logs) == 2
    assert set(link.run_ids) == set(Run.objects.filter(provenance="measured").values_list("pk", flat=True))
    versions = {f"{run.format} {run.parser_version}" for run in Run.objects.filter(pk__in=link.run_ids)}
    assert link.versions["parsers"] == sorted(versions)


def test_a_bad_question_cannot_be_frozen(client: Client) -> None:
    assert client.post("/compare/freeze/", {"query": "metric=speed"}).status_code == 400
    assert Client().post("/compare/freeze/", {"query": QUESTION}).status_code == 403
    assert Permalink.objects.count() == 0


def endings(client: Client, link: str) -> dict[str, bytes]:
    return {name: client.get(f"{link[:-1]}.{name}").content for name in RENDERERS}


def answer_of(page: str) -> str:
    """The part of the page that shows the frozen result."""
    return page.partition('id="comparison"')[2].partition("</section>")[0]


def read_anew(upload: Upload, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    """As a site does that has a better parser."""
    monkeypatch.setattr("ingest.pipeline.store.version_of", lambda format: version)
    monkeypatch.setattr("ingest.intake.uploads.queue", lambda upload_id: None)
    correct_facts(upload.pk, upload.facts)
    parse_upload(upload.pk)


def test_a_permalink_is_the_same_bytes_for_ever(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    link = frozen(client, title="Zones", note="For review.")
    then, page = endings(client, link), answer_of(client.get(f"{link}?check=now").content.decode())
    run = Run.objects.get(setup__zone="global", provenance="measured")
    runs(run.setup, {"requests_per_second": [300.0 + place for place in range(1000)]})
    read_anew(Upload.objects.get(files__runs=run), monkeypatch, "99")
    newest = Run.objects.get(setup__zone="non-global", provenance="measured", retired_at=None)
    Run.objects.filter(pk=newest.pk).update(excluded_at=timezone.now(), excluded_because="wireless")
    monkeypatch.setattr(statistics, "VERSION", "99")
    assert endings(client, link) == then
    PermalinkBody.objects.all().delete()  # so that it is drawn once more
    assert answer_of(client.get(f"{link}?check=now").content.decode()) == page
    assert "390.24/s" in page
    banner = (
        client.get(f"{link}?check=now").content.decode().partition('class="checked drifted"')[2].partition("</div>")[0]
    )
    assert "1,000 more runs would count" in banner
    assert re.search(rf"Run {run.pk} was re-read on \d{{4}}-\d\d-\d\d \(ab {run.parser_version}, now ab 99\)", banner)
    assert f"Statistics version {Permalink.objects.get().versions['statistics']}, now 99" in banner


def test_the_page_of_a_permalink_is_drawn_once_by_each_version_of_the_code(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = frozen(client)
    page = Client().get(link).content.decode()
    kept = PermalinkBody.objects.get()
    body = zstandard.ZstdDecompressor().decompress(bytes(kept.data)).decode()
    assert body in page
    assert "testserver" in page  # of the request, which the body knows nothing of
    assert "testserver" not in body.partition("copies")[0]
    monkeypatch.setattr("frontend.pages.permalinks.body", lambda *_: "<p>another look</p>")
    assert answer_of(Client().get(link).content.decode()) == answer_of(page)
    monkeypatch.setattr("frontend.pages.permalinks.code_version", lambda: "newer")
    assert "<p>another look</p>" in Client().get(link).content.decode()
    assert PermalinkBody.objects.get().source != kept.source
    Permalink.objects.all().delete()
    assert not PermalinkBody.objects.exists()


def test_another_renderer_leaves_the_bytes_alone_and_a_younger_renderer_is_kept_too(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = frozen(client)
    then = endings(client, link)
    PermalinkExport.objects.filter(name="md").delete()
    assert client.get(f"{link[:-1]}.md").content == then["md"]
    monkeypatch.setattr("frontend.exports.permalinks.rendered", lambda name, document: b"another look")
    assert endings(client, link) == then


def test_a_frozen_export_is_cached_for_ever(client: Client) -> None:
    link = frozen(client)
    for name in RENDERERS:
        answer = client.get(f"{link[:-1]}.{name}")
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
        again = client.get(f"{link[:-1]}.{name}", headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304


def test_the_address_covers_all_that_is_shown(client: Client) -> None:
    link = Permalink.objects.get(pk=frozen(client).strip("/").rpartition("/")[2])
    digest = content_digest(link)
    assert digest.startswith(link.pk)
    for field, value in {
        "result": link.result.replace("380.95", "380.96"),
        "logs": ["0" * 64],
        "versions": {**link.versions, "statistics": "99"},
        "title": "Zones",
        "note": "For review.",
    }.items():
        other = Permalink.objects.get(pk=link.pk)
        setattr(other, field, value)
        assert content_digest(other) != digest


def test_two_contents_never_share_an_address(client: Client) -> None:
    pk = frozen(client).strip("/").rpartition("/")[2]
    Permalink.objects.filter(pk=pk).update(result="{}")  # as if another content had the same first 60 bits
    assert len(frozen(client).strip("/").rpartition("/")[2]) == 16


def test_title_and_note_are_part_of_the_link_and_of_its_exports(client: Client) -> None:
    plain, payload = frozen(client), frozen(client, title=" Zones  cost <2% ", note="One.\r\n\r\nTwo.")
    assert plain != payload
    assert payload == frozen(client, title="Zones cost <2%", note="One.\n\nTwo.")
    page = client.get(payload).content.decode()
    assert "<h1>Zones cost &lt;2%</h1>" in page
    assert "<p>One.</p><p>Two.</p>" in page
    assert client.get(f"{payload[:-1]}.txt").content.decode().startswith("Zones cost <2%\n====")
    assert client.get(f"{payload[:-1]}.json").json()["note"] == "One.\n\nTwo."
    assert client.post("/compare/freeze/", {"query": QUESTION, "title": "x" * 201}).status_code == 400


def test_rows_and_cells_have_addresses(client: Client) -> None:
    page = client.get(frozen(client)).content.decode()
    for anchor in ("row=requests_per_second:100", "cell=requests_per_second:100:non-global"):
        assert page.count(f'id="{anchor}"') == 1
        assert f'href="#{anchor}"' in page
    study = client.get("/studies/smp-scaling/").content.decode()
    ids = re.findall(r' id="([^"]+)"', study)
    assert len(ids) == len(set(ids))


def test_the_list_shows_what_drifted_last_first(client: Client) -> None:
    same, other = frozen(client, "study=smp-scaling&threads=2&rows=cpus"), frozen(client)
    Setup.objects.filter(zone="global").update(zone="the global one")
    for link in Permalink.objects.all():
        verify(link, timezone.now())
    page = client.get("/p/").content.decode()
    assert page.index(other) < page.index(same)
    assert "changed since" in page
    assert ": same answer" in page
    Setup.objects.filter(zone="the global one").update(zone="global")
    verify(Permalink.objects.get(pk=other.strip("/").rpartition("/")[2]), timezone.now())
    assert "changed since" not in client.get("/p/").content.decode()


def test_the_list_takes_few_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    link = Permalink.objects.get(pk=frozen(client).strip("/").rpartition("/")[2])
    for place in range(11):
        link.pk = f"another{'abcdefghijk'[place]}"
        link.save(force_insert=True)
    with django_assert_max_num_queries(4):
        assert client.get("/p/").content.decode().count("<article") == 12


def test_the_verification_is_a_nightly_task() -> None:
    from benchdb.celery import app

    app.loader.import_default_modules()
    payload = app.conf.beat_schedule["verify-permalinks"]
    assert payload["task"] in app.tasks
    assert payload["schedule"].hour == {3}


def test_the_markdown_of_a_permalink_has_its_picture(client: Client) -> None:
    link = frozen(client)
    body = client.get(f"{link[:-1]}.md").content.decode()
    (picture,) = re.findall(r"^!\[[^]]*\]\(<\S+?(/p/[a-z2-7]+\.png)>\)$", body, re.MULTILINE)
    assert picture == f"{link[:-1]}.png"
    assert "![" not in client.get("/compare.md?study=zones&cols=zone").content.decode()


def test_without_a_title_one_is_named_by_its_question_and_its_runs(client: Client) -> None:
    for machine in ("built", "other"):
        for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
            runs(setup(kernel, 10, machine), {"requests_per_second": [1.0, 2.0]})
        client.post("/compare/freeze/", {"query": f"machine={machine}&cols=kernel"})
    named = [line.heading for line in client.get("/p/").context["lines"]]
    assert [heading.rpartition(", ")[2] for heading in named] == ["other", "built"]
    assert len({heading.rpartition(", ")[0] for heading in named}) == 1
