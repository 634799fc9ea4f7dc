"""Locks, functions and statuses as parts of a whole."""

import pytest

from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from frontend.charts.comparison import charts
from frontend.charts.model import Chart
from frontend.charts.stacks import REST


def drawn(question: ComparisonQuestion, shares: dict[tuple[str, str], float]) -> Chart:
    """The one chart of shares told as {(row, column): share}."""
    seen = [
        Observation(run, question.metrics[0], share, row, column, {})
        for run, ((row, column), share) in enumerate(shares.items())
    ]
    return charts(tabulate(question, seen))[0]


LOCKS = {("big", "2"): 0.7, ("small", "2"): 0.3, ("big", "8"): 0.9, ("small", "8"): 0.1}
BY_ITEM = ComparisonQuestion(metrics=("lock_wait_share",), rows="item", cols="cpus")


@pytest.mark.parametrize("is_across", [False, True])
def test_shares_by_item_are_stacked_over_the_other_dimension(is_across: bool) -> None:
    question = ComparisonQuestion(metrics=("lock_wait_share",), rows="cpus", cols="item") if is_across else BY_ITEM
    chart = drawn(question, {(c, r) if is_across else (r, c): x for (r, c), x in LOCKS.items()})
    assert chart.kind == "stacked"
    assert chart.labels == ["2", "8"]
    assert [(series.name, series.values) for series in chart.series] == [("big", [70, 90]), ("small", [30, 10])]
    assert chart.y.most == pytest.approx(100)


def test_what_does_not_add_up_is_not_stacked() -> None:
    growth = ComparisonQuestion(metrics=("lock_wait_growth",), rows="item", cols="cpus")
    assert drawn(growth, LOCKS).kind == "bars"
    assert drawn(BY_ITEM, {("big", "2"): 0.7, ("big", "8"): 0.9}).kind == "bars", "one part is no stack"


def test_small_parts_are_drawn_as_one_and_named_as_many() -> None:
    many = {(f"lock{rank:02}", "2"): 0.2 / (rank + 1) for rank in range(12)}
    series = drawn(BY_ITEM, many).series
    assert [part.name for part in series[:2]] == ["lock00", "lock01"]
    assert series[-1].name == REST
    assert series[-1].points[0].words.endswith("5 items")
    assert sum(part.points[0].y or 0 for part in series) == pytest.approx(100 * sum(many.values()))
