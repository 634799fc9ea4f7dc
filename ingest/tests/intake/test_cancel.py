"""An upload can be given up, and small ones do not wait behind large ones."""

from __future__ import annotations

import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from benchdb.accounts.people import give_role
from benchdb.curation.exclusions import exclude
from benchdb.domain.roles import Role
from benchdb.models import Run, Upload, UploadFile
from benchdb.tasks import deliver, send_mail, verify_permalink
from ingest.intake import views
from ingest.intake.uploads import IncomingFile, correct_facts, create_upload
from ingest.pipeline import store as storing
from ingest.pipeline import unpack
from ingest.pipeline.cancel import cancel
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.queues.weight import SMALL, TOO_MUCH, route, weight_of
from ingest.pipeline.tasks import parse, requeue_unfinished
from ingest.tests.intake.zips import log, zipped

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "queue", "by-hand", raising=False)
    monkeypatch.setattr(parse, "_exec_options", None)


def upload_of(**files: bytes) -> Upload:
    return create_upload([IncomingFile(name, [content]) for name, content in files.items()], {}).upload


def states(upload: Upload) -> dict[str, str]:
    return dict(upload.files.values_list("name", "state"))


def test_an_upload_that_waits_is_given_up_for_good(client: Client) -> None:
    upload = upload_of(a=log(1), b=log(2))
    page = f"/uploads/{upload.pk}/"
    assert f'action="{page}cancel/"' in client.get(page).content.decode()
    assert client.post(f"{page}cancel/").status_code == 302
    requeue_unfinished(0)
    parse_upload(upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.error[:12], Run.objects.count()) == ("failed", "Cancelled by", 0)


def test_what_was_cancelled_says_by_whom_and_wants_nothing(client: Client) -> None:
    upload = upload_of(a=log(1), b=log(2))
    cancel(upload.pk, "ada")
    page = client.get(f"/uploads/{upload.pk}/")
    text = " ".join(page.content.decode().split())
    assert '<span class="state">cancelled</span> Cancelled by ada.' in text
    refused = ("Needs you", "could not be read", 'class="state failed"', 'class="state file-failed"')
    assert [words for words in refused if words in text] == []
    assert text.count('<span class="state">not read</span>') == 2
    assert "Retry 2 files" in text
    listed = " ".join(client.get("/uploads/").content.decode().split())
    assert ">cancelled</span>" in listed
    assert '<span class="q">Cancelled by ada.</span>' in client.get("/").content.decode()


def test_what_was_left_is_counted_and_what_is_offered_is_of_a_part(client: Client) -> None:
    files = [IncomingFile(f"{zone}.log", [log(n)]) for n, zone in enumerate(("a", "b", "c", "d"))]
    upload = create_upload(files, {"pattern": "{zone}.log"}).upload
    parse_upload(upload.pk)
    left = upload.files.filter(name__in=("c.log", "d.log"))
    Run.objects.filter(file__in=left).delete()
    problem = {"line": 0, "message": "It was not read: the upload was cancelled by ada.", "cancelled": True}
    left.update(state=UploadFile.State.FAILED, problems=[problem])
    Upload.objects.filter(pk=upload.pk).update(state=Upload.State.FAILED, error="Cancelled by ada.")
    text = " ".join(client.get(f"/uploads/{upload.pk}/").content.decode().split())
    assert "2 <small>of 4 files: cancelled</small>" in text
    assert "Of a part only:</span> 2 of 4 files were not read." in text
    assert "Needs you" not in text


def test_all_uploads_are_paged_through_and_those_that_failed_are_to_be_had(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "NEWEST", 2)
    uploads = [upload_of(a=log(number)) for number in range(5)]
    cancel(uploads[0].pk, "ada")
    pages = [client.get(f"/uploads/?page={number}") for number in (1, 2, 3)]
    listed = [[upload.pk for upload in page.context["newest"]] for page in pages]
    assert [pk for page in listed for pk in page] == [upload.pk for upload in reversed(uploads)]
    assert 'href="?state=&amp;page=2#newest">Next</a>' in pages[0].content.decode()
    for state, expected in (
        ("failed", uploads[:1]),
        ("partly", uploads[:1]),
        ("withdrawn", []),
        ("odd", uploads[:2:-1]),
    ):
        shown = client.get(f"/uploads/?state={state}").context["newest"]
        assert [upload.pk for upload in shown] == [upload.pk for upload in expected], state


def test_cancelling_while_it_is_read_keeps_what_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    upload = upload_of(a=log(1), b=log(2), c=log(3))
    monkeypatch.setattr(storing, "BATCH_FILES", 1)
    inner = storing.store_file

    def store_file(file: UploadFile, items: Any, batch: Any) -> None:
        inner(file, items, batch)
        if file.name == "b":
            cancelled_elsewhere(upload)

    monkeypatch.setattr(storing, "store_file", store_file)
    parse_upload(upload.pk)
    upload.refresh_from_db()
    assert (upload.state, upload.error) == ("failed", "Cancelled by ada.")
    assert [run.file.name for run in Run.objects.all()] == ["a"]


def cancelled_elsewhere(upload: Upload) -> None:
    """By another connection, as a web process does it."""

    def work() -> None:
        try:
            cancel(upload.pk, "ada")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()


def test_cancelling_while_it_is_unpacked_stores_no_more_members(monkeypatch: pytest.MonkeyPatch) -> None:
    upload = upload_of(**{"x.zip": zipped({f"{n}.log": log(n) for n in range(4)})})
    monkeypatch.setattr(unpack, "MOST_IN_BATCH", 1)
    inner, checks = unpack.check_wanted, iter([False, False, True])

    def check(archived: Upload, *, lock: bool = False) -> None:
        if next(checks, False):
            cancelled_elsewhere(upload)
        inner(archived, lock=lock)

    monkeypatch.setattr(unpack, "check_wanted", check)
    parse_upload(upload.pk)
    assert UploadFile.objects.filter(upload=upload, archive__isnull=False).count() == 2
    assert Run.objects.count() == 0


def test_a_finished_upload_cannot_be_cancelled() -> None:
    upload = upload_of(a=log(1))
    parse_upload(upload.pk)
    assert not cancel(upload.pk, "ada")
    assert Upload.objects.get().state == "stored"


def test_whoever_cancels_too_late_is_told_so(client: Client) -> None:
    upload = upload_of(a=log(1))
    parse_upload(upload.pk)
    answer = client.post(f"/uploads/{upload.pk}/cancel/")
    assert (answer.status_code, "It was too late to cancel" in answer.content.decode()) == (409, True)


def test_who_cancels_twice_sees_that_it_is_cancelled(client: Client) -> None:
    upload = upload_of(a=log(1))
    for _ in range(2):
        page = client.post(f"/uploads/{upload.pk}/cancel/", follow=True)
        assert page.redirect_chain == [(f"/uploads/{upload.pk}/", 302)]
        assert "too late" not in page.content.decode()


def test_the_page_of_a_refusal_leads_to_files_of_the_upload(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.intake.progress.PAGE", 20)
    upload = upload_of(**{f"{number}.log": log(number) for number in range(22)})
    parse_upload(upload.pk)
    UploadFile.objects.filter(name="1.log").update(state="failed", problems=[{"line": 0, "message": "no log"}])
    page = client.post(f"/uploads/{upload.pk}/cancel/").content.decode()
    links = re.findall(r'href="([^"]*)#files"', page)
    assert f"/uploads/{upload.pk}/?state=failed" in links
    assert f"/uploads/{upload.pk}/?state=&amp;page=2" in links
    assert {link.partition("?")[0] for link in links} == {f"/uploads/{upload.pk}/"}
    assert {client.get(unescape(link)).status_code for link in links} == {200}


def test_strangers_cannot_cancel() -> None:
    User.objects.create_superuser("ada")
    upload = upload_of(a=log(1))
    refused = Client().post(f"/uploads/{upload.pk}/cancel/")
    assert refused.status_code in (401, 403)
    assert f'hx-get="/uploads/{upload.pk}/"' in refused.content.decode(), "nobody may open that of the refusal"
    assert Upload.objects.get().state == "queued"


def test_large_uploads_and_archives_wait_in_a_queue_of_their_own(settings: Any) -> None:
    settings.LIGHT_SIZE = 2000 + 2 * len(log(1))
    light, archive = upload_of(a=log(1)), upload_of(**{"x.zip": zipped({f"{n}.log": log(n) for n in range(9)})})
    large = upload_of(a=log(1) + b"\n" * 2 * settings.LIGHT_SIZE)
    assert [weight_of(upload.pk) for upload in (light, archive, large)] == [len(log(1)), TOO_MUCH, TOO_MUCH]
    assert route("ingest.tasks.parse", (light.pk,), {}, {}) == {"queue": SMALL, "priority": 0}
    assert route("ingest.tasks.parse", (large.pk,), {}, {}) == {"queue": "heavy"}


def test_what_is_small_passes_what_is_larger_in_the_quick_queue_too() -> None:
    """Each of the larger ones may take LIGHT_CPU_SECONDS: a hundred of them held every small log for minutes."""
    larger, large, small = (upload_of(a=log(n) + b" " * blanks) for n, blanks in ((1, 20_000), (2, 300_000), (3, 0)))
    with parse.app.connection_for_write() as broker, broker.SimpleQueue("order") as order:
        for upload in (large, larger, small):
            parse.apply_async((upload.pk,), queue="order", connection=broker)
        assert [order.get(block=False).payload[0] for _ in range(3)] == [[small.pk], [larger.pk], [large.pk]]
        order.clear()


def test_small_uploads_never_wait_for_receivers_of_webhooks_mail_or_permalinks() -> None:
    """A receiver that dribbles holds whoever tells it for 30 s; two of them held both who read small uploads."""
    patient = (deliver, send_mail, verify_permalink)
    assert {parse.app.amqp.router.route({}, task.name)["queue"].name for task in patient} == {"heavy"}


UNPACKED = {
    "lines": b"\n" * 2000,
    "packed lines": gzip.compress(b"\n" * 2000, mtime=0),
    "packed bytes": gzip.compress(b" " * 50_000, mtime=0),
}


@pytest.mark.parametrize("content", UNPACKED.values(), ids=UNPACKED)
def test_what_unpacks_to_much_is_heavy_by_its_lines_and_bytes(settings: Any, content: bytes) -> None:
    settings.LIGHT_LINES, settings.LIGHT_SIZE = 1000, 10_000
    light, heavy = upload_of(a=log(1)), upload_of(a=log(2) + content if content[:1] == b"\n" else content)
    broken = upload_of(a=gzip.compress(log(3))[:-20])
    assert [weight_of(upload.pk) == TOO_MUCH for upload in (light, heavy, broken)] == [False, True, False]


def test_an_admin_cancels_what_somebody_else_sent_and_a_restart_goes_on_with_neither() -> None:
    sender, admin, other = (User.objects.create_user(name) for name in ("sender", "admin", "other"))
    for user, role in ((sender, Role.UPLOADER), (admin, Role.ADMIN), (other, Role.UPLOADER)):
        give_role(user, role)
    uploads = [upload_of(a=log(number)) for number in (1, 2, 3)]
    Upload.objects.update(sender=sender)
    for user, upload, code in zip((sender, admin, other), uploads, (302, 302, 403), strict=True):
        client = Client()
        client.force_login(user)
        assert client.post(f"/uploads/{upload.pk}/cancel/").status_code == code
    requeue_unfinished(0)
    for upload in uploads:
        parse_upload(upload.pk)
    assert [run.file.upload_id for run in Run.objects.all()] == [uploads[2].pk]


def test_an_exclusion_follows_the_measurement(client: Client) -> None:
    upload = upload_of(a=log(1))
    parse_upload(upload.pk)
    exclude(Run.objects.get(), "wireless LAN")
    correct_facts(upload.pk, {"zone": "web"})
    parse_upload(upload.pk)
    run = Run.objects.get(retired_at=None)
    assert (run.setup.zone, run.excluded_because) == ("web", "wireless LAN")
    assert not Run.objects.active().exists()
