"""Tokens of accounts: what each may, how it is shown, refused, revoked and noted as used."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from benchdb.accounts import tokens
from benchdb.accounts.site_token import revoke, token_file
from benchdb.domain.roles import PERMISSIONS, SCOPES, Action, Role, Scope, allowed
from benchdb.models import AuditEntry, Token, Upload
from benchdb.tests.people.with_token import upload, with_token

pytestmark = pytest.mark.django_db

DAY = r"\d+ [A-Z][a-z]+ 20\d\d"
HTML = {"Accept": "text/html"}


def test_an_admin_revokes_the_tokens_of_somebody(client: Client, person: Callable[..., User]) -> None:
    client.force_login(person(Role.ADMIN))
    bo = person(Role.UPLOADER, "bo")
    (one, own), (_, headers) = with_token(bo, Scope.READ), with_token(bo)
    assert client.get("/runs/", headers=own).status_code == 200
    shown = client.get(f"/people/{bo.pk}/tokens/").content.decode()
    row = " ".join(strip_tags(shown.partition("<tbody>")[2].rpartition("<tr")[2]).split())
    assert re.fullmatch(rf".*{one.beginning}… a script read {DAY} {DAY}, \d\d:\d\d when revoked Revoke\b.*", row), row
    secret = own["Authorization"].removeprefix("Bearer ")
    assert (secret in shown, one.digest in shown) == (False, False)
    client.post(f"/people/{bo.pk}/tokens/{one.pk}/revoke/")
    assert [client.get("/runs/", headers=which).status_code for which in (own, headers)] == [401, 200]
    assert "1 token of bo revoked" in client.post(f"/people/{bo.pk}/tokens/revoke/", follow=True).content.decode()
    assert client.get("/runs/", headers=headers).status_code == 401
    assert User.objects.get(pk=bo.pk).is_active


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


@pytest.mark.usefixtures("site_token")
def test_of_a_site_without_accounts_the_file_with_its_token_is_named(client: Client) -> None:
    answer = client.get("/runs/", headers={"Authorization": "Bearer wrong"})
    assert answer.status_code == 401
    assert f"nobody has an account here: send what {token_file()} holds" in answer.json()["detail"]


def test_a_wrong_token_costs_a_question_and_no_password_hash(
    client: Client, person: Callable[..., User], monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    revoke()  # as the first account does
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


@pytest.mark.parametrize(
    ("role", "scope", "status"),
    [
        (Role.UPLOADER, Scope.UPLOAD, 202),
        (Role.UPLOADER, Scope.READ, 200),
        (Role.UPLOADER, Scope.ADMIN, 202),
        (Role.VIEWER, Scope.ADMIN, 200),
    ],
)
def test_the_line_that_is_shown_with_a_new_token_works(
    client: Client, person: Callable[..., User], role: Role, scope: Scope, status: int
) -> None:
    client.force_login(person(role))
    page = client.post("/account/", {"name": "script", "scope": scope}).content.decode()
    line = re.search(r'Bearer (bdb_\S+)"( -F file=@run1.log)? \\\s+http://[^/]+(/\S+)</pre>', page)
    assert line
    secret, is_upload, path = line.groups()
    headers = {"Authorization": f"Bearer {secret}"}
    answered = upload(Client(), headers=headers) if is_upload else Client(headers=headers).get(path).status_code
    assert (answered, path) == (status, "/api/v1/uploads" if status == 202 else "/api/v1/runs")
