"""What a reader sees in recorded series: curves that lie on each other are one, and a lasting change has its moment."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.activity.curves import curves
from benchdb.domain.activity.panels import Series
from benchdb.domain.activity.shifts import shift, together

LOAD = (0.0, 10.0)
INTERRUPTS = [13.5, 17.0, 16.7, 15.0, 1.5, 1.6, 0.9, 0.8, 0.9, 1.0]


def series(values: list[float]) -> Series:
    return np.arange(1.0, len(values) + 1), np.array(values)


def test_lines_that_lie_on_each_other_are_one_with_both_names() -> None:
    known = curves([("lo received", series([5, 100])), ("lo sent", series([5.5, 101])), ("eth0 sent", series([0, 60]))])
    assert [one.title for one in known.drawn] == ["lo received = sent", "eth0 sent"]
    assert known.still == ()


def test_what_stays_at_nought_is_named_and_not_drawn() -> None:
    known = curves([("accepted", series([1, 2])), ("resets sent", series([0, 0]))])
    assert [one.names for one in known.drawn] == [("accepted",)]
    assert known.still == ("resets sent",)


def test_a_panel_in_which_nothing_moves_still_has_a_curve() -> None:
    known = curves([("read", series([0, 0])), ("written", series([0, np.nan]))])
    assert [one.names for one in known.drawn] == [("read",)]
    assert known.still == ("written",)


def test_lines_with_other_holes_are_two() -> None:
    known = curves([("a", series([1, 2, 3])), ("b", series([1, np.nan, 3]))])
    assert len(known.drawn) == 2


def test_a_change_of_level_has_its_moment_and_both_medians() -> None:
    change = shift("interrupts", series(INTERRUPTS), LOAD)
    assert change
    assert (change.second, change.before, change.after, change.rises) == (4.0, pytest.approx(15.85), 0.95, False)


@pytest.mark.parametrize(
    "values",
    [
        [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],  # a slow rise
        [10, 12, 9, 11, 10, 12, 9, 11, 10, 12],  # noise
        [10, 10, 10, 10, 10, 11, 11, 11, 11, 11],  # by a tenth
        [90, 90, 10, 10, 10, 10, 10, 10, 10, 10],  # a start too short to be a level
        [10, 10, 10, 20, 20],  # too few
    ],
)
def test_what_is_no_plain_change_of_level_is_none(values: list[float]) -> None:
    assert shift("x", series(values), LOAD) is None


def test_only_the_load_counts() -> None:
    idle_then_busy = [0.1] * 10 + [50.0] * 5
    assert shift("x", series(idle_then_busy), LOAD) is None


@given(st.lists(st.floats(0, 1e6), max_size=40))
def test_a_change_parts_the_samples_of_its_load(values: list[float]) -> None:
    change = shift("x", series(values), (0.0, 1e9))
    if change:
        before, after = values[: int(change.second)], values[int(change.second) :]
        assert min(len(before), len(after)) >= 3
        assert max(before) < min(after) if change.rises else min(before) > max(after)


def test_the_largest_change_leads_those_that_came_with_it() -> None:
    shifts = [
        shift(name, series(values), LOAD)
        for name, values in {
            "switches": [34.0] * 4 + [50.0] * 6,
            "interrupts": INTERRUPTS,
            "later": [1.0] * 7 + [9.0] * 3,
        }.items()
    ]
    kept = together([one for one in shifts if one], 1.0)
    assert [one.name for one in kept] == ["interrupts", "switches"]
