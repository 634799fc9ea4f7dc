"""How large a difference is: relative change, spread, Cliff's delta; and how many runs would show it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from scipy.special import ndtr, ndtri

from benchdb.domain.columns import Floats
from benchdb.domain.statistics.aggregations import median
from benchdb.domain.statistics.levels import POWER, SIGNIFICANCE, Pair, Values, alike
from benchdb.domain.statistics.rank_test import fewest_for

EFFECTS = ((0.147, "negligible"), (0.33, "small"), (0.474, "medium"))
FEW_PAIRS = 4_096  #: of runs, that are set against each other one by one
MOST_PAIRED = 200  #: runs; of more, so many quantiles
AT_ONCE = 1_000_000  #: pairs of runs
HELD = 200_000  #: runs of contrasts that are computed together
MOST_REQUIRED = 1e9  #: runs a side
QUANTILE_OF_POWER = float(ndtri(POWER))


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


def required_ns(contrasts: Iterable[tuple[Floats, Floats, float]], level: float = SIGNIFICANCE) -> list[int | None]:
    """Of each contrast, runs on each side that would show it with 80% power at `level`; None where no number would.

    A contrast is what `noise_of` says of each side, and the difference in the metric's unit. Source: Noether 1987 for
    the Mann-Whitney test, with P(X > Y) of two runs that lie so far apart among noise like that of the runs at hand.
    With few runs it is rough. Contrasts of equally many runs are computed together, as many as are held at a time.
    """
    needed: list[int | None] = []
    overlapping: dict[int, list[tuple[int, Floats, float]]] = {}

    def compute(group: list[tuple[int, Floats, float]]) -> None:
        indexes, noises, differences = zip(*group, strict=True)
        chances = chances_of_larger(np.array(noises), np.array(differences))
        for index, chance in zip(indexes, chances.tolist(), strict=True):
            needed[index] = runs_for(chance, level)

    for index, (here, there, difference) in enumerate(contrasts):
        needed.append(None)
        if not difference or not math.isfinite(difference):
            continue
        noise = np.concatenate((here, there))
        if noise.max() - noise.min() < abs(difference):
            needed[index] = fewest_for(level)  # no run would overlap: the exact test needs no more
        else:
            group = overlapping.setdefault(noise.size, [])
            group.append((index, noise, abs(difference)))
            if len(group) >= min(AT_ONCE // min(noise.size, MOST_PAIRED) ** 2, HELD // noise.size):
                compute(overlapping.pop(noise.size))
    for group in overlapping.values():
        compute(group)
    return needed


def runs_for(chance: float, level: float = SIGNIFICANCE) -> int:
    """Runs on each side that show a run to be larger than another with this chance."""
    quantiles = float(ndtri(1 - level / 2)) + QUANTILE_OF_POWER
    return max(fewest_for(level), math.ceil(min(MOST_REQUIRED, quantiles**2 / (6 * max(chance - 0.5, 1e-9) ** 2))))


def noise_of(values: Values) -> Floats:
    """How far each run lies from its side's median, widened by what a median of few takes away. Of two runs or more."""
    numbers = np.asarray(values, float)
    return np.asarray((numbers - median(numbers)) * math.sqrt(numbers.size / (numbers.size - 1)))


def chances_of_larger(noise: Floats, differences: Floats) -> Floats:
    """That a run is larger than another, whose level lies so far below its own: of each row of `noise`.

    Over all pairs of a density that is drawn through the noise (Silverman 1986, with his width, and shrunk so that it
    is no wider than the noise): of few runs single pairs would decide, and a bad run among them is not taken for
    their usual noise.
    """
    if noise.shape[1] > MOST_PAIRED:
        middles = (np.arange(MOST_PAIRED) + 0.5) / MOST_PAIRED
        noise = np.ascontiguousarray(np.quantile(noise, middles, axis=1).T)
    size = noise.shape[1]
    low, high = np.quantile(noise, (0.25, 0.75), axis=1)
    deviation = np.std(noise, axis=1)
    scale = np.minimum(deviation, (high - low) / 1.349)
    scale = np.where(scale == 0, deviation, scale)
    width = 0.9 * scale * size**-0.2
    kept = noise / np.hypot(1, width / scale)[:, None]
    apart = kept[:, :, None] - kept[:, None, :] + differences[:, None, None]
    chances = ndtr(apart / (width * math.sqrt(2))[:, None, None]).reshape(len(noise), -1)
    same = chances[:, :: size + 1].sum(axis=1)  # a run and itself
    return np.asarray((chances.sum(axis=1) - same) / (size * (size - 1)))
