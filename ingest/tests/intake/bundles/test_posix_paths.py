"""Paths in which a backslash is part of a name, as the header `Benchdb-Paths: posix` says."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.models import Upload, UploadFile
from ingest.intake.dry_runs import desk as desks
from ingest.intake.dry_runs.desk import Desk
from ingest.tests.intake.zips import log

pytestmark = pytest.mark.django_db(transaction=True)


def sent(client: Client, kind: str, **more: str) -> Any:
    paths = json.dumps(["o\\d/k/run1.log"])
    form = {
        "file": SimpleUploadedFile("1.log", log(1)),
        "paths": paths,
        "pattern": "{machine}/{kernel}/run{trial}.log",
        **more,
    }
    return client.post("/api/v1/uploads", form, headers={"Benchdb-Paths": kind} if kind else {})


@pytest.mark.parametrize(("kind", "machine"), [("posix", "o\\d"), ("", "d")])
def test_a_dry_run_parts_paths_as_the_upload_does(
    client: Client, monkeypatch: pytest.MonkeyPatch, kind: str, machine: str
) -> None:
    own = Desk()
    monkeypatch.setattr(desks, "_desks", {os.getpid(): own})
    try:
        [run] = sent(client, kind, dry_run="true").json()["runs"]
    finally:
        own.end()
    assert run["setup"]["machine"] == machine


@pytest.mark.parametrize("kind", ["Posix", "windows"])
def test_another_kind_of_paths_is_refused(client: Client, kind: str) -> None:
    answer = sent(client, kind)
    assert (answer.status_code, answer.json()["detail"]) == (400, f"Benchdb-Paths: expected posix, got “{kind}”")
    assert not Upload.objects.exists()


@pytest.mark.parametrize(("kind", "kept"), [("posix", r"o\d.log"), ("", "o/d.log")])
def test_a_name_in_the_address_is_read_by_the_same_rule(client: Client, kind: str, kept: str) -> None:
    headers = {"Benchdb-Paths": kind} if kind else {}
    answer = client.put("/u/o%5Cd.log", log(1), content_type="text/plain", headers=headers)
    assert answer.status_code == 202, answer.content
    assert UploadFile.objects.get().name == kept
    other = client.put("/u/o%5Cd.log", log(2), content_type="text/plain", headers={"Benchdb-Paths": "AAA"})
    assert (other.status_code, other.json()["detail"]) == (400, "Benchdb-Paths: expected posix, got “AAA”")
