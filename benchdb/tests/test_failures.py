"""A side that answers errors is never better."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.failures import failure_share
from benchdb.tests.test_tabulate import QUESTION, seen
from benchdb.wording import line, sentences

FASTER = [*(seen(n, 100 + n) for n in range(5)), *(seen(20 + n, 200 + n, zone="web") for n in range(5))]


@pytest.mark.parametrize(
    ("failing", "verdict"),
    [({}, "better"), ({20: 0.5, 21: 0.0}, "not comparable"), ({20: 0.001}, "better"), ({0: 0.5, 20: 0.5}, "better")],
)
def test_who_fails_more_is_not_better(failing: dict[int, float], verdict: str) -> None:
    shares = dict.fromkeys((*range(5), *range(20, 25)), 0.0) | failing
    answer = tabulate(QUESTION, [replace(one, failed=shares[one.run]) for one in FASTER])
    assert answer.rows[0].cells["web"].verdict == verdict


def test_failures_stand_beside_the_figure() -> None:
    failing = [replace(one, failed=0.25 if one.run in (20, 21) else None) for one in FASTER]
    cell = tabulate(QUESTION, failing).rows[0].cells["web"]
    assert cell.failed == 0.25
    assert sentences(cell.caveats)[0] == "25% of the requests failed"


def test_without_a_failure_nothing_changes() -> None:
    counted = [replace(one, failed=0.0 if one.run == 20 else None) for one in FASTER]
    assert tabulate(QUESTION, counted) == tabulate(QUESTION, FASTER)


@pytest.mark.parametrize(
    ("failed", "completed", "share"), [(5, 100, 0.05), (5, None, 1.0), (0, None, 0.0), (9, 3, 1.0)]
)
def test_the_share_is_of_what_was_sent(failed: float, completed: float | None, share: float) -> None:
    assert failure_share(failed, completed) == share


def test_the_headline_names_the_failures_and_no_other_conditions() -> None:
    failing = [replace(one, failed=0.5 if one.run >= 20 else 0.0) for one in FASTER]
    words = line(tabulate(QUESTION, failing).headline)
    assert "not comparable, because more requests failed on one side" in words
    assert "other conditions" not in words
