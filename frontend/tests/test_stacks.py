"""Locks, functions and statuses as parts of a whole."""

from typing import Any

import pytest

from benchdb.comparison.spec import Spec
from benchdb.comparison.tabulate import Observation, tabulate
from frontend.charts import charts
from frontend.stacks import REST


def drawn(spec: Spec, shares: dict[tuple[str, str], float]) -> dict[str, Any]:
    """The one chart of shares told as {(row, column): share}."""
    seen = [
        Observation(at, spec.metrics[0], share, row, column, {})
        for at, ((row, column), share) in enumerate(shares.items())
    ]
    return charts(tabulate(spec, seen))[0]


LOCKS = {("big", "2"): 0.7, ("small", "2"): 0.3, ("big", "8"): 0.9, ("small", "8"): 0.1}
BY_ITEM = Spec(metrics=("lock_wait_share",), rows="item", cols="cpus")


@pytest.mark.parametrize("is_across", [False, True])
def test_shares_by_item_are_stacked_over_the_other_dimension(is_across: bool) -> None:
    spec = Spec(metrics=("lock_wait_share",), rows="cpus", cols="item") if is_across else BY_ITEM
    told = drawn(spec, {(c, r) if is_across else (r, c): x for (r, c), x in LOCKS.items()})
    assert told["kind"] == "stacked"
    assert told["labels"] == ["2", "8"]
    assert [(each["name"], each["values"]) for each in told["series"]] == [("big", [70, 90]), ("small", [30, 10])]
    assert told["most"] == pytest.approx(100)


def test_what_does_not_add_up_is_not_stacked() -> None:
    growth = Spec(metrics=("lock_wait_growth",), rows="item", cols="cpus")
    assert drawn(growth, LOCKS)["kind"] == "bars"
    assert drawn(BY_ITEM, {("big", "2"): 0.7, ("big", "8"): 0.9})["kind"] == "bars", "one part is no stack"


def test_small_parts_are_drawn_as_one_and_named_as_many() -> None:
    many = {(f"lock{at:02}", "2"): 0.2 / (at + 1) for at in range(12)}
    series = drawn(BY_ITEM, many)["series"]
    assert [each["name"] for each in series[:2]] == ["lock00", "lock01"]
    assert series[-1]["name"] == REST
    assert series[-1]["words"][0].endswith("5 items")
    assert sum(each["values"][0] for each in series) == pytest.approx(100 * sum(many.values()))
