"""Who gets in, and how: the first link, passwords, roles, reading for members only."""

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from benchdb.accounts import invitations
from benchdb.accounts.people import role_of
from benchdb.accounts.site_token import COOKIE, ensure_site_token
from benchdb.dev.testing.waiting import wait_for
from benchdb.domain.roles import Role, Scope
from benchdb.host.paths import Paths
from benchdb.management.commands.prepare import write_first_link
from benchdb.models import AuditEntry, Invitation, Token, Upload, Webhook
from benchdb.tests.house.test_idle_worker import waits_for_a_lock
from benchdb.tests.people.with_token import PASSWORD, upload, with_token
from benchdb.web.access import token_file

pytestmark = pytest.mark.django_db

HTML = {"Accept": "text/html"}


def test_a_new_site_takes_uploads_by_its_token_until_somebody_has_an_account(
    site_token: str, person: Callable[..., User]
) -> None:
    bearer = {"Authorization": f"Bearer {site_token}"}
    browser = Client()
    assert upload(browser) == 403
    assert browser.get(f"/open/{site_token}/").headers["Location"] == "/"
    landing = browser.get("/").content.decode()
    assert "This browser may now upload and edit here" in landing
    assert [upload(browser), upload(Client(), headers=bearer)] == [202, 200]
    person(Role.ADMIN)
    assert [upload(browser), upload(Client(), headers=bearer)] == [401, 401]
    assert Client().get(f"/open/{site_token}/").status_code == 410


def test_coming_from_this_machine_is_not_enough_and_the_answer_says_what_is(site_token: str) -> None:
    answer = Client().post("/api/v1/uploads", {}, headers={"X-Forwarded-For": ""})
    assert (answer.status_code, answer.headers["Content-Type"]) == (403, "application/problem+json")
    assert "Claim this site first" in answer.json()["detail"]
    assert f'Bearer $(cat {token_file()})"' in answer.json()["detail"]
    page = Client().post("/uploads/", headers=HTML)
    assert page.status_code == 403
    assert b"Claim this site first" in page.content
    assert Client().get("/open/wrong/").status_code == 410
    assert site_token not in answer.content.decode() + page.content.decode()


def test_the_token_is_where_the_data_folder_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BENCHDB_DATA", raising=False)
    assert token_file() == "var/token"
    monkeypatch.setenv("BENCHDB_DATA", "/srv/benchdb")
    assert token_file() == '"$BENCHDB_DATA/token"', "its path is nobody's business who has no account"


def test_the_cookie_of_an_unclaimed_site_serves_no_page_of_another(site_token: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    cookie = browser.get(f"/open/{site_token}/").cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert upload(browser) == 403
    assert upload(browser, headers={"Origin": "http://elsewhere.example"}) == 403
    assert upload(browser, headers={"Origin": "http://testserver"}) == 202


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_secure", [True, False])
def test_behind_tls_the_cookie_of_an_unclaimed_site_goes_over_tls_alone(
    site_token: str, settings: Any, is_secure: bool
) -> None:
    settings.SESSION_COOKIE_SECURE = is_secure
    cookie = Client().get(f"/open/{site_token}/").cookies[COOKIE]
    assert (bool(cookie["secure"]), cookie["httponly"], cookie["samesite"]) == (is_secure, True, "Lax")


@pytest.mark.django_db(transaction=True)
def test_the_token_is_for_its_owner_alone_outlives_starts_and_ends_with_the_first_account(
    person: Callable[..., User], settings: Any, tmp_path: Path
) -> None:
    settings.HERE = Paths(tmp_path)
    ensure_site_token()
    words = (tmp_path / "token").read_text()
    ensure_site_token()
    assert (tmp_path / "token").read_text() == words
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600
    person(Role.ADMIN)
    assert not (tmp_path / "token").exists()
    ensure_site_token()
    assert not (tmp_path / "token").exists()


def test_the_first_link_makes_an_admin_once(client: Client, tmp_path: Path) -> None:
    write_first_link(tmp_path / "link")
    link = (tmp_path / "link").read_text()
    assert (tmp_path / "link").stat().st_mode & 0o077 == 0
    form = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post(link, {**form, "password1": "short", "password2": "short"}).status_code == 400
    assert client.post(link, form).headers["Location"] == "/account/"
    assert role_of(User.objects.get(username="ada")) == Role.ADMIN
    assert client.get("/people/").status_code == 200
    assert AuditEntry.objects.get(action="user.made").who == "ada, invited"
    assert Client().get(link).status_code == 410
    assert Client().post(link, {**form, "username": "eve"}).status_code == 410
    write_first_link(tmp_path / "link")
    assert not (tmp_path / "link").exists()


def test_a_first_link_ends_with_its_day_with_the_next_one_and_with_any_account(
    client: Client, person: Callable[..., User]
) -> None:
    old, new = invitations.first_admin(), invitations.first_admin()
    assert [client.get(str(link)).status_code for link in (old, new)] == [410, 200]
    Invitation.objects.update(expires_at=timezone.now())
    assert b"has expired" in client.get(str(new)).content
    newest = str(invitations.first_admin())
    person(Role.ADMIN)
    refused = client.get(newest)
    assert refused.status_code == 410
    assert b"The first account was made by another link" in refused.content


def test_an_admin_invites_and_closes_accounts(client: Client, person: Callable[..., User]) -> None:
    client.force_login(person(Role.ADMIN))
    page = client.post("/people/", {"role": "editor"}).content.decode()
    match = re.search(r'value="http://testserver(/join/[^"]+)"', page)
    assert match
    assert f">http://testserver{match[1]}</code>" in page, "whole, as it is not shown again"
    assert 'data-copy="value"' in page
    form = {"username": "ed", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post(match[1], form).status_code == 302
    editor = User.objects.get(username="ed")
    _, headers = with_token(editor)
    assert role_of(editor) == Role.EDITOR
    client.post(f"/people/{editor.pk}/role/", {"role": "none"})
    assert client.get("/runs/", headers=headers).status_code == 401


def test_a_closed_account_that_is_opened_again_has_no_tokens_and_sessions_of_before(
    client: Client, person: Callable[..., User]
) -> None:
    client.force_login(person(Role.ADMIN))
    bo, other, at_home, elsewhere = person(Role.UPLOADER, "bo"), person(Role.VIEWER), Client(), Client()
    (_, headers), (kept, _) = with_token(bo), with_token(other)
    at_home.force_login(bo)
    elsewhere.force_login(other)
    assert f'<a href="/people/{bo.pk}/tokens/">1</a>' in client.get("/people/").content.decode()
    for role in ("none", "uploader"):
        client.post(f"/people/{bo.pk}/role/", {"role": role})
    assert client.get("/runs/", headers=headers).status_code == 401
    assert [one.get("/account/").status_code for one in (at_home, elsewhere)] == [401, 200]
    assert Token.objects.get(pk=kept.pk).is_valid
    assert AuditEntry.objects.filter(action="token.revoked").count() == 1


@pytest.mark.parametrize("role", ["none", "viewer"])
def test_whose_webhooks_go_on_is_told_when_an_admin_leaves(
    client: Client, person: Callable[..., User], settings: Any, role: str
) -> None:
    settings.WEBHOOKS_PRIVATE = True
    ada, bob = person(Role.ADMIN, "ada"), person(Role.ADMIN, "bob")
    for who, url in ((ada, "http://127.0.0.1:9/" + 260 * "a"), (bob, "http://127.0.0.1:9/bobs")):
        client.force_login(who)
        assert client.post("/webhooks/", {"url": url}).status_code == 200
    page = client.post(f"/people/{ada.pk}/role/", {"role": role}, follow=True).content.decode()
    assert "1 webhook that ada made goes on sending: see Webhooks." in page
    assert Webhook.objects.count() == 2, "they are the site's"
    Webhook.objects.order_by("pk")[0].delete()
    assert "on sending" not in client.post(f"/people/{ada.pk}/role/", {"role": role}, follow=True).content.decode()


def test_no_admin_can_end_the_last_admin(client: Client, person: Callable[..., User]) -> None:
    admin = person(Role.ADMIN)
    client.force_login(admin)
    client.post(f"/people/{admin.pk}/role/", {"role": "viewer"})
    assert role_of(User.objects.get()) == Role.ADMIN


@pytest.mark.django_db(transaction=True)
def test_of_two_admins_who_take_each_others_role_one_stays(client: Client, person: Callable[..., User]) -> None:
    ada, bob = person(Role.ADMIN, "ada"), person(Role.ADMIN, "bob")
    client.force_login(ada)
    answers: list[str] = []

    def demote() -> None:
        answers.append(client.post(f"/people/{bob.pk}/role/", {"role": "viewer"}, follow=True).content.decode())
        connection.close()

    with psycopg.connect(**connection.get_connection_params()) as other:  # bob's click, not yet committed
        other.execute("UPDATE auth_user SET is_superuser = false, is_staff = false WHERE id = %s", [ada.pk])
        thread = threading.Thread(target=demote)
        thread.start()
        wait_for(lambda: waits_for_a_lock(other))
        other.commit()
    thread.join()
    assert role_of(User.objects.get(pk=bob.pk)) == Role.ADMIN


def test_login_and_logout(client: Client, person: Callable[..., User]) -> None:
    person(Role.UPLOADER, "uma")
    answer = client.post("/login/?next=/uploads/", {"username": "uma", "password": PASSWORD, "next": "/uploads/"})
    assert answer.headers["Location"] == "/uploads/"
    assert b"uma" in client.get("/").content
    client.post("/logout/")
    assert client.get("/account/", headers=HTML).headers["Location"] == "/login/?next=%2Faccount%2F"
    elsewhere = {"username": "uma", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post("/login/", elsewhere).headers["Location"] == "/account/"


def test_guessing_a_password_is_slowed_down_for_the_guesser_alone(client: Client, person: Callable[..., User]) -> None:
    person(Role.ADMIN, "ada")
    right, wrong = ({"username": "ada", "password": word} for word in (PASSWORD, "password1"))
    answers = [client.post("/login/", wrong).status_code for _ in range(6)]
    assert answers[:4] == [200] * 4
    assert answers[-1] == 429
    locked = client.post("/login/", right)
    assert (locked.status_code, locked.headers["Retry-After"]) == (429, "900")
    assert Client().post("/login/", right, REMOTE_ADDR="192.0.2.9").status_code == 302


def test_a_guess_costs_a_twentieth_of_what_older_passwords_did_and_those_still_open() -> None:
    """PBKDF2 with a million rounds was more than a second of CPU for each guess; scrypt takes memory instead."""
    assert make_password("seventeen grey otters").startswith("scrypt$")
    older = PBKDF2PasswordHasher().encode("seventeen grey otters", "salt", 1000)
    anew = list[str]()
    assert check_password("seventeen grey otters", older, anew.append)
    assert anew == ["seventeen grey otters"], "hashed anew when its owner logs in"


def test_a_password_is_changed_by_who_knows_it(client: Client, person: Callable[..., User]) -> None:
    user = person()
    client.force_login(user)
    new = {"new_password1": "twelve red kettles", "new_password2": "twelve red kettles"}
    assert client.post("/account/password/", {"old_password": "wrong", **new}).status_code == 200
    assert client.post("/account/password/", {"old_password": PASSWORD, **new}).status_code == 302
    user.refresh_from_db()
    assert user.check_password("twelve red kettles")
    assert AuditEntry.objects.filter(action="user.password").count() == 1


def test_a_session_writes_only_from_this_site_and_a_token_from_anywhere(person: Callable[..., User]) -> None:
    user, strict = person(Role.EDITOR), Client(enforce_csrf_checks=True)
    strict.force_login(user)
    assert upload(strict) == 403
    assert upload(strict, headers={"Origin": "http://elsewhere.example"}) == 403
    assert upload(strict, headers={"Origin": "http://testserver"}) == 202
    assert strict.post("/compare/freeze/", {"query": ""}).status_code == 403
    _, headers = with_token(user)
    assert upload(Client(enforce_csrf_checks=True), headers={**headers, "Origin": "http://elsewhere.example"}) == 200


def test_reading_can_be_for_members_only(client: Client, person: Callable[..., User], settings: Any) -> None:
    settings.READING = "members"
    _, headers = with_token(person(), Scope.READ)
    assert client.get("/runs/", headers=HTML).headers["Location"] == "/login/?next=%2Fruns%2F"
    for path in ("/compare.json", "/api/v1/openapi.json", "/runs/1/log", "/p/aaaaaaaaaaaa/"):
        assert client.get(path).status_code == 401
    assert [client.get(path).status_code for path in ("/healthz", "/login/")] == [200, 200]
    assert client.get("/compare.json", headers=headers).status_code == 200
    client.force_login(User.objects.get())
    assert client.get("/runs/").status_code == 200


def test_who_uploaded_may_correct_and_others_need_an_editor(client: Client, person: Callable[..., User]) -> None:
    one, other, editor = person(Role.UPLOADER, "one"), person(Role.UPLOADER, "other"), person(Role.EDITOR)
    mine = Upload.objects.create(digest="d", state=Upload.State.FAILED, sender=one)
    codes = []
    for user in (other, one, editor):
        Upload.objects.update(state=Upload.State.FAILED)
        client.force_login(user)
        codes.append(client.post(f"/uploads/{mine.pk}/", {"machine": str(user)}).status_code)
    assert codes == [403, 302, 302]
    corrected = AuditEntry.objects.filter(action="upload.corrected").order_by("pk")
    assert [entry.after for entry in corrected] == [{"machine": "one"}, {"machine": "editor"}]


def test_admins_log_in_by_the_sites_own_door(client: Client, person: Callable[..., User]) -> None:
    assert client.get("/admin/login/?next=/admin/").headers["Location"] == "/login/?next=/admin/"
    client.force_login(person(Role.ADMIN))
    assert client.get("/admin/").status_code == 200


def test_who_is_logged_in_and_may_not_administer_is_told_so(client: Client, person: Callable[..., User]) -> None:
    client.force_login(person(Role.UPLOADER, "bo"))
    refused = client.get("/admin/benchdb/run/", headers=HTML, follow=True)
    assert refused.status_code == 403
    assert "bo (uploader) may not administer this site" in refused.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/people/", "/webhooks/", "/account/"])
def test_what_needs_an_account_says_how_the_first_is_made(client: Client, path: str) -> None:
    answer = client.get(path, headers={"accept": "text/html"})
    assert answer.status_code == 403
    assert "the link with /join/ that <code>make run</code> printed makes the first" in answer.content.decode()
    User.objects.create_superuser("ada")
    assert "/join/" not in Client().get(path, headers={"accept": "text/html"}, follow=True).content.decode()
