"""Versions of which every run was stopped, along versions: they vanished without a word."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from benchdb.models import Run
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.kinds import ask
from benchdb.watches.outages import current_outages, new_among
from benchdb.wording import line
from frontend.tests.constructed import runs, setup

ALONG = HistoryQuestion.from_query([("machine", "built"), ("x", "kernel")])


def crashed(kernel: str, count: int, load: int | None = 10) -> Sequence[Run]:
    made = runs(setup(kernel, load), {"requests_completed": [1.0 * n for n in range(count)]})
    for run in made:
        run.measurements.all().delete()
        run.status = "aborted"
        run.save()
    return made


def served(kernel: str, count: int = 8, level: float = 1000.0) -> None:
    runs(setup(kernel, 10), {"requests_per_second": [level + n % 5 for n in range(count)]})


@pytest.mark.django_db
def test_kernels_that_crash_every_time_are_an_outage() -> None:
    served("Linux 6.1")
    served("Linux 6.2")
    crashed("Linux 6.6", 7)
    crashed("Linux 6.7", 8, None)
    answer = ask(ALONG)
    words = "Since Linux 6.6 every run was stopped before its end (the last 15 of 31 runs)."
    assert line(answer.headline).startswith(words)
    assert answer.labels == ("Linux 6.1", "Linux 6.2", "Linux 6.6", "Linux 6.7")
    (one,) = current_outages(answer)
    assert new_among(answer, [one], [one.seen]) == [], "a watch tells it once"
    served("Linux 6.8")
    over = ask(ALONG)
    assert "From Linux 6.6 to Linux 6.7 every run was stopped before its end (15 of 39 runs)." in line(over.headline)


@pytest.mark.django_db
def test_a_single_kernel_and_one_that_is_alone_are_told_too() -> None:
    served("Linux 6.1")
    crashed("Linux 6.6", 2)
    words = line(ask(ALONG).headline)
    assert words.startswith("Since Linux 6.6 every run was stopped before its end (the last 2 of 10 runs).")
    served("Linux 6.7")
    assert "With Linux 6.6 every run was stopped before its end (2 of 18 runs)." in line(ask(ALONG).headline)
    crashed("Linux 6.8", 1)
    assert "Linux 6.8" not in line(ask(ALONG).headline), "one may be an accident"


@pytest.mark.django_db
def test_a_level_of_those_that_held_out_says_so() -> None:
    served("Linux 6.1")
    served("Linux 6.6", 8, 1100.0)
    crashed("Linux 6.6", 8)
    words = "8 of 16 runs of Linux 6.6 were stopped before the end and are not in its figures."
    assert words in line(ask(ALONG).headline)
