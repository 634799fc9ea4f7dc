"""What numbers say of each other: protocols, spread, change, verdict. Pure; statistics from SciPy.

Samples are runs. Verdicts are made here and nowhere else.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr
from scipy.stats import false_discovery_control, hmean, mannwhitneyu, norm

from benchdb.metrics import Better

#: Stored with every frozen comparison. Raised whenever the same runs give another number or verdict.
VERSION = "2"

SIGNIFICANCE = 0.05
POWER = 0.8
RESAMPLES = 2000
FEWEST = 4  #: runs on each side with which the exact test can reach 5% at all
EFFECTS = ((0.147, "negligible"), (0.33, "small"), (0.474, "medium"))

QUANTILES = float(norm.ppf(1 - SIGNIFICANCE / 2) + norm.ppf(POWER))
TOGETHER = 64  #: bootstraps computed at once; more take memory and no less time

Interval = tuple[float, float]
Pair = tuple[Sequence[float], Sequence[float]]  #: (values, baseline)
Verdict = Literal["better", "worse", "no evidence", "equivalent", "too few runs", "not comparable"]


def zones_protocol(values: Sequence[float]) -> float:
    """First run dropped, then the best and the worst; the mean of the rest. Needs 4 runs; nan with fewer.

    Source: the Solaris zones study of October 2007, which runs each load 5 times and publishes the mean of 2.
    `values` must be in the order of the trials.
    """
    rest = sorted(values[1:])[1:-1]
    return float(np.mean(rest)) if rest else math.nan


def harmonic_mean(values: Sequence[float]) -> float:
    """n / sum(1/x): the mean of rates that were measured over equal work. nan where one is not positive."""
    return float(hmean(values)) if min(values) > 0 else math.nan


@dataclass(frozen=True, slots=True)
class Protocol:
    """How several runs of one setup become one number."""

    name: str
    title: str
    of: Callable[[Sequence[float]], float]  #: runs in the order of their trials -> the number; nan if too few
    needs: int = 1  #: runs


PROTOCOLS = {
    protocol.name: protocol
    for protocol in (
        Protocol("median", "Median of all runs", lambda values: float(np.median(values))),
        Protocol("mean", "Mean of all runs", lambda values: float(np.mean(values))),
        Protocol("harmonic", "Harmonic mean of all runs", harmonic_mean),
        Protocol("peak", "Highest run", lambda values: float(np.max(values))),
        Protocol("zones", "First, best and worst dropped, mean of the rest", zones_protocol, 4),
    )
}


def spread(values: Sequence[float]) -> float | None:
    """Sample standard deviation over the mean (coefficient of variation). None for one run, or a mean of 0."""
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


def smallest_p(n: int, m: int) -> float:
    """The smallest two-sided p that the exact Mann-Whitney test can give for n against m runs: 2 / C(n+m, n)."""
    return min(1.0, 2 / math.comb(n + m, n))


def mann_whitney_p(values: Sequence[float], baseline: Sequence[float]) -> float | None:
    """Two-sided p of the Mann-Whitney U test, exact for small samples without ties; None where none can be low.

    Source: Mann and Whitney 1947; scipy.stats.mannwhitneyu.
    """
    return mann_whitney_ps([(values, baseline)])[0]


def mann_whitney_ps(pairs: Sequence[Pair]) -> list[float | None]:
    """The p of each pair (values, baseline). Pairs of equal sizes are one call: thousands take as long as a few.

    Those with ties are apart: SciPy chooses one method for a whole call, and ties rule out the exact one.
    """
    found: list[float | None] = [None] * len(pairs)
    alike: dict[tuple[int, int, bool], list[int]] = defaultdict(list)
    for at, (values, baseline) in enumerate(pairs):
        if smallest_p(len(values), len(baseline)) <= SIGNIFICANCE:
            has_ties = len({*values, *baseline}) < len(values) + len(baseline)
            alike[len(values), len(baseline), has_ties].append(at)
    for places in alike.values():
        sides = (np.array([pairs[at][side] for at in places]) for side in (0, 1))
        for at, p in zip(places, mannwhitneyu(*sides, axis=1).pvalue, strict=True):
            found[at] = float(p)
    return found


def adjusted(ps: Sequence[float]) -> list[float]:
    """p values -> q values: the share of false findings among those at least as striking.

    Source: Benjamini and Hochberg 1995; scipy.stats.false_discovery_control.
    """
    return [float(q) for q in false_discovery_control(ps)] if ps else []


def cliffs_delta(values: Sequence[float], baseline: Sequence[float]) -> float:
    """P(value > baseline) - P(value < baseline), from -1 to 1. Source: Cliff 1993."""
    above = np.sign(np.subtract.outer(np.asarray(values), np.asarray(baseline)))
    return float(above.mean())


def effect_in_words(delta: float) -> str:
    """Cliff's delta as a word. Source of the bounds: Romano et al. 2006."""
    return next((word for bound, word in EFFECTS if abs(delta) < bound), "large")


def change_interval(values: Sequence[float], baseline: Sequence[float], seed: Sequence[int]) -> Interval | None:
    """Percentile bootstrap interval (95%) of the medians' relative change; None with fewer than 2 runs on a side.

    `seed` (the run ids) makes the same comparison give the same interval.
    Source: Efron and Tibshirani 1993, chapter 13.
    """
    return change_intervals([(values, baseline)], [seed])[0]


def change_intervals(pairs: Sequence[Pair], seeds: Sequence[Sequence[int]]) -> list[Interval | None]:
    """The interval of each pair (values, baseline), drawn by its own seed; those of equal sizes together."""
    found: list[Interval | None] = [None] * len(pairs)
    alike: dict[tuple[int, int], list[int]] = defaultdict(list)
    for at, (values, baseline) in enumerate(pairs):
        if min(len(values), len(baseline)) > 1:
            alike[len(values), len(baseline)].append(at)
    for places in alike.values():
        for first in range(0, len(places), TOGETHER):
            some = places[first : first + TOGETHER]
            for at, interval in zip(
                some, _intervals([pairs[at] for at in some], [seeds[at] for at in some]), strict=True
            ):
                found[at] = interval
    return found


def _intervals(pairs: Sequence[Pair], seeds: Sequence[Sequence[int]]) -> list[Interval | None]:
    """Of pairs that all have the same sizes."""
    generators = [np.random.default_rng([*seed]) for seed in seeds]
    here, there = (
        np.stack([drawn(pair[side], random) for pair, random in zip(pairs, generators, strict=True)]) for side in (0, 1)
    )
    tops, bases = medians(here), medians(there)
    whole = [bool(each.all()) for each in bases]
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = np.percentile(tops / bases - 1, (2.5, 97.5), axis=1)
    return [(float(a), float(b)) if good else None for a, b, good in zip(low, high, whole, strict=True)]


def drawn(values: Sequence[float], random: np.random.Generator) -> NDArray[np.float64]:
    """RESAMPLES samples drawn from `values` with replacement."""
    return np.asarray(values, np.float64)[random.integers(0, len(values), (RESAMPLES, len(values)))]


def medians(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """Along the last axis: np.median's own numbers, without its checks."""
    size = samples.shape[-1]
    middle = size // 2
    samples.partition((middle - 1, middle) if size % 2 == 0 else middle, axis=-1)
    if size % 2:
        return samples[..., middle]
    found: NDArray[np.float64] = (samples[..., middle - 1] + samples[..., middle]) / 2
    return found


def is_equivalent(values: Sequence[float], baseline: Sequence[float], band: float) -> bool:
    """Whether `values` are shown to lie within `band` (a fraction) of the baseline.

    Two one-sided Mann-Whitney tests at 5%, against the baseline scaled by 1 - band and by 1 + band.
    Source: Schuirmann 1987 (two one-sided tests); for a shift in ratio, hence positive values only.
    """
    if band <= 0 or min(*values, *baseline) <= 0:
        return False
    scaled = np.asarray(baseline)
    below = mannwhitneyu(values, scaled * (1 + band), alternative="less").pvalue
    above = mannwhitneyu(values, scaled * (1 - band), alternative="greater").pvalue
    return bool(max(below, above) <= SIGNIFICANCE)


def normal_share(z: float) -> float:
    """The share of a standard normal distribution below `z`."""
    return float(ndtr(z))


def runs_needed(values: Sequence[float], baseline: Sequence[float]) -> int | None:
    """Runs on each side that would show the observed difference with 80% power at 5%; None if it cannot be told.

    Source: Noether 1987 for the Mann-Whitney test, with P(X > Y) from the means and the pooled deviation of the runs
    at hand (so a normal distribution is assumed, and with few runs the answer is rough).
    """
    if min(len(values), len(baseline)) < 2:
        return None
    deviation = math.sqrt((np.var(values, ddof=1) + np.var(baseline, ddof=1)) / 2)
    difference = abs(float(np.mean(values)) - float(np.mean(baseline)))
    if not difference:
        return None
    probability = normal_share(difference / deviation / math.sqrt(2)) if deviation else 1.0
    return max(FEWEST, math.ceil(QUANTILES**2 / (6 * (probability - 0.5) ** 2)))


def verdict(
    values: Sequence[float],
    baseline: Sequence[float],
    better: Better,
    *,
    comparable: bool,
    q: float | None,
    band: float = 0.0,
) -> Verdict:
    """What `values` are against `baseline`. `q` is the adjusted p of mann_whitney_p, None where that was None.

    A metric that has no better direction is never better or worse.
    """
    if not comparable:
        return "not comparable"
    if q is None:
        return "too few runs"
    if is_equivalent(values, baseline, band):
        return "equivalent"
    if better == "neither" or q > SIGNIFICANCE:
        return "no evidence"
    rises = cliffs_delta(values, baseline) > 0
    return "better" if rises == (better == "higher") else "worse"
