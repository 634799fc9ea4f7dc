"""Links that are not used yet: who made them, for whom, and how one is withdrawn. What the form behind a link says."""

import html
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import strip_tags

from benchdb.accounts import invitations
from benchdb.domain.roles import Role
from benchdb.models import AuditEntry, Invitation
from benchdb.wording import words

pytestmark = pytest.mark.django_db
PASSWORD = "seventeen grey otters"


def test_an_unused_invitation_is_listed_and_can_be_withdrawn(admin_client: Client) -> None:
    page = admin_client.post("/people/", {"role": "admin", "note": "Bo, by mail"}).content.decode()
    link = re.search(r'value="http://testserver(/join/[^"]+)"', page)
    listed = " ".join(strip_tags(admin_client.get("/people/").content.decode()).split())
    assert link
    assert "Unused links" in listed
    assert "admin Bo, by mail admin" in listed
    withdraw = f"/people/invitations/{Invitation.objects.get().pk}/withdraw/"
    assert "is withdrawn" in admin_client.post(withdraw, follow=True).content.decode()
    assert b"This link was withdrawn" in Client().get(link[1]).content
    assert Client().post(link[1], {"username": "eve", "password1": PASSWORD, "password2": PASSWORD}).status_code == 410
    assert "Nothing was changed" in admin_client.post(withdraw, follow=True).content.decode()
    assert "Unused links" not in admin_client.get("/people/").content.decode()
    made, withdrawn = AuditEntry.objects.filter(action__startswith="invitation.").order_by("pk")
    assert (made.after, withdrawn.action, withdrawn.who) == ({"note": "Bo, by mail"}, "invitation.withdrawn", "admin")


def test_a_used_invitation_is_neither_listed_nor_withdrawn(admin_client: Client) -> None:
    link = invitations.make_invitation(Role.VIEWER)
    invitations.join(link.split("/")[2], "bo", PASSWORD)
    assert "Unused links" not in admin_client.get("/people/").content.decode()
    assert invitations.withdraw(Invitation.objects.get().pk) is None
    assert User.objects.get(username="bo").is_active


@pytest.mark.parametrize("role", ["none", "editor"])
def test_who_is_no_admin_any_longer_lets_nobody_in(
    client: Client, person: Callable[..., User], admin_client: Client, role: str
) -> None:
    ada = person(Role.ADMIN, "ada")
    client.force_login(ada)
    page = client.post("/people/", {"role": "admin", "note": "myself, later"}).content.decode()
    link = re.search(r'value="http://testserver(/join/[^"]+)"', page)
    assert link
    admin_client.post(f"/people/{ada.pk}/role/", {"role": role})
    refused = Client().post(link[1], {"username": "ada2", "password1": PASSWORD, "password2": PASSWORD})
    assert (refused.status_code, User.objects.filter(username="ada2").exists()) == (410, False)
    assert "made by ada, who is no admin here any longer" in refused.content.decode()
    assert "Unused links" not in admin_client.get("/people/").content.decode()


def test_the_form_of_a_new_account_says_beforehand_what_a_name_may_be(client: Client) -> None:
    link = invitations.make_invitation(Role.VIEWER)
    before = html.unescape(client.get(link).content.decode())
    assert words("name of an account") in before
    assert words("password") in before
    refused = client.post(link, {"username": "Bo Müller", "password1": PASSWORD, "password2": PASSWORD})
    assert words("no name of an account") in refused.content.decode()


def test_who_may_not_upload_is_not_asked_to(client: Client) -> None:
    client.force_login(User.objects.create_user("vi"))
    assert "Upload logs" not in client.get("/").content.decode().replace("\n", "")
    assert "/uploads/" in Client().get("/").content.decode(), "a stranger is led to log in"
