"""Corrections of runs whose log is read anew: what was said stays, and what was taken away stays away."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchdb.curation.corrections.run_corrections import correct_runs
from benchdb.curation.corrections.undone_corrections import undo
from benchdb.models import Run
from ingest.intake.uploads import correct_facts
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.doors import GLOBAL, send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]
FACTS = {"machine": "box", "kernel": "SunOS 5.10", "notes": "first try", "tuning": {"gov": "performance", "nice": "5"}}


@pytest.fixture
def upload(client: Client) -> int:
    form = {"machine": "box", "kernel": "SunOS 5.10", "notes": "first try", "tuning": "gov=performance; nice=5"}
    number = int(send(client, GLOBAL, **form).json()["id"])
    parse_upload(number)
    return number


def run() -> Run:
    return Run.objects.filter(retired_at=None).with_setup().get()


def read_anew(upload: int, **facts: object) -> None:
    correct_facts(upload, {**FACTS, **facts})
    parse_upload(upload)


def known() -> tuple[object, ...]:
    now = run()
    server, kernel = now.setup.server, now.setup.kernel
    return str(kernel or ""), str(server or ""), now.notes, dict(now.setup.tuning), now.setup.zone


def test_what_was_taken_away_stays_away_and_comes_back(upload: int) -> None:
    before = known()
    assert before[1], "the log names its server"
    gone = {"kernel": None, "server": None, "notes": None, "tuning": {"gov": None}}
    number = correct_runs([run().pk], gone, "ada").pk
    assert known() == ("", "", "", {"nice": "5"}, "")
    read_anew(upload, zone="web")
    assert known() == ("", "", "", {"nice": "5"}, "web")
    correct_runs([run().pk], {"notes": "BIOS 1.2"}, "ada")
    read_anew(upload, zone="global")
    assert known()[2] == "BIOS 1.2"
    undo(number, "ada")
    assert known() == (*before[:2], "BIOS 1.2\nfirst try", before[3], "global")


def test_all_remarks_stay_when_a_log_is_read_anew(upload: int) -> None:
    first, second = (correct_runs([run().pk], {"notes": remark}, "ada").pk for remark in ("BIOS 1.2", "no turbo"))
    read_anew(upload, zone="web")
    assert run().notes == "no turbo\nBIOS 1.2\nfirst try"
    undo(first, "ada")
    assert run().notes == "no turbo\nfirst try"
    undo(second, "ada")
    assert (run().notes, run().stated) == ("first try", {})


def test_what_the_upload_says_since_is_beneath_what_was_said_of_a_run(upload: int) -> None:
    first = correct_runs([run().pk], {"kernel": "SunOS 5.11"}, "ada").pk
    second = correct_runs([run().pk], {"kernel": "SunOS 5.12"}, "ada").pk
    read_anew(upload, kernel="SunOS 5.10u1")
    assert known()[0] == "SunOS 5.12"
    undo(second, "ada")
    assert known()[0] == "SunOS 5.11"
    undo(first, "ada")
    assert known()[0] == "SunOS 5.10u1"
    read_anew(upload, kernel="SunOS 5.10u1", zone="web")
    assert (known()[0], run().stated) == ("SunOS 5.10u1", {})


def test_runs_that_are_read_anew_are_found_by_their_files_and_not_by_all_runs_again(upload: int) -> None:
    """A join of all runs with themselves took minutes for a thousand where PostgreSQL thought that there were none."""
    with CaptureQueriesContext(connection) as queries:
        correct_facts(upload, FACTS)
    (retires,) = [query["sql"] for query in queries if query["sql"].startswith('UPDATE "benchdb_run"')]
    assert retires.count('"benchdb_run" ') == 1
    assert "JOIN" not in retires
