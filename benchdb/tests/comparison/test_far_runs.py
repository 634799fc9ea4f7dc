"""One run far from the others hides a difference that the others show: it is named, and the verdict stands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from benchdb.questions.cells import Cell
from benchdb.questions.comparison.far_runs import far_runs
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.numbers import numbers_of
from benchdb.questions.numbers.places import places_of
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line, sentences

RANDOM = np.random.default_rng(17)
FOUR = RANDOM.normal(10_000, 40, 4).tolist()
FIFTEEN = RANDOM.normal(10_300, 40, 15).tolist()


def compared(here: Sequence[float], there: Sequence[float]) -> tuple[Cell, str]:
    answer = tabulate(
        QUESTION,
        [
            *(seen(run, value) for run, value in enumerate(there)),
            *(seen(100 + run, value, zone="web") for run, value in enumerate(here)),
        ],
    )
    return answer.rows[0].cells["web"], line(answer.headline)


def test_a_wild_run_is_named_where_it_leaves_no_verdict() -> None:
    wild = [*FIFTEEN[:7], 2_900.0, *FIFTEEN[8:]]
    cell, headline = compared(wild, FOUR)
    assert cell.verdict == "no evidence"
    assert "web has 1 run of 15 far from the others (run 107: 2,900/s where their middle is 10,300/s)" in headline
    assert any(words.startswith("1 run of 15 lies far from the others: run 107") for words in sentences(cell.caveats))


def test_without_it_there_is_a_verdict_and_nothing_to_say() -> None:
    cell, headline = compared(FIFTEEN, FOUR)
    assert cell.verdict == "better"
    assert "far from the others" not in headline


def test_a_cold_first_run_of_each_side_is_named_on_both() -> None:
    sides = [[0.7 * level, *RANDOM.normal(level, 30, 5).tolist()] for level in (10_300.0, 10_000.0)]
    cell, headline = compared(*sides)
    assert cell.verdict == "no evidence"
    assert headline.count("far from the others") == 2


@pytest.mark.parametrize("draw", ["normal", "uniform"])
def test_runs_of_plain_noise_have_none_far_off(draw: str) -> None:
    noise = getattr(np.random.default_rng(5), draw)(size=(400, 8))
    values = [
        seen(run, 1000 + 50 * float(value), concurrency=f"{row}")
        for row, of_row in enumerate(noise)
        for run, value in enumerate(of_row)
    ]
    assert len(far_runs(places_of(numbers_of(values)))) <= 8
