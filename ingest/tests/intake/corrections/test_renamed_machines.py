"""Uploads that say a machine's former name: its runs are where the name leads, and that is told."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.curation.inventory import edit, merge, merges, undo
from benchdb.models import Machine, Run
from ingest.intake.uploads import correct_facts
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.doors import GLOBAL, NON_GLOBAL, send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]


def test_an_upload_under_a_former_name_lands_on_the_renamed_machine(client: Client) -> None:
    parse_upload(send(client, GLOBAL, machine="lab1").json()["id"])
    edit(Machine.objects.get(), {"name": "Prüfstand 1 / Köln"})
    sent = send(client, NON_GLOBAL, machine="Lab1").json()
    parse_upload(sent["id"])
    assert {str(run.setup.machine) for run in Run.objects.with_setup()} == {"Prüfstand 1 / Köln"}
    sentence = "Lab1 is called Prüfstand 1 / Köln now: the runs are there."
    assert [one["message"] for one in client.get(sent["status_url"]).json()["problems"]] == [sentence]
    page = client.get(f"/uploads/{sent['id']}/").content.decode()
    assert (sentence in page, "Needs you" in page) == (True, False)


def test_an_upload_under_a_merged_name_lands_where_it_leads_and_the_merge_can_be_undone(client: Client) -> None:
    parse_upload(send(client, GLOBAL, machine="Web01").json()["id"])
    moved, right = Run.objects.get(), Machine.objects.create(name="web-01")
    merge(Machine.objects.get(name="Web01"), right)
    sent = send(client, NON_GLOBAL, machine=" WEB01 ").json()
    parse_upload(sent["id"])
    assert {str(run.setup.machine) for run in Run.objects.with_setup()} == {"web-01"}
    (problem,) = client.get(sent["status_url"]).json()["problems"]
    assert problem["message"] == "WEB01 is called web-01 now: the runs are there."
    again = undo(merges(right)[0], right)
    assert list(Run.objects.filter(setup__machine=again)) == [moved], "what came since stays"


def test_runs_that_were_read_anew_come_back_with_the_merge(client: Client) -> None:
    upload = send(client, GLOBAL, machine="Web01").json()["id"]
    parse_upload(upload)
    right = Machine.objects.create(name="web-01")
    merge(Machine.objects.get(name="Web01"), right)
    correct_facts(upload, {"machine": "Web01", "zone": "web"})
    parse_upload(upload)
    again = undo(merges(right)[0], right)
    (now,) = Run.objects.filter(retired_at=None).with_setup()
    assert (now.setup.machine, now.setup.zone) == (again, "web")


def test_a_former_name_is_no_other_fact_of_bytes_that_are_here(client: Client) -> None:
    parse_upload(send(client, GLOBAL, machine="lab1").json()["id"])
    edit(Machine.objects.get(), {"name": "lab 2"})
    body = {"sha256": [Run.objects.get().file.log_id], "paths": ["a.log"], "facts": {"machine": "LAB1"}}
    answer = client.post("/api/v1/logs", body, content_type="application/json").json()
    assert answer["not_applied"] == {}
