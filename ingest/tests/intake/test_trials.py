"""Which repetition of its setup a run is, where several uploads store to one setup."""

from __future__ import annotations

import pytest

from benchdb.models import Run, Setup, Upload
from frontend.tests.constructed import runs, setup
from ingest.intake.overview import known
from ingest.pipeline.rows.trials import Trials, trials_of

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
    assert trials_of(made_on, first).next(None) == 3
    assert trials_of(made_on, second).next(None) == 3, "the other one waits for its lock"


def test_what_a_sender_says_goes_on_from_there_whatever_others_sent_before() -> None:
    made_on = setup("Linux 6.1", 8)
    for number in range(1, 4):
        stored(made_on, number)
    ours = stored(made_on, 1)
    assert trials_of(made_on, ours).next(None) == 2
    assert trials_of(made_on, ours).next(7) == 7
    assert trials_of(made_on, Upload.objects.create(digest="new")).next(None) == 5


def test_no_number_is_given_twice_in_whatever_order_they_are_stated() -> None:
    trials = Trials(set(), 0)
    assert [trials.next(stated) for stated in (2, 2, 1, 1, None)] == [2, 3, 1, 4, 5]


def test_a_run_is_known_by_its_offered_rate_where_it_has_no_concurrency() -> None:
    [run] = runs(setup("Linux 6.1", None, rate=1300.0), {"requests_per_second": [1.0]})
    assert known(run, ("built", "Linux 6.1")) == "offered rate 1,300/s, trial 1"
