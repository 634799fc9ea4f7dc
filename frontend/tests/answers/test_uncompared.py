"""A comparison in which nothing is compared says so everywhere in the same words."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.utils.html import escape

from benchdb.models import Permalink
from benchdb.questions.permalinks.drift import drift
from benchdb.questions.permalinks.freeze import canonical
from frontend.answers.presentations import PRESENTATIONS
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

APART = "rows=machine&cols=tuning.sendfile"
SENTENCE = "No row has runs in two columns, so nothing is compared."


@pytest.fixture(autouse=True)
def one_side_a_machine() -> None:
    for machine, sendfile in (("web8", "on"), ("web9", "off")):
        made_on = setup("Linux 6.1.0", 10, machine=machine, tuning={"sendfile": sendfile})
        runs(made_on, {"requests_per_second": [100.0, 101.0, 102.0]})


def test_the_headline_says_that_nothing_is_compared(client: Client) -> None:
    for path in ("/compare/", "/compare.md", "/compare.txt", "/compare.svg"):
        assert SENTENCE in client.get(f"{path}?{APART}").content.decode()
    assert client.get(f"/compare.json?{APART}").json()["headline"] == SENTENCE


def test_a_cell_without_a_baseline_has_no_verdict_on_the_page_either(client: Client) -> None:
    answer = client.get(f"/compare/?{APART}")
    assert {cell.verdict for row in answer.context["answer"].rows for cell in row.cells.values()} <= {None, ""}
    page = answer.content.decode()
    assert "not comparable" not in page
    assert "not compared" in page


def test_what_was_frozen_without_a_headline_has_not_changed(client: Client) -> None:
    link = Permalink.objects.get(pk=client.post("/compare/freeze/", {"query": APART})["Location"].strip("/")[2:])
    link.result = canonical(json.loads(link.result) | {"headline": []})
    assert drift(link) == ()


def test_a_picture_of_nothing_says_so(client: Client) -> None:
    nothing = "No runs answer this question, so there is nothing to draw."
    assert nothing in client.get("/cost.svg?by=kernel").content.decode()
    assert nothing not in client.get(f"/compare.svg?{APART}").content.decode()
    pictures = {client.get(f"/cost.png?by={by}").content for by in ("kernel", "machine")}
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)


@pytest.mark.parametrize("kind", PRESENTATIONS)
def test_an_answer_without_runs_says_so_in_every_text_and_to_programs(client: Client, kind: str) -> None:
    question, nothing = "study=tux-apache", "No runs answer this question."
    for ending in ("txt", "md", "html"):
        text = client.get(f"/{kind}.{ending}?{question}").content.decode()
        assert nothing.rstrip(".") in text, ending
    assert client.get(f"/{kind}.json?{question}").json()["headline"] == nothing
    assert client.get(f"/api/v1/{kind}?{question}").json()["headline"] == nothing


def test_runs_that_do_not_record_what_curves_differ_in_are_a_subject_of_their_own(client: Client) -> None:
    for kernel, rates in ((None, (100.0, 190.0, 200.0, 201.0, 199.0)), ("on", (100.0, 200.0, 390.0, 700.0, 1000.0))):
        for place, rate in enumerate(rates):
            tuning = {"sendfile": kernel} if kernel else {}
            made_on = setup("Linux 6.1.0", 2**place, machine="web10", tuning=tuning)
            runs(made_on, {"requests_per_second": [rate, rate + 0.5]})
    question = "x=concurrency&by=tuning.sendfile&machine=web10"
    page = client.get(f"/scaling/?{question}").content.decode()
    headline = client.get(f"/scaling.json?{question}").json()["headline"]
    assert "runs without a recorded sendfile" in headline
    assert "runs without a recorded sendfile" in page
    assert escape("not recorded flattens") not in page
