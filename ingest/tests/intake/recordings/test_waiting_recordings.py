"""Recordings of which nobody knows the day are told where their numbers are missing."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from benchdb.models import Recording
from ingest.tests.intake.recordings.test_recording_links import ambiguous, nginx, send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

WAITING = "1 recording of these runs has an ambiguous date"


def text_of(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


@pytest.fixture
def link(client: Client) -> str:
    """Where the day of the only recording is said: its runs began on another one, by what was stated."""
    facts = {"machine": "lab7", "started_at": "2005-06-01T13:39:55Z"}
    upload = send(client, {**nginx("run1.log"), "sar.txt": ambiguous()}, **facts)
    send(client, nginx("run2.log"), machine="lab7", zone="other")
    return f'<a href="/uploads/{upload["id"]}/#recording-{Recording.objects.get().pk}">'


def test_the_page_of_costs_does_not_deny_them(client: Client, link: str) -> None:
    page = text_of(client, "/cost/?by=zone")
    assert "No run here has a recording" not in page
    assert re.search(WAITING + r".*" + re.escape(link), page)
    assert "1 run without a recording of the server is left out." in page, "run2.log alone"
    assert WAITING in text_of(client, "/cost.txt?by=zone")
    assert WAITING in client.get("/cost.json?by=zone").json()["caveats"][0]
    client.post(f"/recordings/{Recording.objects.get().pk}/", {"date_order": "dmy"})
    assert "waits for its day" not in text_of(client, "/cost/?by=zone")


def test_beside_other_costs_they_are_named(client: Client, link: str) -> None:
    other = {"run3.log": nginx("run2.log")["run2.log"] + b"\n", "known.txt": nginx("sar.txt")["sar.txt"]}
    send(client, other, started_at="2026-11-21T13:40:10Z")
    page = text_of(client, "/cost/?by=zone")
    assert "CPU time" in page
    assert re.search(WAITING + r".*" + re.escape(link), page)


def test_a_comparison_says_why_it_knows_no_why(client: Client, link: str) -> None:
    page = text_of(client, "/compare/?cols=zone&metric=requests_per_second")
    assert re.search(WAITING + r".*" + re.escape(link), page)


def test_the_page_of_a_run_asks_for_the_day_and_not_for_its_beginning(client: Client, link: str) -> None:
    run = Recording.objects.get().attachments.get().run_id
    page = text_of(client, f"/runs/{run}/")
    assert "a “started at”, and they are" not in page
    assert "03/04/05" in page
    assert link in page


def test_where_nobody_could_say_a_day_nothing_waits(client: Client) -> None:
    log = b"procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
    log += b" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
    log += b" 1  0      0 100000   2000  30000    0    0     0     0  100  200  5  5 90  0  0\n" * 3
    send(client, {**nginx("run1.log"), "vmstat.txt": log}, machine="lab7")
    assert not Recording.objects.get().date_is_known
    assert "wait" not in text_of(client, "/cost/?by=zone").split("<main")[1]
