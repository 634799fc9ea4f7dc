"""Every kind of question is frozen, verified and seen to drift in the same way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchdb.models import Permalink, Run
from benchdb.questions.kinds import QUESTIONS, ask, question_of
from benchdb.questions.permalinks.drift import verify
from benchdb.questions.permalinks.freeze import canonical, shown
from frontend.exports import RENDERERS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]

QUERIES = {
    "compare": "study=zones&provenance=published&cols=zone",
    "scaling": "study=smp-scaling&threads=2",
    "history": "x=kernel&study=kernel-24-26",
}


def frozen(client: Client, kind: str) -> Permalink:
    answer: Any = client.post(f"/{kind}/freeze/", {"query": QUERIES[kind], "title": "", "note": ""})
    assert answer.status_code == 302, answer.content
    return Permalink.objects.get(pk=answer["Location"].strip("/").rpartition("/")[2])


@pytest.mark.parametrize("kind", QUERIES)
def test_a_frozen_answer_is_read_back_as_it_was(client: Client, kind: str) -> None:
    link = frozen(client, kind)
    then = shown(link)
    assert then.headline == ask(question_of(kind, parsed(QUERIES[kind]))).headline
    assert canonical(QUESTIONS[kind].to_data(then)) == link.result


def parsed(query: str) -> list[tuple[str, str]]:
    return [(name, value) for name, _, value in (pair.partition("=") for pair in query.split("&"))]


@pytest.mark.parametrize("kind", QUERIES)
def test_a_frozen_answer_keeps_its_bytes_and_says_when_todays_differ(client: Client, kind: str) -> None:
    link = frozen(client, kind)
    assert frozen(client, kind) == link
    before = {name: client.get(f"/p/{link.pk}.{name}").content for name in RENDERERS}
    assert "Checked now: same answer" in client.get(f"/p/{link.pk}/?check=now").content.decode()
    assert verify(link, timezone.now()) == ()
    Run.objects.filter(pk=link.run_ids[0]).update(excluded_at=timezone.now(), excluded_because="wireless")
    assert {name: client.get(f"/p/{link.pk}.{name}").content for name in RENDERERS} == before
    page = client.get(f"/p/{link.pk}/?check=now").content.decode()
    assert f"Run {link.run_ids[0]} was excluded on " in page
    assert verify(link, timezone.now())[0].endswith(": wireless")
    assert f"/{kind}/?" in page, "the question of today is one click away"


@pytest.mark.parametrize("kind", QUERIES)
def test_the_api_freezes_every_kind(client: Client, kind: str) -> None:
    body = json.dumps({"kind": kind, "query": QUERIES[kind]})
    made = client.post("/api/v1/permalinks", body, content_type="application/json")
    assert (made.status_code, made.json()["kind"]) == (201, kind)
    link = client.get(f"/api/v1/permalinks/{made.json()['id']}").json()
    assert link["comparison"] == client.get(f"/api/v1/{kind}?{QUERIES[kind]}").json()
    assert link["drift"] == []


def test_the_api_gives_the_title_and_the_note_that_it_took(client: Client) -> None:
    words = {"title": "Before the upgrade", "note": "The fan was loud."}
    body = json.dumps({"query": QUERIES["compare"], **words})
    made = client.post("/api/v1/permalinks", body, content_type="application/json").json()
    one = client.get(f"/api/v1/permalinks/{made['id']}").json()
    (listed,) = client.get("/api/v1/permalinks").json()["permalinks"]
    for link in (made, one, listed):
        assert link.items() >= words.items()


def test_an_unknown_kind_is_refused(client: Client) -> None:
    body = json.dumps({"kind": "guess", "query": ""})
    assert client.post("/api/v1/permalinks", body, content_type="application/json").status_code == 422
