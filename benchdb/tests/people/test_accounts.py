"""Who gets in, and how: the first link, passwords, roles, tokens, reading for members only."""

import re
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from benchdb.accounts import invitations, tokens
from benchdb.accounts.people import give_role, role_of
from benchdb.accounts.site_token import COOKIE, ensure_site_token
from benchdb.dev.testing.waiting import wait_for
from benchdb.domain.roles import PERMISSIONS, SCOPES, Action, Role, Scope, allowed
from benchdb.host.paths import Paths
from benchdb.management.commands.prepare import write_first_link
from benchdb.models import AuditEntry, Invitation, Token, Upload
from benchdb.tests.house.test_idle_worker import waits_for_a_lock
from benchdb.web.access import token_file

pytestmark = pytest.mark.django_db
PASSWORD = "seventeen grey otters"
HTML = {"Accept": "text/html"}


@pytest.fixture
def person() -> Callable[..., User]:
    def made(role: Role = Role.VIEWER, name: str = "") -> User:
        user = User.objects.create_user(name or role.value, password=PASSWORD)
        give_role(user, role)
        return user

    return made


def with_token(user: User, scope: Scope = Scope.UPLOAD, **more: Any) -> tuple[Token, dict[str, str]]:
    token, words = tokens.make_token(user, "a script", scope, **more)
    return token, {"Authorization": f"Bearer {words}"}


def upload(client: Client, **more: Any) -> int:
    file = SimpleUploadedFile("x.log", b"Dear all,\n")
    return int(client.post("/api/v1/uploads", {"file": file}, **more).status_code)


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


def test_an_admin_revokes_the_tokens_of_somebody(client: Client, person: Callable[..., User]) -> None:
    client.force_login(person(Role.ADMIN))
    bo = person(Role.UPLOADER, "bo")
    (one, own), (_, headers) = with_token(bo, Scope.READ), with_token(bo)
    assert client.get("/runs/", headers=own).status_code == 200
    shown = client.get(f"/people/{bo.pk}/tokens/").content.decode()
    row = " ".join(strip_tags(shown.partition("<tbody>")[2].rpartition("<tr")[2]).split())
    assert re.fullmatch(rf".*{one.beginning}… a script read 20.* 20.* when revoked Revoke\b.*", row), row
    secret = own["Authorization"].removeprefix("Bearer ")
    assert (secret in shown, one.digest in shown) == (False, False)
    client.post(f"/people/{bo.pk}/tokens/{one.pk}/revoke/")
    assert [client.get("/runs/", headers=which).status_code for which in (own, headers)] == [401, 200]
    assert "1 token of bo revoked" in client.post(f"/people/{bo.pk}/tokens/revoke/", follow=True).content.decode()
    assert client.get("/runs/", headers=headers).status_code == 401
    assert User.objects.get(pk=bo.pk).is_active


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


def test_a_token_is_shown_once_and_kept_as_a_digest(client: Client, person: Callable[..., User]) -> None:
    client.force_login(person(Role.UPLOADER))
    page = client.post("/account/", {"name": "laptop", "scope": "upload", "days": "30"}).content.decode()
    match = re.search(r'value="(bdb_[\w-]{43})"', page)
    assert match
    assert match[1] not in client.get("/account/").content.decode()
    token = Token.objects.get()
    assert match[1] not in str(vars(token))
    assert upload(Client(), headers={"Authorization": f"Bearer {match[1]}"}) == 202
    assert Upload.objects.get().sender == token.owner
    client.post(f"/account/tokens/{token.pk}/revoke/")
    assert upload(Client(), headers={"Authorization": f"Bearer {match[1]}"}) == 401
    actions = list(AuditEntry.objects.filter(action__startswith="token").values_list("action", flat=True))
    assert actions == ["token.revoked", "token.made"]


@pytest.mark.parametrize("scope", list(Scope))
def test_a_list_of_tokens_says_what_each_may_and_no_role(
    client: Client, person: Callable[..., User], scope: Scope
) -> None:
    """A viewer's token for everything was listed as “admin”."""
    client.force_login(person(Role.VIEWER))
    tokens.make_token(User.objects.get(), "laptop", scope)
    row = client.get("/account/").content.decode().partition('data-side="may">')[2].partition("<")[0]
    assert row == {"read": "read", "upload": "read and upload", "admin": "everything that its owner may"}[scope]


@pytest.mark.parametrize(("scope", "status"), [(Scope.READ, 403), (Scope.UPLOAD, 202), (Scope.ADMIN, 202)])
def test_a_token_may_what_its_scope_says(
    client: Client, person: Callable[..., User], scope: Scope, status: int
) -> None:
    _, headers = with_token(person(Role.ADMIN), scope)
    assert upload(client, headers=headers) == status


def test_a_token_never_may_more_than_its_owner(client: Client, person: Callable[..., User]) -> None:
    _, headers = with_token(person(Role.VIEWER), Scope.ADMIN)
    assert upload(client, headers=headers) == 403
    for role, scope in ((role, scope) for role in Role for scope in Scope):
        assert allowed(role, scope, False) <= PERMISSIONS[role] & SCOPES[scope]
        assert Action.ACCOUNT not in allowed(role, scope, True)


@pytest.mark.parametrize(
    ("role", "scope", "method", "path", "help"),
    [
        (Role.ADMIN, Scope.READ, "PUT", "/u/x.log", "This token may only read: create one with “read and upload” at"),
        (Role.EDITOR, Scope.UPLOAD, "PUT", "/api/v1/runs/1/tags/x", "create one with “everything that you may” at"),
        (Role.VIEWER, Scope.READ, "PUT", "/u/x.log", "Ask an admin for the role uploader."),
        (Role.UPLOADER, Scope.UPLOAD, "PUT", "/api/v1/runs/1/tags/x", "Ask an admin for the role editor."),
    ],
)
def test_a_refused_token_is_told_what_helps(
    client: Client, person: Callable[..., User], role: Role, scope: Scope, method: str, path: str, help: str
) -> None:
    person(Role.ADMIN, "ada")
    _, headers = with_token(person(role, "bo"), scope)
    answer = client.generic(method, path, b"x", headers=headers)
    assert (answer.status_code, help in answer.json()["detail"]) == (403, True), answer.content


def test_an_account_page_offers_tokens_for_what_its_owner_may(client: Client, person: Callable[..., User]) -> None:
    offered = {}
    for role in (Role.VIEWER, Role.UPLOADER):
        client.force_login(person(role))
        form = client.get("/account/").context["form"]
        offered[role] = ([value for value, _ in form.fields["scope"].choices], form["scope"].value())
    assert offered[Role.VIEWER] == (["read", "admin"], "read")
    assert offered[Role.UPLOADER] == (["read", "upload", "admin"], "upload")


@pytest.mark.parametrize("fault", ["expired", "unknown", "closed"])
def test_a_bad_token_is_refused_even_where_nobody_needs_one(
    client: Client, person: Callable[..., User], fault: str
) -> None:
    user = person(Role.EDITOR)
    token, headers = with_token(user, days=1)
    if fault == "expired":
        Token.objects.filter(pk=token.pk).update(expires_at=timezone.now())
    if fault == "unknown":
        headers = {"Authorization": "Bearer bdb_no"}
    if fault == "closed":
        User.objects.update(is_active=False)
    answer = client.get("/runs/", headers=headers)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Bearer realm="benchdb"')
    assert answer.json()["detail"].startswith("This token is unknown, revoked or expired")


def test_a_wrong_token_costs_a_question_and_no_password_hash(
    client: Client, person: Callable[..., User], monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    person()

    def hashed(*_: object, **__: object) -> bytes:
        raise AssertionError("a password was hashed")

    monkeypatch.setattr("hashlib.scrypt", hashed)
    with django_assert_max_num_queries(1):
        assert client.get("/healthz", headers={"Authorization": "Bearer bdb_no"}).status_code == 200
        assert client.get("/runs/", headers={"Authorization": "Bearer bdb_no"}).status_code == 401


def test_a_tokens_use_is_noted_once_a_minute(client: Client, person: Callable[..., User]) -> None:
    token, headers = with_token(person(), Scope.READ)
    client.get("/runs/", headers=headers)
    token.refresh_from_db()
    first = token.last_used_at
    client.get("/runs/", headers=headers)
    token.refresh_from_db()
    assert token.last_used_at == first
    Token.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    client.get("/runs/", headers=headers)
    token.refresh_from_db()
    assert first
    assert token.last_used_at
    assert token.last_used_at > first


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
