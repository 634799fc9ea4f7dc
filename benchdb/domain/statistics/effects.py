"""How large a difference is: relative change, spread, Cliff's delta; and how many runs would show it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import ndtr, ndtri

from benchdb.domain.statistics.levels import FEWEST, POWER, SIGNIFICANCE, Pair, Values, alike

EFFECTS = ((0.147, "negligible"), (0.33, "small"), (0.474, "medium"))
FEW_PAIRS = 4_096  #: of runs, that are set against each other one by one
QUANTILES = float(ndtri(1 - SIGNIFICANCE / 2) + ndtri(POWER))


def coefficient_of_variation(values: Values) -> float | None:
    """Sample standard deviation over the mean. None for one run, or a mean of 0."""
    if len(values) < 2:
        return None
    mean = float(np.mean(values))
    with np.errstate(over="ignore"):
        deviation = float(np.std(values, ddof=1))
    return deviation / abs(mean) if mean and math.isfinite(deviation) and math.isfinite(mean) else None


def ratio(value: float, baseline: float) -> float | None:
    """`value` over `baseline`; None where the baseline is 0 or either is not a number."""
    if not baseline or not (math.isfinite(value) and math.isfinite(baseline)):
        return None
    return value / baseline


def cliffs_delta(values: Values, baseline: Values) -> float:
    """P(value > baseline) - P(value < baseline), from -1 to 1. Source: Cliff 1993."""
    here, there = np.asarray(values, float), np.asarray(baseline, float)
    if here.size * there.size <= FEW_PAIRS:
        return float(np.sign(np.subtract.outer(here, there)).mean())
    pooled = np.concatenate([here, there])
    order = np.argsort(pooled)
    rising = pooled[order]
    begins = np.flatnonzero(np.append(True, rising[1:] != rising[:-1]))  # of the blocks of equal runs
    own = np.add.reduceat(order < here.size, begins, dtype=np.int64)
    others = np.diff(begins, append=pooled.size) - own
    below = np.cumsum(others) - others
    return float((own * (2 * below + others - there.size)).sum()) / (here.size * there.size)


def cliffs_deltas(pairs: Sequence[Pair]) -> list[float]:
    """Of each pair; small ones of equal sizes together."""
    deltas = [0.0] * len(pairs)
    for same in alike(pairs):
        n, m = same.sizes
        if n * m <= FEW_PAIRS:
            signs = np.sign(same.here[:, :, None] - same.there[:, None, :]).sum(axis=(1, 2)) / (n * m)
            several = signs.tolist()
        else:
            several = [cliffs_delta(*pair) for pair in zip(same.here, same.there, strict=True)]
        for index, delta in zip(same.indexes.tolist(), several, strict=True):
            deltas[index] = delta
    return deltas


def effect_in_words(delta: float) -> str:
    """Cliff's delta as a word. Source of the bounds: Romano et al. 2006."""
    return next((word for bound, word in EFFECTS if abs(delta) < bound), "large")


def required_n(values: Values, baseline: Values) -> int | None:
    """Runs on each side that would show the observed difference with 80% power at 5%; None if it cannot be told.

    Source: Noether 1987 for the Mann-Whitney test, with P(X > Y) from the means and the pooled deviation of the runs
    at hand (so a normal distribution is assumed, and with few runs the answer is rough).
    """
    if min(len(values), len(baseline)) < 2:
        return None
    deviation = math.sqrt((np.var(values, ddof=1) + np.var(baseline, ddof=1)) / 2)
    return runs_to_show(abs(float(np.mean(values)) - float(np.mean(baseline))), deviation)


def runs_to_show(difference: float, deviation: float) -> int | None:
    """The same from the difference of the means and the pooled deviation."""
    if not difference:
        return None
    probability = float(ndtr(difference / deviation / math.sqrt(2))) if deviation else 1.0
    return max(FEWEST, math.ceil(QUANTILES**2 / (6 * (probability - 0.5) ** 2)))
