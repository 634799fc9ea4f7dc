"""An interval for a median, whatever the distribution: between two of the measured values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import scipy


def median_interval(values: Sequence[float], confidence: float = 0.95) -> tuple[float, float] | None:
    """Distribution-free interval from binomial order statistics (Conover 1999, §3.2).

    None where no two values lie wide enough apart: with fewer than 6 for 95%.
    """
    rank = lowest_rank(len(values), confidence)
    if rank is None:
        return None
    ordered = np.sort(np.asarray(values, float))
    return float(ordered[rank - 1]), float(ordered[-rank])


@cache
def lowest_rank(n: int, confidence: float) -> int | None:
    """The highest rank r for which values r and n + 1 - r enclose the median with `confidence`; None: no rank does."""
    ranks = np.arange(1, n // 2 + 1)
    enclosing = ranks[1 - 2 * scipy.stats.binom.cdf(ranks - 1, n, 0.5) >= confidence]
    return int(enclosing[-1]) if len(enclosing) else None
