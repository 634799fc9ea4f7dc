"""Runs behind a permalink that no longer count are named on its page and in the list before any verification."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from benchdb.curation.uploads import restore, withdraw
from benchdb.models import Permalink, Run
from benchdb.questions.permalinks.drift import verify
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

WHY = "withdrawn with its upload: wrong configuration"


def frozen(client: Client, query: str, rates: list[float]) -> tuple[Permalink, list[Run]]:
    made = runs(setup("Linux 6.1", 10, machine=query.partition("=")[2]), {"requests_per_second": rates})
    assert client.post("/compare/freeze/", {"query": query}).status_code == 302
    return Permalink.objects.get(run_ids=[run.pk for run in made]), made


def text(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


def test_a_withdrawn_upload_is_named_on_the_page_and_in_the_list(client: Client) -> None:
    link, made = frozen(client, "machine=built", [5.0, 6.0])
    exported = client.get(f"/p/{link.pk}.json").content
    assert "not checked yet" in text(client, "/p/")
    withdraw(made[0].file.upload_id, "wrong configuration", "ada")
    for page in (text(client, f"/p/{link.pk}/"), text(client, "/p/")):
        assert f"un {made[0].pk} was excluded on {timezone.now():%Y-%m-%d}: {WHY}." in page
        assert f"un {made[1].pk} was excluded" not in page
    assert "Runs behind this answer no longer count." in text(client, f"/p/{link.pk}/")
    assert "not checked yet" not in text(client, "/p/")
    assert client.get(f"/p/{link.pk}.json").content == exported
    restore(made[0].file.upload_id)
    assert "was excluded" not in text(client, f"/p/{link.pk}/") + text(client, "/p/")


def test_what_a_verification_found_is_said_once(client: Client) -> None:
    link, made = frozen(client, "machine=built", [5.0, 6.0, 7.0])
    withdraw(made[0].file.upload_id, "wrong configuration", "ada")
    verify(link, timezone.now())
    for path in (f"/p/{link.pk}/", "/p/"):
        assert text(client, path).count(f"un {made[0].pk} was excluded") == 1
    Run.objects.filter(pk=made[1].pk).update(
        excluded_at=timezone.now() + timedelta(seconds=1), excluded_because="wireless"
    )
    for path in (f"/p/{link.pk}/", "/p/"):
        page = text(client, path)
        assert [page.count(f"un {run.pk} was excluded") for run in made] == [1, 1, 0]


def test_of_many_the_rest_is_counted(client: Client) -> None:
    link, made = frozen(client, "machine=built", [float(number) for number in range(9)])
    for run in made:
        Run.objects.filter(pk=run.pk).update(excluded_at=timezone.now(), excluded_because=f"cable {run.pk}")
    page = text(client, f"/p/{link.pk}/")
    assert page.count(" was excluded on ") == 5
    assert "4 other runs would no longer count" in page


def test_those_excluded_for_one_reason_are_one_line(client: Client) -> None:
    """The same sentence stood there five times."""
    link, made = frozen(client, "machine=built", [float(number) for number in range(9)])
    Run.objects.filter(pk__in=link.run_ids).update(excluded_at=timezone.now(), excluded_because="wireless")
    page = text(client, f"/p/{link.pk}/")
    first, second = (run.pk for run in made[:2])
    assert f"un {first}, run {second}, " in page
    assert f"and 4 more were excluded on {timezone.now():%Y-%m-%d}: wireless." in page
    assert page.count("excluded on") == 1
    assert "would no longer count" not in page


def test_the_list_asks_once_for_all(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(6):
        frozen(client, f"machine=m{number}", [5.0 + number, 6.0])
    client.get("/p/")
    with django_assert_max_num_queries(12) as queries:
        client.get("/p/")
    assert sum("excluded_at" in query["sql"] for query in queries.captured_queries) == 1
