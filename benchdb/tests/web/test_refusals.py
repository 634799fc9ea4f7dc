"""What is refused before anything of its body is read, and what is said while the site cannot answer."""

from __future__ import annotations

import errno
import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from benchdb.accounts import tokens
from benchdb.accounts.people import give_role
from benchdb.domain.roles import Role, Scope
from benchdb.models import Upload
from benchdb.web import bodies, failures
from benchdb.webhooks.posting import Unreachable, is_public, post

pytestmark = pytest.mark.django_db


class Untouchable(io.BytesIO):
    """A body that nobody may read."""

    def read(self, *size: Any) -> bytes:
        raise AssertionError("the body was read")

    readline = read


def claimed() -> User:
    user = User.objects.create_superuser("ada")
    give_role(User.objects.create_user("uma"), Role.UPLOADER)
    return user


def send(path: str, size: int, body: io.BytesIO | None = None, **more: Any) -> Any:
    media_type = "multipart/form-data; boundary=x"
    environ = {"wsgi.input": body or Untouchable(), "CONTENT_LENGTH": str(size), "CONTENT_TYPE": media_type}
    return Client().post(path, **environ, **more)


@pytest.mark.parametrize("path", ["/api/v1/uploads", "/login/", "/uploads/", "/u/x.log", "/join/x/", "/api/v1/logs"])
def test_a_stranger_sends_nothing_large(path: str) -> None:
    claimed()
    answer = send(path, 300 * 2**20)
    assert answer.status_code == 401
    assert "Nothing of the request was read" in answer.json()["detail"]


def test_a_viewer_sends_nothing_large_and_an_uploader_not_too_much(settings: Any) -> None:
    claimed()
    viewer = User.objects.create_user("vic")
    for user, size, status in ((viewer, 2**20, 403), (User.objects.get(username="uma"), 9 * 2**30, 413)):
        _, words = tokens.make_token(user, "x", Scope.UPLOAD)
        answer = send("/api/v1/uploads", size, headers={"Authorization": f"Bearer {words}"})
        assert answer.status_code == status


def test_while_one_body_of_a_stranger_is_received_others_wait_outside() -> None:
    claimed()
    with bodies.STRANGERS:
        answer = send("/join/x/", 100)
        assert send("/login/", 100, io.BytesIO(b"-" * 100)).status_code != 503, "nobody is kept from logging in"
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    with bodies.LOGINS:
        assert send("/login/", 100).status_code == 503
    assert Client().get("/healthz").status_code == 200


def test_a_browser_is_refused_with_a_page() -> None:
    claimed()
    with bodies.STRANGERS:
        page = send("/join/x/", 100, headers={"Accept": "text/html,*/*"})
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert page["Content-Type"].startswith("text/html")
    assert "try again in a few seconds" in page.content.decode()


def test_a_body_that_dribbles_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    claimed()

    class Slow(io.BytesIO):
        def read(self, *size: Any) -> bytes:
            raise TimeoutError

    assert send("/login/", 100, Slow()).status_code == 408


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OperationalError("connection refused"), 503),
        (OSError(errno.ENOSPC, "No space left on device"), 507),
        (ValueError("a bug"), 500),
    ],
)
@pytest.mark.parametrize("path", ["/uploads/", "/api/v1/uploads"])
def test_what_is_away_or_full_is_said(path: str, error: Exception, status: int) -> None:
    request = RequestFactory().get(path)
    try:
        raise error
    except Exception:  # noqa: BLE001 - as Django calls it
        answer = failures.server_error(request)
    assert answer.status_code == status
    assert answer.has_header("Retry-After") == (status != 500)
    assert ("Try again</a>" in " ".join(answer.content.decode().split())) == (path == "/uploads/" and status != 500)


def test_a_page_of_a_fault_of_ours_names_its_request_as_the_log_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr(Upload.objects, "select_related", broken)
    answer = Client(raise_request_exception=False).get("/uploads/", headers={"X-Request-ID": "of-the-proxy-1"})
    assert (answer.status_code, answer["X-Request-ID"]) == (500, "of-the-proxy-1")
    assert "<code>of-the-proxy-1</code>" in answer.content.decode()


def test_a_database_that_is_away_is_503_on_pages_and_in_the_api(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("the database system is starting up")

    client = Client(raise_request_exception=False)
    monkeypatch.setattr(Upload.objects, "filter", away)
    answer = client.get("/api/v1/uploads/1")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["detail"] == "The database is unavailable for a moment. Try again in a few seconds."


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_who_sent_something_is_told_that_it_was_not_stored(method: str) -> None:
    request = getattr(RequestFactory(), method)("/uploads/")
    try:
        raise OperationalError("connection refused")
    except OperationalError:
        answer = failures.server_error(request)
    page = answer.content.decode()
    assert "<h1>Database unavailable</h1>" in page
    assert ("Nothing was stored" in page) == (method == "post")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/p/aaaaaaaaaaaa/", "There is no permalink “aaaaaaaaaaaa”"),
        ("/machines/nosuch/", "There is no machine “nosuch”"),
        ("/studies/nope/", "There is no study “nope”"),
        ("/nowhere/", "There is nothing at this address"),
    ],
)
def test_a_page_that_is_not_there_says_what_was_sought(path: str, words: str) -> None:
    answer = Client().get(path)
    page = answer.content.decode()
    assert answer.status_code == 404
    assert words in page
    assert "keeps its number" not in page


def test_a_question_beyond_a_limit_of_postgresql_is_no_outage() -> None:
    with pytest.raises(OperationalError) as caught, connection.cursor() as cursor:
        cursor.execute("SELECT repeat('a', 3000)::tsquery")
    assert failures.status_of(caught.value) == 500


def test_an_empty_form_changes_nobodys_role() -> None:
    admin, uma = claimed(), User.objects.get(username="uma")
    client = Client()
    client.force_login(admin)
    for form in ({}, {"role": "emperor"}):
        client.post(f"/people/{uma.pk}/role/", form)
    assert User.objects.get(username="uma").account.role == "uploader"


def test_only_senders_and_editors_retry_an_upload() -> None:
    claimed()
    uma = User.objects.get(username="uma")
    other = Upload.objects.create(digest="1" * 64, state="failed")
    own = Upload.objects.create(digest="2" * 64, state="failed", sender=uma)
    client = Client()
    client.force_login(uma)
    assert client.post(f"/uploads/{other.pk}/retry/").status_code == 403
    assert client.post(f"/uploads/{own.pk}/retry/").status_code == 302


@pytest.mark.parametrize("path", ["/api/v1/exclusions", "/api/v1/permalinks", "/api/v1/uploads"])
def test_permission_is_asked_before_the_body_is_looked_at(path: str) -> None:
    claimed()
    assert Client().post(path, {"nonsense": 1}, content_type="application/json").status_code == 401


def test_an_address_that_guesses_is_stopped_whatever_the_names_are(settings: Any) -> None:
    settings.WRONG_PASSWORDS = 6
    claimed()
    codes = [Client().post("/login/", {"username": f"name{n}", "password": "x"}).status_code for n in range(8)]
    assert codes == [200] * 6 + [429] * 2


def test_a_name_that_does_not_exist_costs_as_much_as_one_that_does(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hash each, so that answers tell no names apart by their time; none where an address guessed too often."""
    settings.WRONG_PASSWORDS = 4
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher"]
    ada, closed = claimed(), User.objects.create_user("cy", password="right", is_active=False)
    ada.set_password("right")
    ada.save()
    hashes = list[bytes]()
    monkeypatch.setattr("hashlib.scrypt", lambda password, **_: hashes.append(password) or bytes(64))
    costs = []
    for name in (ada.username, "nobody", closed.username, "uma", "nobody2"):
        Client().post("/login/", {"username": name, "password": "wrong"})
        costs.append(len(hashes))
        hashes.clear()
    assert costs == [1, 1, 1, 1, 0]


NOT_HOSTS = "fec0::1 ::127.0.0.1 ::ffff:0:127.0.0.1 5f00::1 192.0.0.192 2002:7f00:1:: 64:ff9b::7f00:1"


@pytest.mark.parametrize("address", NOT_HOSTS.split())
def test_addresses_of_no_host_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("port", [22, 25])
def test_webhooks_go_to_ports_of_the_web(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchdb.webhooks.posting.resolved", lambda *_: ["93.184.215.14"])
    with pytest.raises(Unreachable, match=f"port {port}"):
        post(f"http://example.org:{port}/", b"", {})


@pytest.mark.parametrize("path", ["/", "/runs/", "/api/v1/runs", "/compare/"])
def test_what_members_read_is_kept_by_no_shared_cache(path: str, settings: Any) -> None:
    settings.READING = "members"
    client = Client()
    client.force_login(claimed())
    answer = client.get(path)
    assert "private" in answer["Cache-Control"]
    assert {"Cookie", "Authorization"} <= set(answer["Vary"].split(", "))


def test_a_form_that_is_too_large_is_refused_in_the_sites_own_words(client: Client, settings: Any) -> None:
    """It was a bare page, `Bad Request (400)`."""
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2**20
    answer = client.post("/runs/edit/", {"reason": "x" * 2**21}, headers={"Accept": "text/html"})
    assert answer.status_code == 413
    assert "The request has more than 1 MiB besides its files" in answer.content.decode()
    assert "<h1>" in answer.content.decode()
    assert Client().get("/", headers={"Host": "elsewhere.example"}).status_code == 400
