"""Whatever becomes of uploads and in whatever order, no two runs of a setup have one number that nobody stated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchdb.curation.exclusions import exclude
from benchdb.curation.inventory import merge
from benchdb.curation.uploads import restore, withdraw
from benchdb.models import Machine, Run, Upload
from benchdb.safekeeping.integrity import CHECKS
from ingest.intake.uploads import IncomingFile, correct_facts, create_upload
from ingest.pipeline.linking.doubled_trials import number_doubled_anew
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.recordings.in_parts.test_withdrawn_at_once import at_once, end, ending, join, read
from ingest.tests.intake.recordings.test_beside_stated_loads import load
from ingest.tests.intake.zips import log

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

#: What is done, and to which of the uploads or runs that are there.
CHANGES = ("send", "send recorded", "send stated", "two at once", "exclude", "withdraw", "restore", "read again")
STEPS = st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 7)), min_size=3, max_size=6)
NUMBERS = count(1)


class Box:
    """A machine of its own, and the uploads of its loads."""

    def __init__(self) -> None:
        self.name = f"box{next(NUMBERS)}"
        self.uploads: list[int] = []

    def queued(self, *, is_recorded: bool = False, **facts: Any) -> int:
        """Two loads, or one and what sysstat knows of its machine."""
        numbers = [next(NUMBERS), next(NUMBERS)]
        logs = {f"{number}.log": log(number) for number in numbers}
        files = load(numbers[0], self.name, folder=f"{numbers[0]}") if is_recorded else logs
        incoming = [IncomingFile(name, [content]) for name, content in files.items()]
        self.uploads.append(create_upload(incoming, {"machine": self.name, **facts}).upload.pk)
        return self.uploads[-1]

    def stored(self, *, is_recorded: bool = False, **facts: Any) -> int:
        upload = self.queued(is_recorded=is_recorded, **facts)
        parse_upload(upload)
        return upload

    def end_at_once(self) -> None:
        """The second one ends, or waits for the first, which has seen what is there."""
        ours, other = (read(self.queued(is_recorded=True)) for _ in range(2))
        with ending(ours):
            threads = at_once(lambda: end(other))
        join(threads)

    def change(self, do: str, which: int) -> None:
        if do == "two at once":
            self.end_at_once()
        elif do.startswith("send"):
            stated = {"trial": which + 1} if do == "send stated" else {}
            self.stored(is_recorded=do == "send recorded", **stated)
        elif do == "exclude":
            runs = self.runs.filter(excluded_at=None)
            for run in runs[which : which + 1]:
                exclude(run, "wrong disk")
        else:
            uploads = Upload.objects.filter(pk__in=self.uploads, withdrawn_at__isnull=do != "restore").order_by("pk")
            for upload in uploads[which : which + 1]:
                UPLOADS[do](upload.pk)

    @property
    def runs(self) -> QuerySet[Run]:
        return Run.objects.filter(file__upload__in=self.uploads, retired_at=None).order_by("pk")

    @property
    def doubled(self) -> list[tuple[int, int]]:
        """(setup, trial) of several runs, of uploads of which no number is stated."""
        runs = self.runs.filter(file__upload__facts__trial=None)
        return [one for one, number in Counter(runs.values_list("setup", "trial")).items() if number > 1]


def read_again(upload: int) -> None:
    correct_facts(upload, {**Upload.objects.get(pk=upload).stated, "notes": f"reading {next(NUMBERS)}"})
    parse_upload(upload)


UPLOADS: dict[str, Callable[[int], object]] = {
    "withdraw": lambda upload: withdraw(upload, "another machine's", "ada"),
    "restore": restore,
    "read again": read_again,
}


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_no_two_runs_of_a_setup_have_one_number_that_nobody_stated(steps: list[tuple[str, int]]) -> None:
    box = Box()
    for do, which in steps:
        box.change(do, which)
        assert box.doubled == []


def test_uploads_that_end_at_once_and_bring_recordings_do_not_share_numbers() -> None:
    box = Box()
    box.stored(is_recorded=True)
    box.end_at_once()
    assert {run.setup_id: None for run in box.runs}.keys() == {box.runs[0].setup_id}
    assert sorted(box.runs.values_list("trial", flat=True)) == [1, 2, 3]


def trials(upload: int) -> list[int | None]:
    return list(Run.objects.filter(file__upload=upload, retired_at=None).order_by("pk").values_list("trial", flat=True))


def test_the_next_number_is_behind_a_stated_one() -> None:
    box = Box()
    box.stored(trial=2)
    assert trials(box.stored()) == [4, 5]


def test_numbers_of_excluded_and_of_withdrawn_runs_are_not_given_again() -> None:
    box = Box()
    first = box.stored()
    exclude(Run.objects.get(file__upload=first, trial=2), "wrong disk")
    assert trials(box.stored()) == [3, 4]
    withdraw(first, "another machine's", "ada")
    assert trials(box.stored()) == [5, 6]
    restore(first)
    assert trials(first) == [1, 2]


def test_a_log_that_is_read_again_keeps_its_number() -> None:
    box = Box()
    first = box.stored()
    box.stored()
    read_again(first)
    assert trials(first) == [1, 2]
    assert trials(box.stored()) == [5, 6]


def test_numbers_that_older_releases_gave_twice_are_found_and_mended() -> None:
    box = Box()
    box.stored()
    box.stored()
    box.stored(trial=1)
    Run.objects.filter(pk__in=[run.pk for run in box.runs[2:4]]).update(trial=2)
    first, kept, *others = box.runs[:4]
    [fault] = CHECKS["trials"]()
    numbers = ", ".join(str(run.pk) for run in others)
    assert fault.startswith(f"setup {first.setup_id}: trial 2 is run {kept.pk} and also {numbers}, and nobody stated")
    assert number_doubled_anew() == "trials: 2 runs numbered anew"
    assert [run.trial for run in box.runs] == [1, 2, 6, 7, 1, 5], "what was stated is the sender's word"
    assert (list(CHECKS["trials"]()), number_doubled_anew()) == ([], "")


def test_mending_many_setups_asks_for_each_once() -> None:
    queries = [questions_of_mending(setups) for setups in (2, 4, 6)]
    assert queries[2] - queries[1] == queries[1] - queries[0], "as many more as there are more setups"


def questions_of_mending(setups: int) -> int:
    for _ in range(setups):
        box = Box()
        box.stored()
        box.runs.update(trial=1)
    with CaptureQueriesContext(connection) as queries:
        assert number_doubled_anew() == f"trials: {setups} runs numbered anew"
    return len(queries)


def test_runs_that_a_merge_brought_together_keep_their_numbers() -> None:
    first, second = Box(), Box()
    for box in (first, second):
        box.stored()
    merge(Machine.objects.get(name=second.name), Machine.objects.get(name=first.name))
    assert Run.objects.filter(setup=first.runs[0].setup_id, trial=1).count() == 2
    assert list(CHECKS["trials"]()) == []
