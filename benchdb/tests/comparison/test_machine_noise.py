"""The noise between a machine's sittings, read from all that was measured on it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchdb.domain.activity.packing import packed
from benchdb.models import Machine, Recording, Run, Timeline, Trace, Upload, UploadFile
from benchdb.questions.comparison.fetch import fetch_comparison, numbers
from benchdb.questions.comparison.machine_noise import machine_noises
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.kinds import QUESTIONS
from benchdb.questions.permalinks.freeze import freeze
from benchdb.wording import line
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

BEGIN = datetime(2026, 5, 1, tzinfo=UTC)
OLD, NEW = [100.0, 101, 99, 100.5, 99.5], [110.0, 111, 109, 110.5, 109.5]
QUESTION = "machine=lab&concurrency=10"


def measured(kernel: str, values: list[float], day: int, concurrency: int = 10, machine: str = "lab") -> list[Run]:
    """One sitting: a run a minute."""
    made = runs(setup(kernel, concurrency, machine), {"requests_per_second": values})
    for minute, run in enumerate(made):
        run.started_at = BEGIN + timedelta(days=day, minutes=minute)
    Run.objects.bulk_update(made, ["started_at"])
    return made


def history(machine: str = "lab") -> None:
    """Six sittings of another load, whose medians lie 15% apart."""
    for day, middle in enumerate([80.0, 100, 120, 85, 115, 95]):
        measured("Linux 6.1", [middle, middle + 1, middle - 1], 10 + day, concurrency=50, machine=machine)


def answer(as_of: datetime | None = None) -> tuple[str, str]:
    question = ComparisonQuestion.from_query(parse_qsl(QUESTION)).at_moment(as_of)
    comparison = fetch_comparison(question)
    return str(comparison.rows[0].cells["Linux 6.2"].verdict), line(comparison.headline)


def test_the_machines_other_setups_say_how_far_sittings_lie_apart() -> None:
    measured("Linux 6.1", OLD, 0)
    measured("Linux 6.2", NEW, 1)
    history("elsewhere")
    verdict, words = answer()
    assert verdict == "better"
    assert words.endswith("Each side was measured in one sitting, so day-to-day variation is not excluded.")
    history()
    verdict, words = answer()
    assert verdict == "no evidence"
    assert "One sitting" not in words


def test_who_asks_of_all_runs_of_a_machine_is_asked_for_no_others() -> None:
    """They speak for themselves: nothing is read a second time."""
    measured("Linux 6.1", OLD, 0)
    measured("Linux 6.2", NEW, 1)
    history()
    every = ComparisonQuestion.from_query([("machine", "lab")])
    seen = numbers(every)
    with CaptureQueriesContext(connection) as queries:
        assert machine_noises(every, seen) == {}
    assert len(queries) == 0
    some = ComparisonQuestion.from_query(parse_qsl(QUESTION))
    assert machine_noises(some, numbers(some)).keys() == {("lab", "requests_per_second")}


def test_a_history_of_later_is_none_of_an_earlier_moment() -> None:
    measured("Linux 6.1", OLD, 0)
    measured("Linux 6.2", NEW, 1)
    moment = Run.objects.latest("stored_at").stored_at
    history()
    Run.objects.filter(setup__concurrency=50).update(stored_at=moment + timedelta(days=30))
    assert answer(moment + timedelta(seconds=1))[0] == "better"
    assert answer()[0] == "no evidence"


def test_a_frozen_comparison_keeps_how_its_sittings_counted() -> None:
    measured("Linux 6.1", OLD, 0)
    measured("Linux 6.2", NEW, 1)
    question = ComparisonQuestion.from_query(parse_qsl(QUESTION))
    link = freeze(question, Run.objects.latest("stored_at").stored_at + timedelta(seconds=1))
    assert "measured in one sitting" in link.headline
    cell = QUESTIONS["compare"].from_data(json.loads(link.result)).rows[0].cells["Linux 6.2"]
    assert (cell.sittings, cell.sitting_basis) == ((1, 1), "one sitting a side")


def booted(moment: datetime, host: str = "lab", ahead: float = 0.0) -> None:
    """A recording of the host that shows a reboot, on a clock so many seconds ahead of UTC."""
    file = Run.objects.order_by("pk")[0].file
    seconds = moment.timestamp() + ahead
    recording = Recording.objects.create(
        file=file, host=host, machine=Machine.named(host), tool="sar", format="sar", parser_version="1",
        start=seconds - 60, end=seconds + 60, clock_ahead=ahead,
    )  # fmt: skip
    timeline = Timeline.objects.create(recording=recording, start=seconds, step=0.0, count=1)
    Trace.objects.create(recording=recording, timeline=timeline, metric="restart", data=packed(np.array([2.0])))


def of_one_kernel(gap: timedelta) -> None:
    """Two zones' runs, one after the other."""
    for zone, values, begin in (("global", OLD, BEGIN), ("zone1", NEW, BEGIN + gap)):
        made = runs(setup("Linux 6.1", 10, "lab", zone=zone), {"requests_per_second": values})
        for minute, run in enumerate(made):
            run.started_at = begin + timedelta(minutes=minute)
        Run.objects.bulk_update(made, ["started_at"])


def basis(as_of: datetime | None = None) -> str:
    question = ComparisonQuestion.from_query(parse_qsl("machine=lab&cols=zone&baseline=global")).at_moment(as_of)
    return fetch_comparison(question).rows[0].cells["zone1"].sitting_basis


@pytest.mark.parametrize("ahead", [0.0, 7200.0])
def test_a_reboot_that_a_recording_shows_parts_the_sittings(ahead: float) -> None:
    of_one_kernel(timedelta(minutes=30))
    assert basis() == "same sitting"
    booted(BEGIN + timedelta(minutes=20), "elsewhere", ahead)
    booted(BEGIN - timedelta(minutes=20), "lab", ahead)
    assert basis() == "same sitting"
    before = Run.objects.latest("stored_at").stored_at + timedelta(milliseconds=1)
    booted(BEGIN + timedelta(minutes=20), "lab", ahead)
    assert basis() == "one sitting a side"
    assert basis(before) == "same sitting", "nobody knew of it then"


def test_a_boot_that_is_stated_with_a_run_parts_the_sittings() -> None:
    of_one_kernel(timedelta(minutes=30))
    last = Run.objects.order_by("-started_at")[0]
    between = BEGIN + timedelta(minutes=20)
    for moment, sittings in (
        (BEGIN - timedelta(days=3), "same sitting"),
        (last.started_at + timedelta(minutes=1), "same sitting"),  # no run is older than its machine's boot
        (between, "one sitting a side"),
    ):
        Run.objects.filter(pk=last.pk).update(booted_at=moment)
        assert basis() == sittings
    assert basis(datetime(2126, 1, 1, tzinfo=UTC)) == "one sitting a side"
    Run.objects.filter(pk=last.pk).update(excluded_at=between, excluded_because="another machine's")
    assert basis() == "same sitting"


@pytest.mark.parametrize("as_of", [None, datetime(2126, 1, 1, tzinfo=UTC)])
def test_runs_of_one_folder_are_one_sitting_in_packed_arrays_and_in_rows(as_of: datetime | None) -> None:
    measured("Linux 6.1", OLD, 0)
    measured("Linux 6.2", NEW, 1)
    Run.objects.update(started_at=None)
    question = ComparisonQuestion.from_query(parse_qsl(QUESTION)).at_moment(as_of)
    assert fetch_comparison(question).rows[0].cells["Linux 6.2"].sitting_basis == "unknown", "each came alone"
    together()
    cell = fetch_comparison(question).rows[0].cells["Linux 6.2"]
    assert (cell.sitting_basis, cell.assumes_sittings) == ("one sitting a side", True)


def together() -> None:
    """All runs as if they had come in one upload, those of each kernel in a folder."""
    upload = Upload.objects.order_by("pk")[0]
    for run in Run.objects.with_setup():
        name = f"{run.setup.kernel}/{run.pk}.log"
        UploadFile.objects.filter(pk=run.file_id).update(upload=upload, name=name, position=1000 + run.pk)
