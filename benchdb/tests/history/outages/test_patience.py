"""How long a curve may pause, told after each pause in one pass."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType

import numpy as np
import pytest

from benchdb.questions.history.outages.patience import DAY, MONTH, Pauses, patience

RNG = np.random.default_rng(7)


@pytest.mark.parametrize("usual", [60.0, DAY, MONTH])
def test_each_pause_in_its_turn_says_what_all_so_far_say(usual: float) -> None:
    moments = np.cumsum(np.r_[0.0, RNG.lognormal(np.log(usual), 1.5, 400)])
    pauses = Pauses()
    assert pauses.patience(0.0) == np.inf
    for place in range(1, len(moments)):
        pauses.add(moments[place - 1 : place + 1])
        span = float(moments[place] - moments[0])
        so_far = moments[: place + 1]
        assert pauses.patience(span) == pytest.approx(patience(np.diff(so_far), so_far[1:], span))


@pytest.mark.parametrize("order", [sorted, lambda pauses: sorted(pauses, reverse=True), list])
def test_ten_thousand_pauses_of_a_month_are_looked_at_once(order: Callable[[list[float]], list[float]]) -> None:
    """All are within the month, over which the longest is sought: so often as there were pauses, it took seconds."""
    few, many = (calls_of(order(RNG.uniform(10, 200, count).tolist())) for count in (1_000, 10_000))
    assert many < 11 * few


def calls_of(lengths: Sequence[float]) -> int:
    """What Python and C functions are called, of which none looks at more than one pause."""
    moments, calls = np.cumsum([0.0, *lengths]), 0

    def count(_frame: FrameType, event: str, _of: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    pauses = Pauses()
    sys.setprofile(count)
    try:
        for place in range(1, len(moments)):
            pauses.add(moments[place - 1 : place + 1])
            pauses.patience(DAY)
    finally:
        sys.setprofile(None)
    return calls
