"""A history over versions and a comparison of the same runs say the same of sittings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl

import pytest

from benchdb.models import Run
from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.history.answer import Change, HistoryAnswer
from benchdb.questions.history.fetch import fetch_history
from benchdb.questions.history.question import HistoryQuestion
from benchdb.wording import full_sentences, line
from frontend.answers.history.doubts import doubts
from frontend.answers.history.lead import last_level
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

BEGIN = datetime(2026, 5, 1, tzinfo=UTC)
OLD, NEW = [100.0, 101, 99, 100.5, 99.5, 100.2], [110.0, 111, 109, 110.5, 109.5, 110.2]
LIMIT = "Each side was measured in one sitting, so day-to-day variation is not excluded."


def measured(kernel: str, values: list[float], day: int, concurrency: int = 10) -> None:
    """One sitting: a run a minute."""
    made = runs(setup(kernel, concurrency, "lab"), {"requests_per_second": values})
    for minute, run in enumerate(made):
        run.started_at = BEGIN + timedelta(days=day, minutes=minute)
    Run.objects.bulk_update(made, ["started_at"])


def answer_of(query: str = "x=kernel&machine=lab&concurrency=10") -> HistoryAnswer:
    return fetch_history(HistoryQuestion.from_query(parse_qsl(query)))


def only_change(answer: HistoryAnswer) -> Change:
    ((change,),) = (curve.changes for curve in answer.curves)
    return change


def test_one_sitting_of_each_version_is_said_as_in_the_comparison() -> None:
    measured("Linux 6.1", OLD, 0)
    measured("Linux 6.2", NEW, 1)
    answer = answer_of()
    comparison = fetch_comparison(ComparisonQuestion.from_query(parse_qsl("machine=lab&concurrency=10")))
    compared = comparison.rows[0].cells["Linux 6.2"]
    cell = only_change(answer).after.cell
    assert (cell.verdict, cell.sitting_basis) == (compared.verdict, compared.sitting_basis)
    assert (cell.verdict, cell.sittings) == ("better", (1, 1))
    assert line(answer.headline).endswith(LIMIT)
    assert line(comparison.headline).endswith(LIMIT)


def test_a_change_no_larger_than_sittings_differ_is_drawn_and_is_no_verdict() -> None:
    """Runs of a sitting are alike and sittings are not: twelve runs are three numbers."""
    for day, (kernel, middle) in enumerate([("6.1", 95.0), ("6.1", 100), ("6.1", 107), ("6.2", 106), ("6.2", 114)]):
        measured(f"Linux {kernel}", [middle, middle + 0.2, middle - 0.2, middle + 0.1], day)
    answer = answer_of()
    change = only_change(answer)
    assert change.after.cell.verdict == "no evidence"
    assert change.after.cell.sitting_basis == "several sittings"
    assert change.q == change.after.cell.q > 0.05
    assert "shows no proven change in 20 runs: it rose by 9.9% between Linux 6.1 and" in line(answer.headline)
    assert "and Linux 6.2, no larger than the usual difference between sittings." in line(answer.headline)
    assert LIMIT not in line(answer.headline)


def test_other_loads_of_the_machine_say_how_far_its_sittings_lie_apart() -> None:
    measured("Linux 6.1", OLD, 0)
    measured("Linux 6.2", NEW, 1)
    for day, middle in enumerate([80.0, 100, 120, 85, 115, 95]):
        measured("Linux 6.1", [middle, middle + 1, middle - 1], 10 + day, concurrency=50)
    cell = only_change(answer_of()).after.cell
    assert (cell.verdict, cell.sitting_basis) == ("no evidence", "machine's noise")
    assert cell.interval is not None
    assert cell.interval[0] < 0 < cell.interval[1]


def test_where_starts_are_not_on_record_the_curve_says_so() -> None:
    for kernel, values in (("Linux 6.1", OLD), ("Linux 6.2", NEW)):
        runs(setup(kernel, 10, "lab"), {"requests_per_second": values})
    answer = answer_of()
    assert only_change(answer).after.cell.verdict == "better"
    notes = " ".join(full_sentences(answer.curves[0].notes))
    assert "Not every run's start is on record" in notes


def test_kernels_of_one_sitting_each_differ_in_the_history_by_what_the_comparison_shows() -> None:
    """It had an interval of −48% to +11% where the comparison had −20% to −15%, and a gain as its last level."""
    middles = (19_200.0, 19_000, 19_800, 20_100, 20_900, 15_800, 21_300, 23_700)
    spread = (0.99, 0.995, 1.0, 1.003, 1.006, 1.01)
    for day, middle in enumerate(middles):
        measured(f"Linux 6.{day}", [middle * one for one in spread], day)
    answer = answer_of()
    words = line(answer.headline)
    assert words.startswith("Requests per second differs at ")
    assert (
        "of 7 steps from one kernel to the next in 48 runs; at the last one it rose by 11% between Linux 6.6" in words
    )
    assert words.endswith(LIMIT)
    query = "machine=lab&concurrency=10&baseline=Linux+6.6"
    compared = fetch_comparison(ComparisonQuestion.from_query(parse_qsl(query))).rows[0].cells["Linux 6.7"]
    last = answer.curves[0].changes[-1].after.cell
    assert last.interval == pytest.approx(compared.interval, abs=0.005)
    assert last.verdict == "no evidence"
    assert doubts(last) == ("One sitting each: day-to-day variation is not excluded",)
    assert last_level(answer) == "", "no gain is told where none is proven"
