"""`/api/v1/notes`: said, listed, changed and removed by programs."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from benchdb.accounts import tokens
from benchdb.accounts.people import give_role
from benchdb.domain.roles import Role, Scope
from benchdb.models import Machine, MachineNote

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/notes"


def program(name: str, role: Role, scope: Scope = Scope.ADMIN) -> Client:
    user, _ = User.objects.get_or_create(username=name)
    give_role(user, role)
    _, secret = tokens.make_token(user, scope, scope)
    return Client(headers={"Authorization": f"Bearer {secret}"})


@pytest.fixture
def editor() -> Client:
    for name in ("web3", "web8"):
        Machine.objects.create(name=name)
    return program("jonas", Role.EDITOR)


def sent(client: Client, **changes: Any) -> Any:
    body = {"machine": "web3", "text": "new switch", "since": "2006-07-10"} | changes
    return client.post(ADDRESS, body, content_type="application/json")


def test_a_note_is_made_read_changed_and_removed(editor: Client) -> None:
    made = sent(editor, machine="WEB3")
    assert made.status_code == 201
    note = made.json()
    days = (note["since"], note["until"])
    assert (note["machine"], note["made_by"], days) == ("web3", "jonas", ("2006-07-10", "2006-07-10"))
    address = f"{ADDRESS}/{note['id']}"
    assert editor.get(address).json() == note
    changed = editor.patch(address, {"until": "2006-07-12"}, content_type="application/json").json()
    assert changed == note | {"until": "2006-07-12"}
    assert editor.patch(address, {"text": note["text"]}, content_type="application/json").json() == changed
    alone = editor.patch(address, {"until": None}, content_type="application/json").json()
    assert alone == note, "of its first day alone, as where it was made"
    assert editor.delete(address).status_code == 204
    assert editor.get(address).status_code == 404


def test_the_notes_of_one_machine_are_listed_the_newest_first(editor: Client) -> None:
    for machine, text in (("web3", "one"), ("web8", "two"), ("web3", "three")):
        sent(editor, machine=machine, text=text)
    assert [note["text"] for note in editor.get(ADDRESS).json()["notes"]] == ["three", "two", "one"]
    first = editor.get(ADDRESS, {"machine": "web3", "limit": 1}).json()
    assert [note["text"] for note in first["notes"]] == ["three"]
    assert [note["text"] for note in editor.get(first["next"]).json()["notes"]] == ["one"]
    assert editor.get(ADDRESS, {"machine": "none"}).json()["notes"] == []


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"machine": "none"}, 404), ({"text": " "}, 409), ({"until": "2006-07-09"}, 409),
        ({"since": "1006-07-09"}, 409),
        ({"text": ""}, 422), ({"since": "July"}, 422), ({"text": "x" * 501}, 422),
    ],
)  # fmt: skip
def test_what_cannot_be_a_note_is_refused(editor: Client, changes: dict[str, str], status: int) -> None:
    assert sent(editor, **changes).status_code == status
    assert not MachineNote.objects.exists()


def test_its_writer_changes_it_without_being_an_editor_and_nobody_else_does(editor: Client) -> None:
    address = f"{ADDRESS}/{sent(editor).json()['id']}"
    jonas, paul = program("jonas", Role.UPLOADER), program("paul", Role.UPLOADER)
    assert sent(paul).status_code == 403
    body = {"text": "new cable"}
    assert paul.patch(address, body, content_type="application/json").status_code == 403
    assert paul.delete(address).status_code == 403
    assert jonas.patch(address, body, content_type="application/json").json()["text"] == "new cable"
    assert jonas.delete(address).status_code == 204
