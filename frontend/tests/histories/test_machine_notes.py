"""What people say was done to a machine stands beside the changes of its days, and is never taken for their cause."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from benchdb.accounts.people import give_role
from benchdb.curation.exclusions import exclude
from benchdb.domain.roles import Role
from benchdb.models import AuditEntry, Machine, MachineNote, Permalink, Run
from benchdb.questions.permalinks.drift import checked
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import NEW, OLD, START, dated

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"
QUERY = "?machine=built"
TEXT = "moved to rack 4, new switch"


@pytest.fixture
def slower() -> list[Run]:
    """Ten runs a day apart, and ten slower ones from 13 March on, of which nothing on record says why."""
    old = dated(runs(setup("Linux 6.1.0", 50), {RATE: OLD}), START)
    return [*old, *dated(runs(setup("Linux 6.1.0", 50), {RATE: NEW}), START + timedelta(days=12))]


def person(name: str, role: Role) -> Client:
    user = User.objects.create(username=name)
    give_role(user, role)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def jonas(db: None) -> Client:
    return person("jonas", Role.EDITOR)


def noted(jonas: Client, **changes: str) -> MachineNote:
    form = {"machine": "built", "text": TEXT, "since": "2026-03-11", "until": "", "back": f"/history/{QUERY}"}
    answer = jonas.post("/notes/new/", form | changes)
    assert (answer.status_code, answer["Location"]) == (302, f"/history/{QUERY}")
    return MachineNote.objects.latest("pk")


def change_of(client: Client, query: str = QUERY) -> Any:
    (row,) = (row for row in client.get(f"/history/{query}").context["changes"].rows if row.number)
    return row


def plain(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_a_change_without_a_cause_asks_what_changed_and_says_it(jonas: Client, slower: list[Run]) -> None:
    row = change_of(jonas)
    assert (row.cause, row.notes) == ("", ())
    page = jonas.get(row.say)
    typed = page.context["typed"]
    assert (page.context["machine"], typed["since"], typed["until"]) == ("built", "2026-03-10", "2026-03-13")
    noted(jonas)
    page_text = plain(jonas, f"/history/{QUERY}")
    assert f'No recorded condition changed there.</b> <div class="q">jonas: “{TEXT}”</div>' in page_text
    assert [note.text for note in change_of(jonas).notes] == [TEXT]


def test_a_note_is_no_cause(jonas: Client, slower: list[Run]) -> None:
    """Verdict, figures and caveats are those without it; the headline says that there is only a note."""
    before = jonas.get(f"/history.json{QUERY}").json()
    noted(jonas)
    after = jonas.get(f"/history.json{QUERY}").json()
    assert "(no recorded condition changed there; there is only a note)" in after["headline"]
    assert after["headline"].replace("; there is only a note", "") == before["headline"]
    assert after.pop("machine_notes")[0]["text"] == TEXT
    assert after["curves"][0]["changes"][0].pop("machine_notes") == [MachineNote.objects.get().pk]
    assert {**after, "headline": ""} == {**before, "headline": ""}


@pytest.mark.parametrize(
    ("days", "is_beside"),
    [
        (("2026-03-09", ""), False), (("2026-03-10", ""), True), (("2026-03-11", "2026-03-12"), True),
        (("2026-03-13", ""), True), (("2026-03-14", ""), False), (("2026-03-01", "2026-03-20"), True),
    ],
)  # fmt: skip
def test_the_days_of_a_note_are_beside_the_stretch_of_a_change(
    jonas: Client, slower: list[Run], days: tuple[str, str], is_beside: bool
) -> None:
    note = noted(jonas, since=days[0], until=days[1])
    assert bool(change_of(jonas).notes) is is_beside
    ((shown, numbers),) = jonas.get(f"/history/{QUERY}").context["machine_notes"]
    assert (shown.note, numbers) == (note.pk, [1] * is_beside)


def test_a_note_is_of_every_setup_of_its_machine_and_of_no_other(jonas: Client, slower: list[Run]) -> None:
    for machine in ("built", "other"):
        for values, days in ((OLD, 0), (NEW, 12)):
            dated(runs(setup("Linux 6.1.0", 99, machine), {RATE: values}), START + timedelta(days=days))
    noted(jonas)
    assert change_of(jonas, "?machine=built&concurrency=99").notes
    assert not change_of(jonas, "?machine=other").notes
    rows = jonas.get("/history/?concurrency=99&by=machine").context["changes"].rows
    assert {row.curve: len(row.notes) for row in rows} == {"built": 1, "other": 0}
    assert {row.curve: "machine=other" in row.say for row in rows} == {"built": False, "other": True}


def test_notes_lie_beneath_the_chart_with_those_of_runs(jonas: Client, slower: list[Run]) -> None:
    noted(jonas)
    noted(jonas, text="fan", since="2026-03-02", until="2026-03-04")
    Run.objects.filter(pk=slower[5].pk).update(notes="cold start")
    (lane,) = jonas.get(f"/history/{QUERY}").context["charts"][0].lanes
    assert (lane.title, lane.has_gaps) == ("Notes", True)
    assert [span.text for span in lane.spans] == ["jonas: fan", "cold start", f"jonas: {TEXT}"]
    assert [(span.most - span.least) / 86400 for span in lane.spans] == [3.0, 0.0, 1.0]


def test_exports_carry_notes_where_they_say_what_changed(jonas: Client, slower: list[Run]) -> None:
    heads = jonas.get(f"/history.csv{QUERY}").content.decode().splitlines()[0]
    noted(jonas)
    rows = list(csv.DictReader(io.StringIO(jonas.get(f"/history.csv{QUERY}").content.decode())))
    assert list(rows[0]) == [*heads.split(","), "level_notes"]
    assert [row["level_notes"] for row in rows] == [""] * 10 + [f"jonas: “{TEXT}”"] * 10
    markdown = jonas.get(f"/history.md{QUERY}").content.decode()
    assert "| Noted there |" in markdown
    assert f"- built, 11 Mar 2026; jonas: “{TEXT}”, beside change 1" in markdown
    text = " ".join(jonas.get(f"/history.txt{QUERY}").content.decode().split())
    assert f'* built, 11 Mar 2026; jonas: "{TEXT}", beside change 1' in text


def test_along_versions_and_before_it_was_made_there_is_no_note(jonas: Client, slower: list[Run]) -> None:
    before = timezone.now()
    noted(jonas)
    assert "machine_notes" not in jonas.get(f"/history.json{QUERY}&x=kernel").json()
    assert "machine_notes" not in jonas.get(f"/history.json{QUERY}&as_of={before:%Y-%m-%dT%H:%M:%SZ}").json()


def frozen(client: Client) -> Permalink:
    answer = client.post("/history/freeze/", {"query": QUERY[1:]})
    return Permalink.objects.get(pk=answer["Location"].split("/")[2])


ENDINGS = ("json", "csv", "md", "txt", "svg")


def test_a_frozen_history_keeps_its_notes_and_a_later_one_is_no_drift(jonas: Client, slower: list[Run]) -> None:
    bare = frozen(jonas)
    note = noted(jonas)
    link = frozen(jonas)
    assert link.pk != bare.pk
    assert "note" not in bare.result.replace('"notes"', "")
    files = {ending: jonas.get(f"/p/{link.pk}.{ending}").content for ending in ENDINGS}
    assert all(TEXT in files[ending].decode() for ending in ("json", "csv", "md"))
    page = plain(jonas, f"/p/{link.pk}/")
    assert f"jonas: “{TEXT}”" in page
    assert "Say what changed" not in page
    noted(jonas, text="another switch")
    jonas.post(f"/notes/{note.pk}/remove/", {})
    for one in (bare, link):
        drifted = checked(one)
        assert (drifted.finding, drifted.differences) == (None, ())
    assert {ending: jonas.get(f"/p/{link.pk}.{ending}").content for ending in ENDINGS} == files
    assert f"jonas: “{TEXT}”" in plain(jonas, f"/p/{link.pk}/")
    assert "another switch" not in plain(jonas, f"/p/{bare.pk}/")


def test_a_note_that_came_since_hides_no_other_difference(jonas: Client, slower: list[Run]) -> None:
    """Nor is it one beside them: the headline of today is compared without it, and a name in it is none of the runs."""
    runs(setup("Linux 6.1.0", 7, "web8"), {RATE: [1.0]})
    noted(jonas, text="swapped its disk with that of web8")
    link = frozen(jonas)
    jonas.post("/machines/web8/correct/", {"name": "web9"})
    noted(jonas, text="no, with that of web9")
    assert checked(link).differences == ()
    jonas.post("/machines/built/correct/", {"name": "web3"})
    (only,) = checked(link).differences
    assert (only.kind, only["was"], only["now"]) == ("leads on", "built", "web3")
    exclude(slower[0], "for a test")
    kinds = {one.kind for one in checked(link).differences}
    assert "leads on" in kinds
    assert len(kinds) > 1
    assert "judged otherwise" not in kinds


def test_what_is_frozen_without_a_note_is_the_link_that_it_always_was(jonas: Client, slower: list[Run]) -> None:
    bare = frozen(jonas)
    note = noted(jonas)
    jonas.post(f"/notes/{note.pk}/remove/", {})
    assert frozen(jonas).pk == bare.pk


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"text": " "}, "text: expected 1 to 500 characters."),
        ({"text": "x" * 501}, "text: expected 1 to 500 characters."),
        ({"since": "July"}, "day: expected one like 2006-07-10, from 1970 on, found &#x27;July&#x27;."),
        ({"since": "1066-10-14"}, "found &#x27;1066-10-14&#x27;"),
        ({"until": "2026-03-01"}, "days: 2026-03-01 is before 2026-03-11."),
    ],
)
def test_what_cannot_be_a_note_is_said_and_kept_in_the_form(
    jonas: Client, slower: list[Run], changes: dict[str, str], error: str
) -> None:
    answer = jonas.post("/notes/new/", {"machine": "built", "text": TEXT, "since": "2026-03-11"} | changes)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert error in page
    assert {"text": TEXT, **changes}["text"] in page
    assert not MachineNote.objects.exists()
    assert jonas.post("/notes/new/", {"machine": "none"}).status_code == 404


def test_with_htmx_the_form_comes_in_place_and_leads_back(jonas: Client, slower: list[Run]) -> None:
    jonas.defaults["HTTP_HX_REQUEST"] = "true"
    form = jonas.get(change_of(jonas).say)
    assert b"<html" not in form.content
    assert b'hx-post="/notes/new/"' in form.content
    typed = {"machine": "built", "text": TEXT, "since": "2026-03-11", "back": f"/history/{QUERY}"}
    assert jonas.post("/notes/new/", typed)["HX-Redirect"] == f"/history/{QUERY}"
    away = jonas.post("/notes/new/", typed | {"back": "//evil.example/"})
    assert away["HX-Redirect"] == "/machines/built/#notes"


def test_the_page_of_a_machine_lists_its_notes_for_change_and_removal(jonas: Client, slower: list[Run]) -> None:
    note = noted(jonas)
    page = plain(jonas, "/machines/built/")
    assert (TEXT in page, f"/notes/{note.pk}/" in page, "/notes/new/?machine=built" in page) == (True, True, True)
    assert TEXT in jonas.get(f"/notes/{note.pk}/").content.decode()
    jonas.post(f"/notes/{note.pk}/", {"text": "moved to rack 5", "since": "2026-03-11", "until": "2026-03-12"})
    assert "11 Mar to 12 Mar 2026" in plain(jonas, "/machines/built/")
    jonas.post(f"/notes/{note.pk}/remove/", {})
    assert "moved to rack 5" not in plain(jonas, "/machines/built/").partition('id="notes"')[2]
    entries = AuditEntry.objects.filter(action__startswith="machinenote").order_by("pk")
    assert [(one.action, one.who, one.subject) for one in entries] == [
        (f"machinenote.{word}", "jonas", "note on built") for word in ("made", "changed", "deleted")
    ]
    assert entries[1].before["text"] == TEXT
    assert entries[2].address == "/machines/built/"


def test_only_its_writer_and_editors_change_a_note(slower: list[Run], jonas: Client, client: Client) -> None:
    note = noted(jonas)
    mira, other = person("mira", Role.EDITOR), person("paul", Role.UPLOADER)
    give_role(User.objects.get(username="jonas"), Role.UPLOADER)
    form = {"text": "x", "since": "2026-03-11"}
    assert other.post(f"/notes/{note.pk}/", form).status_code == 403
    assert jonas.post(f"/notes/{note.pk}/", form).status_code == 302
    assert jonas.post("/notes/new/", {"machine": "built", **form}).status_code == 403
    assert mira.post(f"/notes/{note.pk}/", form | {"text": "y"}).status_code == 302
    assert MachineNote.objects.get().text == "y"
    page = plain(other, f"/history/{QUERY}")
    assert "y" in [one.text for one in change_of(other).notes]
    assert "Say what changed" not in page
    assert "Add a note" not in page


def test_notes_follow_their_machine(jonas: Client, slower: list[Run]) -> None:
    runs(setup("Linux 6.1.0", 7, "built.lab"), {RATE: [1.0]})
    noted(jonas)
    noted(jonas, machine="built.lab", text="of the lab")
    jonas.post("/machines/built/correct/", {"name": "web3"})
    assert [note.text for note in change_of(jonas, "?machine=web3").notes] == [TEXT]
    jonas.post("/machines/built-lab/correct/", {"do": "merge", "into": "web3"})
    assert {note.text for note in change_of(jonas, "?machine=web3").notes} == {TEXT, "of the lab"}
    noted(jonas, machine="built.lab", text="since")
    entry = AuditEntry.objects.get(action="machine.merged")
    web3 = Machine.objects.get(name="web3")
    jonas.post(f"/machines/{web3.slug}/correct/", {"do": "undo", "entry": entry.pk})
    assert {note.text for note in change_of(jonas, "?machine=web3").notes} == {TEXT, "since"}
    assert list(MachineNote.objects.filter(machine__name="built.lab").values_list("text", flat=True)) == ["of the lab"]


def test_a_note_that_is_sent_twice_is_one(jonas: Client, slower: list[Run]) -> None:
    assert noted(jonas) == noted(jonas)
    assert MachineNote.objects.count() == 1
    noted(jonas, since="2026-03-12")
    assert MachineNote.objects.count() == 2


@pytest.mark.parametrize("address", ["/notes/new/?machine=%00", "/notes/new/?machine=built&since=%00&back=/%0Ax"])
def test_signs_that_no_text_has_break_no_form(jonas: Client, slower: list[Run], address: str) -> None:
    assert jonas.get(address).status_code in (200, 400, 404)
    form = {"machine": "built", "text": "x\0y", "since": "2026-03-11", "back": "/x\r\nSet-Cookie: a=b"}
    answer = jonas.post("/notes/new/", form, headers={"hx-request": "true"})
    assert answer.status_code in (200, 400)
    assert "Set-Cookie: a" not in str(answer.headers)


def test_what_a_terminal_or_a_reader_would_obey_is_no_part_of_a_note(jonas: Client, slower: list[Run]) -> None:
    noted(jonas, text="fan\x1b[31m\u202e,\tnew\r\nswitch\0")
    assert MachineNote.objects.get().text == "fan[31m, new switch"


def test_a_machine_has_no_more_notes_than_a_page_can_bear(
    jonas: Client, slower: list[Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchdb.curation.machine_notes.MOST", 1)
    noted(jonas)
    answer = jonas.post("/notes/new/", {"machine": "built", "text": "x", "since": "2026-03-11"})
    assert "built has 1 notes, which is the limit; remove one first." in answer.content.decode()


def test_a_note_outlives_its_writers_account(jonas: Client, slower: list[Run], admin_client: Client) -> None:
    note = noted(jonas)
    User.objects.get(username="jonas").delete()
    note.refresh_from_db()
    assert (note.writer, note.made_by, note.since) == (None, "jonas", date(2026, 3, 11))
    assert change_of(admin_client).notes[0].by == "jonas"
