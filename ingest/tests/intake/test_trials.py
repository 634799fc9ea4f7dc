"""Which repetition of its setup a run is, where several uploads store to one setup."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from benchdb.curation.corrections.run_corrections import correct_runs
from benchdb.curation.corrections.undone_corrections import undo
from benchdb.models import Run, Setup, Upload, UploadFile
from benchdb.models.packed import NO_TRIAL
from frontend.tests.constructed import runs, setup
from ingest.intake.overview import known
from ingest.intake.uploads import IncomingFile, correct_facts, create_upload
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.rows.trials import Trials, trials_of
from ingest.tests.intake.zips import log, read, send, zipped

pytestmark = pytest.mark.django_db


def stored(made_on: Setup, trial: int) -> Upload:
    """An upload of one run with that number."""
    [run] = runs(made_on, {"requests_per_second": [1.0]})
    Run.objects.filter(pk=run.pk).update(trial=trial)
    return run.file.upload


def test_what_another_upload_took_in_the_meantime_is_not_taken_again() -> None:
    """An upload is stored batch by batch, and two may store to one setup in turn."""
    made_on = setup("Linux 6.1", 8)
    first, second = stored(made_on, 1), stored(made_on, 2)
    assert trials_of(made_on, [first.pk]).next(None) == 3
    assert trials_of(made_on, [second.pk]).next(None) == 3, "the other one waits for its lock"


def test_what_a_sender_says_goes_on_from_there_past_what_others_have() -> None:
    made_on = setup("Linux 6.1", 8)
    for number in (1, 2, 4):
        stored(made_on, number)
    ours = stored(made_on, 1)
    trials = trials_of(made_on, [ours.pk])
    assert [trials.next(1, is_first_of_several=True) for _ in range(3)] == [3, 5, 6]
    assert trials.next(7) == 7
    assert trials_of(made_on).next(None) == 5, "the others are not stored"


def test_a_number_behind_the_last_that_can_be_is_the_lowest_free_one() -> None:
    trials = Trials(taken=[1, NO_TRIAL - 1])
    assert [trials.next(None) for _ in range(2)] == [2, 3]


def test_what_is_stated_of_a_run_is_its_number_and_the_others_are_given_once() -> None:
    trials = Trials()
    assert [trials.next(stated) for stated in (2, 2, 1, 1, None, None)] == [2, 2, 1, 1, 3, 4]


def test_what_is_stated_of_several_runs_is_the_number_of_the_first() -> None:
    trials = Trials()
    assert [trials.next(stated, is_first_of_several=True) for stated in (5, 5, 5)] == [5, 6, 7]
    assert [trials.next_of(file, 1, is_first_of_several=False) for file in (1, 1, 2)] == [1, 2, 1]


def test_a_run_is_known_by_its_offered_rate_where_it_has_no_concurrency() -> None:
    [run] = runs(setup("Linux 6.1", None, rate=1300.0), {"requests_per_second": [1.0]})
    assert known(run, ("built", "Linux 6.1")) == "offered rate 1,300/s, trial 1"


#: What ab prints of a server that is down, every time.
REFUSED = b"""This is ApacheBench, Version 2.3 <$Revision: 1903618 $>
Benchmarking 10.0.0.5 (be patient)...apr_socket_recv: Connection refused (111)
"""
PATTERN = "{kernel}/run{trial}.log"


def sent(*paths: str, **facts: str) -> Upload:
    return sent_under(paths, {"machine": "web8", **facts})


def sent_under(paths: Sequence[str], facts: Mapping[str, str]) -> Upload:
    files = [IncomingFile(path, [REFUSED]) for path in paths]
    stored = create_upload(files, {"pattern": PATTERN, **facts}).upload
    parse_upload(stored.pk)
    return stored


@pytest.mark.django_db(transaction=True)
def test_loads_that_printed_no_figure_are_as_many_as_are_stated() -> None:
    """Five failed of fifteen, and with one of them the side lost less than a fifth of its runs."""
    paths = [f"5.{kernel}/run{trial}.log" for kernel in (10, 15) for trial in (11, 12, 13)]
    first = sent(*paths)
    assert sorted(Run.objects.values_list("setup__kernel__name", "trial")) == [
        (kernel, trial) for kernel in ("5.10", "5.15") for trial in (11, 12, 13)
    ]
    assert set(first.files.values_list("state", flat=True)) == {UploadFile.State.STORED}
    again = sent(*paths, notes="sent again")
    assert (Run.objects.count(), again.files.filter(state=UploadFile.State.KNOWN).count()) == (6, 6)
    sent("elsewhere/5.15/run12.log", "elsewhere/5.15/run14.log")
    assert sorted(Run.objects.filter(setup__kernel__name="5.15").values_list("trial", flat=True)) == [11, 12, 13, 14]


@pytest.mark.django_db(transaction=True)
def test_nights_on_which_several_machines_failed_at_once_are_a_run_each() -> None:
    """A start is of one stored run, and the machine of another: each of these is another execution."""
    paths = [f"{machine}/2026-04-0{day}T02:00:00Z/run.log" for machine in "XYZ" for day in (5, 6, 7)]
    pattern = "{machine}/{started_at}/run.log"
    sent_under(paths, {"pattern": pattern})
    nights = sorted(Run.objects.values_list("setup__machine__name", "started_at__day"))
    assert nights == [(machine, day) for machine in "XYZ" for day in (5, 6, 7)]
    again = sent_under(paths, {"pattern": pattern, "notes": "sent again"})
    assert (Run.objects.count(), again.files.filter(state=UploadFile.State.KNOWN).count()) == (9, 9)


@pytest.mark.django_db(transaction=True)
def test_what_no_run_has_on_record_tells_no_failed_loads_apart() -> None:
    create_upload([IncomingFile("a.log", [REFUSED])], {})
    for upload in Upload.objects.all():
        parse_upload(upload.pk)
    sent("5.10/run1.log")
    assert Run.objects.count() == 1, "machine and kernel are no correction of it"


@pytest.mark.django_db(transaction=True)
def test_a_program_that_asks_first_sends_the_failed_loads_that_are_not_here(client: Client) -> None:
    sent("5.10/run1.log")
    digest = sha256(REFUSED).hexdigest()

    def answer_for(path: str) -> Any:
        facts = {"machine": "web8", "pattern": PATTERN}
        question = {"sha256": [digest], "paths": [path], "facts": facts}
        return client.post("/api/v1/logs", json.dumps(question), content_type="application/json").json()

    assert answer_for("5.10/run1.log")["known"].keys() == {digest}
    assert (answer_for("5.10/run2.log")["known"], answer_for("5.10/run2.log")["not_applied"]) == ({}, {})


FOLDERS = {f"day{day}/c100/run{n}.log": log(10 * day + n) for day in (1, 2) for n in (1, 2, 3)}


@pytest.mark.usefixtures("by_hand")
@pytest.mark.django_db(transaction=True)
def test_two_folders_may_state_the_same_trials_and_it_is_said_once(client: Client) -> None:
    facts = {"machine": "web8", "pattern": "c{concurrency}/run{trial}.log"}
    first = read(client, send(client, "all.zip", zipped(FOLDERS), **facts))
    assert {run["file"]: run["trial"] for run in first["runs"]} == {path: int(path[-5]) for path in FOLDERS}
    [problem] = first["problems"]
    assert problem["message"].startswith("6 runs of this upload state the same trial as another run of their setup")
    assert "day1/c100/run1.log and day2/c100/run1.log (trial 1)" in problem["message"]
    again = read(client, send(client, "again.zip", zipped({**FOLDERS, "more.log": log(1)}), **facts))
    assert (again["not_applied"], Run.objects.count()) == (0, 7)


@pytest.mark.usefixtures("by_hand")
@pytest.mark.django_db(transaction=True)
def test_a_number_beside_several_logs_is_that_of_the_first_and_is_no_contradiction_later(client: Client) -> None:
    logs = {f"{n}.log": log(n) for n in range(3)}
    first = read(client, send(client, "a.zip", zipped(logs), trial="5"))
    assert [run["trial"] for run in first["runs"]] == [5, 6, 7]
    again = read(client, send(client, "b.zip", zipped({**logs, "x.log": log(9)}), trial="5"))
    assert (again["not_applied"], Run.objects.count()) == (0, 4)
    other = read(client, send(client, "c.zip", zipped({**logs, "y.log": log(8)}), trial="1"))
    assert other["not_applied"] == 3


@pytest.mark.usefixtures("by_hand")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pattern", ["{kernel}/run{trial}.log", "{kernel}/*.log"])
def test_numbers_come_back_with_an_undone_correction_whatever_was_read_anew_meanwhile(
    client: Client, pattern: str
) -> None:
    logs = {f"5.{kernel}/run{n}.log": log(kernel + n) for kernel in (10, 20) for n in (1, 2, 3, 4, 5)}
    upload = send(client, "a.zip", zipped(logs), machine="web8", pattern=pattern)
    read(client, upload)

    def now() -> list[tuple[str, str, int | None]]:
        runs = Run.objects.filter(retired_at=None).order_by("file__name")
        return list(runs.values_list("file__name", "setup__kernel__name", "trial"))

    before = now()
    two = Run.objects.filter(file__name__in=["5.10/run1.log", "5.10/run2.log"]).values_list("pk", flat=True)
    correction = correct_runs(list(two), {"kernel": "5.20"}, "ada").pk
    correct_facts(upload, {"machine": "web8", "pattern": pattern, "zone": "web"})
    parse_upload(upload)
    assert [trial for *_, trial in now()] == [1, 2, 3, 4, 5] * 2
    undo(correction, "ada")
    assert now() == before


@pytest.mark.usefixtures("by_hand")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("hours", "notes"), [(24, 0), (1, 1)])
def test_the_first_run_of_each_night_is_no_condition_that_nobody_stated(client: Client, hours: int, notes: int) -> None:
    began = [datetime(2026, 11, 14, 2, tzinfo=UTC) + timedelta(hours=hours * n) for n in range(4)]
    nights = {f"c100/{one:%Y%m%dT%H%M%SZ}/run1.log": log(n) for n, one in enumerate(began)}
    facts = {"machine": "web8", "pattern": "c{concurrency}/{started_at}/run{trial}.log"}
    outcome = read(client, send(client, "nights.zip", zipped(nights), **facts))
    assert [run["trial"] for run in outcome["runs"]] == [1, 1, 1, 1]
    assert len(outcome["problems"]) == notes
