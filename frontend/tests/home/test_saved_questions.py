"""The questions of the house: saved under a name, listed, removed; the home page has them, and what happened lately."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from benchdb.dev.testing.people import logged_in
from benchdb.domain.roles import Role
from benchdb.models import Permalink, Run, SavedQuestion, Upload, UploadFile
from benchdb.reads.lately import uploads_lately
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
QUESTION = "machine=built&cols=kernel&rows=concurrency"


@pytest.fixture
def measured() -> None:
    for kernel, rate in (("Linux 6.1.0", 100.0), ("Linux 6.2.0", 150.0)):
        runs(setup(kernel, 10), {"requests_per_second": [rate, rate + 1]})


def save(client: Client, name: str, query: str = QUESTION, kind: str = "compare") -> int:
    return client.post("/questions/", {"name": name, "kind": kind, "query": query}).status_code


def test_a_question_is_saved_listed_opened_and_removed(measured: None) -> None:
    ada = logged_in("ada", Role.UPLOADER)
    eve = logged_in("eve", Role.UPLOADER)
    assert save(ada, "Kernels on built") == 302
    saved = SavedQuestion.objects.get()
    for page in ("/", "/questions/"):
        assert "Kernels on built" in Client().get(page).content.decode()
    path = f"/{saved.kind}/?{saved.query}".replace("&", "&amp;")
    assert path in Client().get("/questions/").content.decode()
    assert Client().get(f"/{saved.kind}/?{saved.query}").status_code == 200
    remove = f"/questions/{saved.pk}/remove/"
    assert eve.post(remove).status_code == 403
    assert ada.post(remove).status_code == 302
    assert not SavedQuestion.objects.exists()


def test_what_is_asked_again_and_again_is_watched_from_the_list(measured: None) -> None:
    ada = logged_in("ada", Role.UPLOADER)
    assert save(ada, "Kernels on built") == save(ada, "Curve", "machine=built", "scaling") == 302
    [address] = re.findall(r'href="(/watches/new/[^"]+)"', ada.get("/questions/").content.decode())
    assert "kernel" in ada.get(address).content.decode()
    assert "/watches/new/" not in Client().get("/questions/").content.decode(), "not for who may not"


def test_what_cannot_be_saved_is_said_with_the_way_back(measured: None) -> None:
    ada = logged_in("ada", Role.UPLOADER)
    assert save(ada, "Kernels") == 302
    answer = ada.post("/questions/", {"name": "Kernels", "kind": "compare", "query": QUESTION})
    assert answer.status_code == 400
    assert "There is already a question called “Kernels”" in answer.content.decode()
    assert f"/compare/?{QUESTION}".replace("&", "&amp;") in answer.content.decode()
    assert save(ada, "") == 400
    assert save(ada, "Speed", "metric=speed") == 400
    assert save(ada, "Other", kind="wishes") == 400
    assert save(Client(), "Mine") in (401, 403)


def test_the_home_page_tells_what_happened_lately(measured: None, client: Client) -> None:
    page = client.get("/").content.decode()
    assert "100" in page
    assert "requests per second" in page
    link = Permalink.objects.get(pk=client.post("/compare/freeze/", {"query": QUESTION}).headers["Location"][3:-1])
    assert f"/p/{link.pk}/" in client.get("/").content.decode()
    Permalink.objects.update(drifted_at=link.created_at, drift=["it differs"])
    assert "the answer has changed since it was frozen" in client.get("/").content.decode()


def test_an_upload_of_many_machines_names_some_and_counts_the_others(measured: None, client: Client) -> None:
    made = [runs(setup("Linux 2.4", 8, machine=f"web{n}"), {"requests_per_second": [1.0]})[0] for n in range(6)]
    file = UploadFile.objects.latest("pk")
    for number, run in enumerate(made):
        Run.objects.filter(pk=run.pk).update(file=file, ordinal=number + 2)
    (brought,) = [one for one in uploads_lately() if one.upload.pk == file.upload_id]
    assert len(brought.machines) == 4
    assert brought.machines[-1].endswith(" more")
    assert ", ".join(brought.machines) in client.get("/").content.decode()


def test_who_comes_back_finds_their_runs(measured: None) -> None:
    ada, user = logged_in("ada", Role.UPLOADER), User.objects.get(username="ada")
    assert "Your last uploads" not in ada.get("/").content.decode()
    Upload.objects.update(sender=user)
    page = ada.get("/").content.decode()
    assert "Your last uploads" in page
    assert "concurrency 10" in page
    assert re.search(r"<b\s*>1\d\d/s</b>", page)
    assert re.search(r'href="/compare/upload/\d+/">Compare</a>', page)
    (row,) = re.findall(rf'data-open href="/uploads/{Upload.objects.latest("pk").pk}/"', page)
    assert row, "what is theirs stands once"
    assert "Keep every benchmark log" in Client().get("/").content.decode()
    assert "Keep every benchmark log" not in page, "who comes back knows it"


def test_saving_and_removing_renew_the_page_that_a_browser_keeps(measured: None) -> None:
    ada = logged_in("ada", Role.UPLOADER)
    visitor = Client()
    tag = visitor.get("/")["ETag"]
    assert visitor.get("/", headers={"if-none-match": tag}).status_code == 304
    save(ada, "Kernels")
    assert visitor.get("/", headers={"if-none-match": tag}).status_code == 200


@pytest.mark.parametrize("uploads", [1, 4])
def test_what_happened_lately_takes_the_same_queries_however_much_it_is(
    uploads: int, django_assert_max_num_queries: object
) -> None:
    """The histories of one machine are read for all of its uploads together."""
    runs(setup("Linux 6.1.0", 10), {"requests_per_second": [float(n + 1) for n in range(uploads)]})
    with django_assert_max_num_queries(25):  # type: ignore[operator]  # when machines booted, and how names are spelled
        assert Client().get("/").status_code == 200
