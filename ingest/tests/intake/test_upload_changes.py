"""An upload withdrawn, restored and moved, and nothing frozen changes; and what it says it could not read."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from benchdb.curation.exclusions import exclude
from benchdb.curation.uploads import restore, withdraw
from benchdb.dev.testing.people import logged_in
from benchdb.domain.roles import Role
from benchdb.models import AuditEntry, Log, Machine, Permalink, Run, Setup, Upload, UploadFile
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
QUESTION = "machine=built&cols=kernel&rows=concurrency"
TORN = "The zip archive has lost its directory, which stands at its end: it breaks off inside a.log."


@pytest.fixture
def uploads() -> list[Upload]:
    for kernel, rate in (("Linux 6.1.0", 100.0), ("Linux 6.2.0", 150.0)):
        runs(setup(kernel, 10), {"requests_per_second": [rate, rate + 1]})
    return list(Upload.objects.order_by("pk"))


def test_its_sender_withdraws_it_and_restores_it(uploads: list[Upload]) -> None:
    mine, other = (logged_in(name, Role.UPLOADER) for name in ("ada", "eve"))
    ada = User.objects.get(username="ada")
    Upload.objects.update(sender=ada)
    page = f"/uploads/{uploads[0].pk}/change/"
    assert other.post(page, {"do": "withdraw", "text": "not mine"}).status_code == 403
    assert Run.objects.active().count() == 4
    assert mine.post(page, {"do": "withdraw", "text": "client and server were swapped"}).status_code == 302
    assert Run.objects.active().count() == 3
    shown = mine.get(f"/uploads/{uploads[0].pk}/").content.decode()
    assert "client and server were swapped" in shown
    assert "by ada" in shown
    assert mine.post(page, {"do": "restore"}).status_code == 302
    assert Run.objects.active().count() == 4
    actions = AuditEntry.objects.order_by("pk").values_list("action", "who")
    assert [entry for entry in actions if "upload" in entry[0]] == [
        ("upload.withdrawn", "ada"),
        ("upload.restored", "ada"),
    ]


def test_a_permalink_keeps_its_bytes_when_its_runs_are_withdrawn(client: Client, uploads: list[Upload]) -> None:
    link = client.post("/compare/freeze/", {"query": QUESTION}).headers["Location"]
    before = client.get(f"{link[:-1]}.json").content
    client.post(f"/uploads/{uploads[0].pk}/change/", {"do": "withdraw", "text": "swapped"})
    assert client.get(f"{link[:-1]}.json").content == before
    page = " ".join(client.get(f"/uploads/{uploads[0].pk}/").content.decode().split())
    assert "1 permalink rests on it and keeps its numbers:" in page
    assert f'href="{link}"' in page
    assert "Its <b>1 run</b> is left out" in page
    assert "Restore the 1 run </button>" in page
    assert "Needs you" not in page
    assert "state stored" not in page
    today = client.get(f"/compare.json?{QUESTION}").json()
    assert len(today["runs"]) == 3


def test_a_run_that_was_excluded_for_itself_stays_so(client: Client, uploads: list[Upload]) -> None:
    run = Run.objects.get(file__upload=uploads[0])
    exclude(run, "the network was saturated")
    page = f"/uploads/{uploads[0].pk}/change/"
    client.post(page, {"do": "withdraw", "text": "swapped"})
    client.post(page, {"do": "restore"})
    run.refresh_from_db()
    assert run.excluded_because == "the network was saturated"


def test_it_is_moved_to_another_machine_with_its_run_numbers(client: Client, uploads: list[Upload]) -> None:
    link = client.post("/compare/freeze/", {"query": QUESTION}).headers["Location"]
    before = client.get(f"{link[:-1]}.json").content
    number = Run.objects.get(file__upload=uploads[0]).pk
    client.post(f"/uploads/{uploads[0].pk}/change/", {"do": "move", "text": "web9"})
    run = Run.objects.active().get(pk=number)
    assert str(run.setup.machine) == "web9"
    assert Upload.objects.get(pk=uploads[0].pk).facts["machine"] == "web9", "a later reading says the same"
    assert Setup.objects.filter(machine=Machine.named("built")).count() == 2
    assert client.get(f"{link[:-1]}.json").content == before
    assert len(client.get(f"/compare.json?{QUESTION}").json()["runs"]) == 3


def test_what_cannot_be_is_said(client: Client, uploads: list[Upload]) -> None:
    page = f"/uploads/{uploads[0].pk}/change/"
    for form, words in (
        ({"do": "withdraw", "text": ""}, "Say in 3 to 500 characters why"),
        ({"do": "restore"}, "not withdrawn"),
        ({"do": "move", "text": " "}, "Name the machine"),
        ({"do": "burn"}, "withdrawn, restored, or moved"),
    ):
        answer = client.post(page, form)
        assert answer.status_code == 400
        assert words in answer.content.decode()


def test_no_run_of_a_withdrawn_upload_is_included_by_itself(uploads: list[Upload], client: Client) -> None:
    withdraw(uploads[0].pk, "wireless LAN", "ada")
    [run] = Run.objects.filter(file__upload=uploads[0])
    other = Run.objects.active().first()
    assert other
    exclude(other, "wireless LAN")
    why = f"run {run.pk} came with upload {uploads[0].pk}, which is withdrawn: restore that, and it counts"
    refused = client.delete(f"/api/v1/exclusions/{run.pk}")
    assert (refused.status_code, why in refused.content.decode()) == (409, True)
    assert client.post(f"/runs/{run.pk}/include/").status_code == 302
    assert why in client.get("/runs/").content.decode()
    edit = {"do": "include", "run": [run.pk, other.pk], "back": ""}
    assert why in client.post("/runs/edit/", edit, follow=True).content.decode()
    assert {one.pk for one in Run.objects.filter(excluded_at__isnull=False)} == {run.pk}
    restore(uploads[0].pk)
    assert Run.objects.active().count() == 4


def upload_of(messages: list[str]) -> Upload:
    """Files of which none could be read."""
    upload = Upload.objects.create(digest=f"{1:0>64}", state=Upload.State.FAILED)
    for place, message in enumerate(messages):
        log = Log.objects.create(sha256=f"{place:0>64}", size=9)
        problem = {"line": 0, "column": 0, "message": message, "excerpt": ""}
        UploadFile.objects.create(
            upload=upload, log=log, position=place, name=f"f{place}", state="failed", problems=[problem]
        )
    return upload


def test_what_could_not_be_read_says_why(client: Client) -> None:
    page = client.get(f"/uploads/{upload_of([TORN]).pk}/").content.decode()
    assert TORN in page.partition("Needs you")[2].partition("</table>")[0]
    assert "Not a log we know" not in page


def test_of_many_files_the_first_few_stand_open(client: Client) -> None:
    page = client.get(f"/uploads/{upload_of([TORN] * 45).pk}/").content.decode()
    opened, _, folded = page.partition("<h2>Needs you</h2>")[2].partition("All others")
    assert opened.count(TORN[:60]) == 5
    assert "· 40 files" in " ".join(folded.split())
    assert "The first 40 of 45." in " ".join(folded.split())


def test_only_who_may_retry_sees_the_button(client: Client) -> None:
    page = f"/uploads/{upload_of([TORN]).pk}/"
    assert "Retry 1 file" in " ".join(client.get(page).content.decode().split())
    for other in (Client(), logged_in("eve", Role.VIEWER), logged_in("uma", Role.UPLOADER)):
        assert "Retry" not in other.get(page).content.decode()
        assert other.post(f"{page}retry/").status_code in (401, 403)


@pytest.mark.parametrize("facts", [{"machine": "web8"}, {"cpus": "x"}])
def test_a_correction_that_is_refused_says_so_where_its_form_is_not(
    client: Client, uploads: list[Upload], facts: dict[str, str]
) -> None:
    page = f"/uploads/{uploads[0].pk}/"
    refused = client.post(page, {"cpus": "x"})
    assert refused.content.decode().count('role="alert"') == 1, "in its form"
    Upload.objects.update(state=Upload.State.PARSING)
    early = client.post(page, facts)
    Upload.objects.update(state=Upload.State.STORED)
    stranger = logged_in("eve", Role.UPLOADER).post(page, facts)
    assert (refused.status_code, early.status_code, stranger.status_code) == (400, 400, 403)
    for answer in (early, stranger):
        assert len(re.findall(r'role="alert">Nothing was changed\. \w[^<]+</p>', answer.content.decode())) == 1
        assert 'id="facts"' not in answer.content.decode()


def test_a_refused_flag_says_so_beside_its_box(client: Client, uploads: list[Upload]) -> None:
    page = client.post(f"/uploads/{uploads[0].pk}/", {"own_runs": "perhaps"}).content.decode()
    box = page[page.index('name="own_runs"') :]
    box = box[: box.index("</label>")]
    assert 'aria-invalid="true" aria-describedby="fault"' in box
    assert re.search(r'id="fault">[^<]*“perhaps”: it takes true or false\.', box)


@pytest.mark.parametrize(("stated", "is_ticked"), [("false", False), ("", False), ("true", True), ("on", True)])
def test_a_refused_form_comes_back_with_its_box_as_it_was(client: Client, stated: str, is_ticked: bool) -> None:
    page = client.post("/uploads/", {"own_runs": stated, "cpus": "x"}).content.decode()
    box = page[page.index('name="own_runs"') :]
    assert ("checked" in box[: box.index(">")]) == is_ticked


def test_all_permalinks_that_rest_on_it_are_counted_and_the_newest_named(client: Client, uploads: list[Upload]) -> None:
    link = client.post("/compare/freeze/", {"query": QUESTION}).headers["Location"].split("/")[2]
    for number in range(24):
        copy = Permalink.objects.get(pk=link)
        copy.pk, copy.title = f"{number:0>{len(link)}}", f"copy {number}"
        copy.save(force_insert=True)
    withdraw(uploads[0].pk, "swapped", "ada")
    page = " ".join(client.get(f"/uploads/{uploads[0].pk}/").content.decode().split())
    assert "25 permalinks rest on it and keep its numbers:" in page
    note = page[page.index("25 permalinks") :]
    note = note[: note.index("</p>")]
    assert note.count('href="/p/') == 20
    assert note.endswith("</a> and 5 more ")


def test_a_withdrawn_upload_that_gave_nothing_says_so_and_why(client: Client) -> None:
    upload = upload_of([TORN])
    Upload.objects.filter(pk=upload.pk).update(error="None of its files could be read.")
    withdraw(upload.pk, "wrong machine", "ada")
    page = " ".join(client.get(f"/uploads/{upload.pk}/").content.decode().split())
    assert "It had no run or recording that counted. The raw files stay." in page
    assert "None of its files could be read." in page
    assert "left out of" not in page
