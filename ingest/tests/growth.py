"""How work grows with its size: what tests of linear time look at, for seconds say nothing on a busy machine."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

LEAST = 0.02  #: seconds that even the smaller work is taken to need: below it the clock is too coarse


def cpu_growth(work: Callable[[int], object], small: int, large: int, tries: int = 4) -> float:
    """How many times the CPU time of `work(small)` that of `work(large)` is over their ratio: about 1 if linear.

    The least of several tries, in which no garbage is collected: other tests leave much of it. Tries end with the
    first that is linear beyond doubt.
    """
    growth = float("inf")
    for _ in range(tries):
        growth = min(growth, _seconds(work, large) / _seconds(work, small) * small / large)
        if growth < 2:
            break
    return growth


def _seconds(work: Callable[[int], object], size: int) -> float:
    gc.disable()
    try:
        began = time.process_time()
        work(size)
        return max(time.process_time() - began, LEAST)
    finally:
        gc.enable()
