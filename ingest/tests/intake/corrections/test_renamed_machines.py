"""Uploads that say a machine's former name: its runs are where the name leads, and that is told."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.curation.inventory import edit
from benchdb.models import Machine, Run
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
