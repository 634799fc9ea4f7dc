"""A `benchdb.toml` that says something of nothing is not passed over without a word."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.models import Machine
from ingest.tests.intake.zips import log, read, send, zipped

TOML = b"""[facts]
machine = "xx"
[files."*.lgo"]
zone = "a"
[files."*.log"]
zone = "b"
[machines."x2"]
cpu_count = 4
[machines.xx]
cpu_count = 8
"""


@pytest.mark.usefixtures("by_hand")
@pytest.mark.django_db(transaction=True)
def test_patterns_of_no_file_and_machines_of_no_run_are_named_with_their_lines(client: Client) -> None:
    status = read(client, send(client, "all.zip", zipped({"a/benchdb.toml": TOML, "a/run.log": log(1)})))
    assert [(one["file"], one["line"], one["message"].split(":")[0]) for one in status["problems"]] == [
        ("a/benchdb.toml", 3, "[files.'*.lgo'] matches no file of this upload"),
        ("a/benchdb.toml", 7, "[machines.'x2']"),
    ]
    assert list(Machine.objects.values_list("name", "cpu_count")) == [("xx", 8)]
    page = client.get(f"/uploads/{status['id']}/").content.decode()
    assert ("matches no file of this upload" in page, "Needs you" in page) == (True, False)
