"""Chosen runs corrected together: what changes is said first, nothing frozen changes, and one click undoes it."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.curation.corrections.run_corrections import MOST
from benchdb.curation.exclusions import exclude
from benchdb.curation.tags import tag
from benchdb.dev.testing.people import logged_in
from benchdb.domain.roles import Role
from benchdb.domain.setups.fingerprints import SETUP_FIELDS, fingerprint
from benchdb.models import AuditEntry, Run, RunCorrection, Setup
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
PAGE = "/runs/correct/"
QUESTION = "machine=built&cols=kernel&rows=concurrency"


@pytest.fixture
def made() -> list[Run]:
    """Three uploads of a run each under one kernel, and one under another."""
    same = runs(setup("Linux 5.10", 10), {"requests_per_second": [100.0, 101.0, 102.0]})
    made = [*same, *runs(setup("Linux 6.1", 10), {"requests_per_second": [150.0]})]
    for row in Setup.objects.all():  # as the site makes it
        row.fingerprint = fingerprint({name: getattr(row, name) for name in SETUP_FIELDS})
        row.save()
    return made


def numbers(chosen: list[Run]) -> list[str]:
    return [str(run.pk) for run in chosen]


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def correct(client: Client, chosen: list[Run], **facts: str) -> str:
    """As the page has it: shown first, then done. Where that leads."""
    form = {"run": numbers(chosen), **facts}
    seen = client.post(PAGE, form).context["plan"].sentence
    answer = client.post(PAGE, {**form, "do": "correct", "seen": seen})
    assert answer.status_code == 302, text(answer)
    return str(answer.headers["Location"])


def kernels() -> list[str]:
    return [str(run.setup.kernel) for run in Run.objects.active().order_by("pk").with_setup()]


def test_what_will_change_is_said_before_anything_does(client: Client, made: list[Run]) -> None:
    form = client.post(PAGE, {"run": numbers(made), "do": "choose"})
    assert text(client.get(PAGE, {"run": numbers(made)})).count("now Linux 5.10 (3)") == 1
    assert "Correct 4 runs" in text(form)
    assert "Linux 5.10 (3) and Linux 6.1 (1)" in text(form)
    shown = client.post(PAGE, {"run": numbers(made), "kernel": "Linux 6.1"})
    assert "3 runs of 3 uploads: kernel Linux 5.10 → Linux 6.1" in text(shown)
    assert "1 of the chosen runs has all of this already" in text(shown)
    assert kernels() == ["Linux 5.10"] * 3 + ["Linux 6.1"]
    assert not RunCorrection.objects.exists()


def test_only_what_was_shown_is_done(client: Client, made: list[Run]) -> None:
    form = {"run": numbers(made), "do": "correct", "kernel": "Linux 5.15", "seen": "4 runs of 4 uploads: zone a → b"}
    answer = client.post(PAGE, form)
    assert answer.status_code == 200
    assert "3 uploads" not in text(answer)
    assert "4 runs of 4 uploads: kernel Linux 5.10 (3) and Linux 6.1 (1) → Linux 5.15" in text(answer)
    assert "Linux 5.15" not in kernels()


def test_chosen_runs_are_filed_under_what_is_said_and_keep_their_numbers(client: Client, made: list[Run]) -> None:
    tag(made[0], "slow")
    exclude(made[1], "the network was saturated")
    correct(client, made[:2], kernel="Linux 5.15", cpus="4", zone="web", tuning="KeepAlive=Off; sendfile=on")
    run = Run.objects.with_setup().get(pk=made[0].pk)
    assert (str(run.setup.kernel), run.setup.cpus, run.setup.zone) == ("Linux 5.15", 4, "web")
    assert run.setup.tuning == {"KeepAlive": "Off", "sendfile": "on"}
    assert str(run.setup.machine) == "built"
    assert [word.name for word in run.tags.all()] == ["slow"]
    assert Run.objects.get(pk=made[1].pk).excluded_because == "the network was saturated"
    assert kernels() == ["Linux 5.15", "Linux 5.10", "Linux 6.1"]


def test_what_is_left_empty_stays_as_it_is(client: Client, made: list[Run]) -> None:
    correct(client, made[:3], zone="web")
    assert kernels() == ["Linux 5.10"] * 3 + ["Linux 6.1"]


def test_names_that_are_two_rows_are_two_names(client: Client) -> None:
    made = runs(setup("Linux 6.1", 10, machine="Straße 1"), {"requests_per_second": [1.0]})
    assert "machine Straße 1 → STRASSE 1" in text(client.post(PAGE, {"run": numbers(made), "machine": "STRASSE 1"}))
    assert "all of this already" in text(client.post(PAGE, {"run": numbers(made), "machine": "STRAßE 1"}))


def test_one_click_undoes_it(client: Client, made: list[Run]) -> None:
    before = list(Run.objects.order_by("pk").values("pk", "setup", "stated", "notes", "booted_at"))
    page = correct(client, made, kernel="Linux 5.15", notes="BIOS 1.2", booted_at="2026-11-21T14:05:00")
    assert Run.objects.get(pk=made[0].pk).notes == "BIOS 1.2"
    assert "4 runs of 4 uploads" in text(client.get(page))
    undone = client.post(f"{page}undo/", follow=True)
    assert "4 runs have what they had before" in text(undone)
    assert list(Run.objects.order_by("pk").values("pk", "setup", "stated", "notes", "booted_at")) == before
    assert f'action="{page}undo/"' not in text(client.get(page))


def test_what_was_corrected_since_stays_when_the_first_is_undone(client: Client, made: list[Run]) -> None:
    page = correct(client, made[:3], kernel="Linux 5.15")
    correct(client, made[:1], kernel="Linux 5.16")
    correct(client, made[1:2], zone="web")
    assert "2 runs have what they had before; 1 was changed since and stays" in text(
        client.post(f"{page}undo/", follow=True)
    )
    assert kernels() == ["Linux 5.16", "Linux 5.10", "Linux 5.10", "Linux 6.1"]
    second = Run.objects.get(pk=made[1].pk)
    assert (second.setup.zone, second.stated) == ("web", {"zone": "web"})
    assert "undone already" in text(client.post(f"{page}undo/", follow=True))


def test_nothing_frozen_changes(client: Client, made: list[Run]) -> None:
    link = client.post("/compare/freeze/", {"query": QUESTION}).headers["Location"]
    before = client.get(f"{link[:-1]}.json").content
    assert client.get(f"/compare.json?{QUESTION}").json()["columns"] == ["Linux 5.10", "Linux 6.1"]
    correct(client, made, kernel="Linux 6.1")
    assert client.get(f"{link[:-1]}.json").content == before
    assert client.get(f"/compare.json?{QUESTION}").json()["columns"] == ["Linux 6.1"]


def test_the_audit_log_has_both(client: Client, made: list[Run]) -> None:
    page = correct(client, made, kernel="Linux 6.1")
    client.post(f"{page}undo/")
    entries = list(AuditEntry.objects.filter(action__startswith="runs.").values_list("action", "subject", "address"))
    assert entries == [
        ("runs.put back", "3 runs of 3 uploads", page),
        ("runs.corrected", "3 runs of 3 uploads", page),
    ]
    entry = AuditEntry.objects.get(action="runs.corrected")
    assert (entry.before, entry.after) == ({"kernel": "Linux 5.10"}, {"kernel": "Linux 6.1"})


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "Say at least one fact"),
        ({"cpus": "many"}, "cpus: expected a whole number above 0, found &#x27;many&#x27;"),
        ({"trial": "3"}, "Say at least one fact"),
        ({"kernel": "linux  5.10"}, "The chosen runs have all of this already"),
    ],
)
def test_what_cannot_be_is_said(client: Client, made: list[Run], facts: dict[str, str], words: str) -> None:
    answer = client.post(PAGE, {"run": numbers(made[:3]), **facts})
    assert answer.status_code == 400
    assert words in text(answer)


def test_at_most_so_many_are_corrected_together(client: Client, made: list[Run]) -> None:
    answer = client.get(PAGE, {"run": [str(number) for number in range(1, MOST + 2)]})
    assert answer.status_code == 400
    assert "Choose 1 to 500 runs" in text(answer)
    assert "Choose 1 to 500 runs" in text(client.get(PAGE))


def test_permissions_come_before_validation(made: list[Run]) -> None:
    uploader = logged_in("ada", Role.UPLOADER)
    assert uploader.get(PAGE).status_code == 403
    assert uploader.post(PAGE, {"run": "x", "cpus": "many"}).status_code == 403
    editor = logged_in("eve", Role.EDITOR)
    page = correct(editor, made, kernel="Linux 6.1")
    assert f'action="{page}undo/"' in text(editor.get(page))
    assert f'action="{page}undo/"' not in text(uploader.get(page))
    assert uploader.post(f"{page}undo/").status_code == 403
    body = {"runs": "x", "facts": {"cpus": "many"}}
    assert uploader.post("/api/v1/corrections", body, content_type="application/json").status_code == 403
    assert uploader.delete("/api/v1/corrections/1").status_code == 403


def test_programs_correct_and_undo_too(client: Client, made: list[Run]) -> None:
    body = {"runs": [run.pk for run in made], "facts": {"kernel": "Linux 6.1"}}
    dry = client.post("/api/v1/corrections", {**body, "dry_run": True}, content_type="application/json")
    assert dry.status_code == 200, dry.content
    assert dry.json()["sentence"] == "3 runs of 3 uploads: kernel Linux 5.10 → Linux 6.1"
    assert dry.json()["id"] is None
    done = client.post("/api/v1/corrections", body, content_type="application/json")
    assert done.status_code == 201, done.content
    assert done.json()["changes"] == [
        {"fact": "kernel", "had": [{"value": "Linux 5.10", "runs": 3}], "value": "Linux 6.1"}
    ]
    again = client.post("/api/v1/corrections", body, content_type="application/json")
    assert again.status_code == 409
    address = f"/api/v1/corrections/{done.json()['id']}"
    assert client.get(address).json()["undone_at"] is None
    assert client.delete(address).json() == {"runs": 3, "left": 0}
    assert client.get(address).json()["undone_at"]
    assert kernels() == ["Linux 5.10"] * 3 + ["Linux 6.1"]
    wrong = client.post("/api/v1/corrections", {**body, "facts": {"trial": "2"}}, content_type="application/json")
    assert wrong.status_code in (400, 422)


def test_a_remark_within_another_one_is_no_remark_yet(client: Client, made: list[Run]) -> None:
    correct(client, made, notes="BIOS 1.2, no CPU turbo")
    correct(client, made, notes="CPU")
    assert Run.objects.get(pk=made[0].pk).notes == "CPU\nBIOS 1.2, no CPU turbo"


def test_who_was_overtaken_is_told_that_nothing_was_corrected(admin_client: Client, made: list[Run]) -> None:
    form = {"run": numbers(made[:2]), "zone": "web"}
    seen = admin_client.post(PAGE, form).context["plan"].sentence
    correct(admin_client, made[:1], zone="other")
    answer = admin_client.post(PAGE, {**form, "do": "correct", "seen": seen})
    assert "Nothing was corrected: these runs were changed since you looked" in text(answer)
    again = {**form, "do": "correct", "seen": answer.context["plan"].sentence}
    assert admin_client.post(PAGE, again).status_code == 302
    assert "Nothing was corrected" not in text(admin_client.post(PAGE, form))
