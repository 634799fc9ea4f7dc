"""A page that is asked again with nothing changed is one query; whatever changes, it is made anew."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchdb.accounts.actor import Actor
from benchdb.curation.exclusions import exclude
from benchdb.curation.machine_notes import NoteText, add_note
from benchdb.curation.tags import tag
from benchdb.domain.roles import Role
from benchdb.models import Log, Machine, Run
from benchdb.reads.versions import SEEN
from frontend.tests.constructed import runs, setup

PAGES = (
    "/runs/", "/runs/?q=built", "/machines/", "/machines/built/", "/", "/studies/", "/p/", "/compare/",
    "/compare.json?kernel=Linux+2.4", "/history/", "/scaling.csv?x=concurrency&by=kernel",
)  # fmt: skip


@pytest.fixture
def client() -> Client:
    """A stranger: who shows a token has pages of their own, without a validator."""
    return Client()


@pytest.fixture
def stored(db: None) -> Run:
    return runs(setup("Linux 2.4", 1), {"requests_per_second": [10.0, 11.0]})[0]


def asked_again(client: Client, page: str) -> tuple[int, int]:
    """The status of a page, and of the same asked with the validator that came with it."""
    first = client.get(page)
    return first.status_code, client.get(page, headers={"if-none-match": first["ETag"]}).status_code


@pytest.mark.parametrize("page", PAGES)
def test_an_unchanged_page_is_not_made_again(
    client: Client, stored: Run, page: str, django_assert_num_queries: Any
) -> None:
    known = client.get(page)["ETag"]
    with django_assert_num_queries(1):
        assert client.get(page, headers={"if-none-match": known}).status_code == 304


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("change", ["exclude", "tag", "rename", "note", "said of a machine", "store"])
def test_whatever_changes_is_shown(client: Client, stored: Run, page: str, change: str) -> None:
    known = client.get(page)["ETag"]
    match change:
        case "exclude":
            exclude(stored, "for a test")
        case "tag":
            tag(stored, "odd")
        case "rename":
            Machine.objects.update(notes="moved to another room")
        case "note":
            Run.objects.update(notes="read")
        case "said of a machine":
            add_note(
                Machine.objects.earliest("pk"),
                NoteText("new switch", "2026-03-11"),
                Actor("jonas", Role.EDITOR, frozenset()),
            )
        case "store":
            runs(setup("Linux 2.6", 1), {"duration": [1.0]})
    assert client.get(page, headers={"if-none-match": known}).status_code == 200


@pytest.mark.parametrize("page", ["/runs/", "/compare/?concurrency=1", "/history/?concurrency=1"])
def test_a_page_asks_for_the_version_of_the_data_once(client: Client, stored: Run, page: str) -> None:
    """And what is known of that version is not asked for again: the names of all metrics, those of some setups."""
    with CaptureQueriesContext(connection) as first:
        assert client.get(page).status_code == 200
    with CaptureQueriesContext(connection) as second:
        client.get(page)
    versions = [query["sql"] for query in second if "benchdb_data_version('data')" in query["sql"]]
    assert len(versions) == 1
    assert len(second) <= len(first)
    assert not any("RECURSIVE names" in query["sql"] for query in second)
    assert SEEN.get() is None, "the next page asks for itself"


def test_the_page_of_a_run_asks_once_too_and_is_known_until_its_log_is_given_up(client: Client, stored: Run) -> None:
    Log.objects.update(size=0)
    page = f"/runs/{stored.pk}/"
    known = client.get(page)["ETag"]
    with CaptureQueriesContext(connection) as made:
        client.get(page)
    assert len([query for query in made if "benchdb_data_version('data')" in query["sql"]]) == 1
    assert client.get(page, headers={"if-none-match": known}).status_code == 304
    Log.objects.update(withdrawn_at=timezone.now(), withdrawn_by="a rule of a test")
    assert client.get(page, headers={"if-none-match": known}).status_code == 200
    exclude(stored, "for a test")
    assert client.get(page, headers={"if-none-match": client.get(page)["ETag"]}).status_code == 304


def test_a_page_is_packed_and_known_again_in_either_form(client: Client, stored: Run) -> None:
    """With a name of random length within, so that sizes tell less of what was packed."""
    plain = client.get("/runs/")
    several = [client.get("/runs/", headers={"accept-encoding": "br, gzip"}) for _ in range(4)]
    packed = several[0]
    assert (packed["Content-Encoding"], packed["Content-Length"]) == ("gzip", str(len(packed.content)))
    assert "Accept-Encoding" in packed["Vary"]
    assert packed["ETag"].startswith('W/"')
    assert "<title>" in gzip.decompress(packed.content).decode()
    assert len({len(one.content) for one in several}) > 1
    assert "Content-Encoding" not in plain
    assert client.get("/runs/", headers={"if-none-match": packed["ETag"]}).status_code == 304
    assert "Content-Encoding" not in client.get("/healthz", headers={"accept-encoding": "gzip"}), "too short"


def test_who_is_logged_in_sees_a_page_of_their_own(client: Client, stored: Run) -> None:
    client.force_login(User.objects.create_user("ann"))
    assert "ETag" not in client.get("/runs/")


def test_another_address_is_another_page(client: Client, stored: Run) -> None:
    known = client.get("/runs/")["ETag"]
    assert client.get("/runs/?tool=ab", headers={"if-none-match": known}).status_code == 200
    assert client.get("/runs/", headers={"if-none-match": known, "hx-request": "true"}).status_code == 200
    assert asked_again(client, "/runs/?tool=ab") == (200, 304)


def test_home_is_read_anew_after_a_change_and_not_before(
    client: Client, stored: Run, django_assert_max_num_queries: Any
) -> None:
    assert "2 runs" in client.get("/").content.decode()
    with django_assert_max_num_queries(3):  # the version of the data, and of the census
        client.get("/")
    exclude(stored, "for a test")
    assert "1 run</a>" in client.get("/").content.decode()
