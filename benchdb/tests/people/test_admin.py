"""Accounts in /admin/ and by manage.py: one admin always stays, no two names differ in their letters' case alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from benchdb.accounts.invitations import make_invitation
from benchdb.domain.roles import Role
from benchdb.models import AuditEntry
from benchdb.tests.people.with_token import PASSWORD

pytestmark = pytest.mark.django_db
PEOPLE = "/admin/auth/user/"
REFUSED = "no admin who can log in would be left"
WHOLE = {"date_joined_0": "2026-11-24", "date_joined_1": "10:00:00"}
FLAGS = ("is_active", "is_staff", "is_superuser")


@pytest.fixture
def ada(client: Client, person: Callable[..., User]) -> User:
    """The only admin; there is one whose account is closed, one whom /admin/ does not let in, and an editor."""
    person(Role.EDITOR, "ed")
    for name, flag in (("closed", "is_active"), ("outside", "is_staff")):
        User.objects.filter(pk=person(Role.ADMIN, name).pk).update(**{flag: False})
    made = person(Role.ADMIN, "ada")
    client.force_login(made)
    return made


def changed(client: Client, who: User, **flags: Any) -> str:
    form = {"username": who.username, **WHOLE, **flags}
    return unescape(client.post(f"{PEOPLE}{who.pk}/change/", form, follow=True).content.decode())


def is_admin(who: User) -> bool:
    return User.objects.filter(pk=who.pk, **dict.fromkeys(FLAGS, True)).exists()


@pytest.mark.parametrize("missing", FLAGS)
def test_the_last_admin_stays_one(client: Client, ada: User, person: Callable[..., User], missing: str) -> None:
    flags = {name: "on" for name in FLAGS if name != missing}
    assert REFUSED in changed(client, ada, **flags)
    assert is_admin(ada)
    assert REFUSED not in changed(client, ada, first_name="Ada", **dict.fromkeys(FLAGS, "on"))
    person(Role.ADMIN, "bob")
    assert REFUSED not in changed(client, ada, **flags)
    assert not is_admin(ada)


def test_the_last_admin_is_not_deleted_alone_or_among_others(client: Client, ada: User) -> None:
    everybody = list(User.objects.values_list("pk", flat=True))
    chosen = {"action": "delete_selected", "_selected_action": everybody, "post": "yes"}
    for address, form in ((f"{PEOPLE}{ada.pk}/delete/", {"post": "yes"}), (PEOPLE, chosen)):
        assert REFUSED in unescape(client.post(address, form, follow=True).content.decode())
        assert User.objects.count() == len(everybody)
    client.post(PEOPLE, {**chosen, "_selected_action": [pk for pk in everybody if pk != ada.pk]})
    assert list(User.objects.all()) == [ada]


def test_of_two_admins_one_can_be_deleted(client: Client, ada: User, person: Callable[..., User]) -> None:
    bob = person(Role.ADMIN, "bob")
    page = client.post(PEOPLE, {"action": "delete_selected", "_selected_action": [bob.pk]}).content.decode()
    assert re.search(r'name="action" value="delete_selected"', page)
    client.post(f"{PEOPLE}{bob.pk}/delete/", {"post": "yes"})
    assert not User.objects.filter(pk=bob.pk).exists()


def test_the_last_admin_keeps_a_password(client: Client, ada: User) -> None:
    page = client.post(f"{PEOPLE}{ada.pk}/password/", {"usable_password": "false", "unset-password": "1"})
    assert REFUSED in unescape(page.content.decode())
    assert User.objects.get(pk=ada.pk).has_usable_password()


def test_an_admin_gives_a_new_password_from_the_page_of_people(client: Client, ada: User) -> None:
    editor, new = User.objects.get(username="ed"), "twelve red kettles"
    at_home = Client()
    at_home.force_login(editor)
    (address,) = re.findall(rf'href="({PEOPLE}{editor.pk}/password/)"', client.get("/people/").content.decode())
    assert client.post(address, {"usable_password": "true", "password1": new, "password2": new}).status_code == 302
    assert Client().post("/login/", {"username": "ed", "password": new}).status_code == 302
    assert at_home.get("/account/").status_code == 401, "the sessions of before have ended"
    assert AuditEntry.objects.get(action="user.password").subject == "user ed"


TAKEN = "There is an account called ada already"


def test_no_account_is_called_like_another_but_for_the_case(client: Client, ada: User) -> None:
    passwords, editor = {"password1": PASSWORD, "password2": PASSWORD}, User.objects.get(username="ed")
    count = User.objects.count()
    pages = [Client().post(make_invitation(Role.VIEWER), {"username": name, **passwords}) for name in ("ADA", "ada")]
    pages.append(client.post(f"{PEOPLE}add/", {"username": "Ada", "usable_password": "true", **passwords}))
    texts = [page.content.decode() for page in pages] + [changed(client, User(pk=editor.pk, username="ADA"))]
    assert [TAKEN in text for text in texts] == [True] * 4
    with pytest.raises(CommandError, match=TAKEN):
        call_command("createsuperuser", "--noinput", username="aDA", email="")
    assert (User.objects.count(), User.objects.filter(username="ed").count()) == (count, 1)


def test_doubles_of_before_go_on(client: Client, ada: User) -> None:
    double = User.objects.create_user("double", password=PASSWORD)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE auth_user SET username = 'ADA' WHERE id = %s", [double.pk])
    double.refresh_from_db()
    assert Client().post("/login/", {"username": "ADA", "password": PASSWORD}).status_code == 302
    assert client.post(f"/people/{double.pk}/role/", {"role": "editor"}, follow=True).status_code == 200
    assert TAKEN not in changed(client, double, is_active="on", first_name="Adele")
    double.refresh_from_db()
    assert (double.first_name, double.account.role) == ("Adele", "editor")
    assert TAKEN not in changed(client, User(pk=double.pk, username="adele"), is_active="on"), "it can be mended"
    assert User.objects.get(pk=double.pk).username == "adele"
