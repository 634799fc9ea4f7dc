"""Permalinks that an older release froze: their ids and bytes stay, and no new format makes them drift."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from benchdb.domain import statistics
from benchdb.host.paths import ROOT
from benchdb.models import Permalink, Run
from benchdb.questions.comparison import format_1
from benchdb.questions.permalinks.drift import drift
from benchdb.questions.permalinks.freeze import canonical, content_digest, shown

ROWS = json.loads((ROOT / "fixtures/permalinks/format-1.json").read_text())
IDS = [row["id"] for row in ROWS]


@pytest.fixture
def of_then(transactional_db: None, django_db_reset_sequences: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runs that the permalinks were made of, under the versions of then."""
    call_command("loadstudies", verbosity=0)
    monkeypatch.setattr(statistics, "VERSION", "2")
    Run.objects.update(parser_version="2")


def stored(row: dict[str, Any]) -> Permalink:
    fields = {name: value for name, value in row.items() if name not in ("name", "twins")}
    Permalink(**fields).save(force_insert=True)
    return Permalink.objects.get(pk=row["id"])


@pytest.mark.django_db
@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_an_old_result_is_read_and_written_to_the_byte(row: dict[str, Any]) -> None:
    link = stored(row)
    assert content_digest(link).startswith(link.pk)
    assert canonical(format_1.to_json(shown(link))) == row["result"]


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_an_old_link_does_not_drift_and_is_found_when_frozen_again(
    client: Client, of_then: None, row: dict[str, Any]
) -> None:
    link = stored(row)
    assert drift(link) == ()
    again = client.post("/compare/freeze/", {name: row[name] for name in ("query", "title", "note")})
    assert again["Location"] == f"/p/{row['id']}/"
    assert Permalink.objects.count() == 1
    assert client.get(f"/p/{row['id']}/").status_code == 200
