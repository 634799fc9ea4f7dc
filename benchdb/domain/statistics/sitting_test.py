"""Whether sides differ by more than sittings do.

Sides that share their sittings (interleaved runs) are compared within each: labels are dealt anew there (van Elteren
1960). Sides of four sittings and more are tested by their sittings' medians, as if these were the runs. With fewer,
normal noise has to be assumed: t from the pooled deviation of the sittings' medians, in which the machine's own history
counts with as many degrees of freedom as it has. Where each side has one sitting and there is no history, nothing can
be said: the verdict stands on the runs alone, and its limit travels with it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from benchdb.domain.columns import Column
from benchdb.domain.statistics.levels import POWER, SIGNIFICANCE, Pair
from benchdb.domain.statistics.rank_test import is_enough
from benchdb.domain.statistics.ranks import ranks
from benchdb.domain.statistics.sides import Centre, Contrast, SittingNoise, compute_together

Basis = Literal["unknown", "same sitting", "interleaved", "several sittings", "machine's noise", "one sitting a side"]

DEALS = 4_999
MOST_DEALT = 200  #: runs of both sides; of more the sums of the deals are nearly normal: p within 4% of itself
FEWEST_FREEDOM = 2  #: degrees of freedom, below which the deviation of sittings is not known

QUANTILES = float(ndtri(1 - SIGNIFICANCE / 2) + ndtri(POWER))

Ranks = tuple[NDArray[np.float64], int]  #: of one sitting: around their mean, and how many are this side's


@dataclass(frozen=True, slots=True)
class SittingTest:
    """What sittings say of one contrast."""

    basis: Basis
    sittings: tuple[int, int] = (0, 0)  #: of each side
    p: float | None = None  #: None where the runs alone decide
    margin_of_error: float = 0.0  #: half of the 95% interval: of the ratio's logarithm, or of the difference
    deviation: float | None = None  #: between sittings
    freedom: int = 0
    is_assumed: bool = False  #: whether runs without a start count by what they came in


def sitting_tests(contrasts: Sequence[Contrast]) -> list[SittingTest]:
    """Of each contrast; those between sittings are computed together."""
    compute_together(side for contrast in contrasts for side in (contrast.here, contrast.there))
    tests = [sitting_test(contrast) for contrast in contrasts]
    between = [(index, test) for index, test in enumerate(tests) if isinstance(test, Between)]
    judged = zip(between, t_tests([test for _, test in between]), strict=True)
    made = {index: test for (index, _), test in judged}
    return [test if isinstance(test, SittingTest) else made[index] for index, test in enumerate(tests)]


@dataclass(frozen=True, slots=True)
class Between:
    """Sides of other sittings: what a t is made of."""

    sittings: tuple[int, int]
    deviation: float
    freedom: int
    error: float  #: of the difference
    difference: float
    is_assumed: bool


def sitting_test(contrast: Contrast) -> SittingTest | Between:
    """What can be said of one contrast by itself."""
    if not (contrast.here.knows_sittings and contrast.there.knows_sittings):
        return SittingTest("unknown")
    here, there = contrast.here.own_sittings, contrast.there.own_sittings
    is_assumed = contrast.here.assumes_sittings or contrast.there.assumes_sittings
    counts = (len(here), len(there))
    if np.array_equal(here, there):
        p = None if len(here) == 1 else within_sittings_p(contrast)
        return SittingTest("same sitting" if len(here) == 1 else "interleaved", counts, p, is_assumed=is_assumed)
    return between_sittings(contrast, counts, is_assumed)


def between_sittings(contrast: Contrast, counts: tuple[int, int], is_assumed: bool) -> SittingTest | Between:
    """By the sittings' medians."""
    here, there = contrast.sides_centres()
    squares, freedom = pooled(here, there, contrast.noise if contrast.is_positive else None)
    if freedom < FEWEST_FREEDOM:
        return SittingTest("one sitting a side", counts, is_assumed=is_assumed)
    deviation = math.sqrt(squares / freedom)
    error = deviation * math.sqrt(1 / counts[0] + 1 / counts[1])
    return Between(counts, deviation, freedom, error, abs(here.mean - there.mean), is_assumed)


def t_tests(between: Sequence[Between]) -> list[SittingTest]:
    """With their p and their margins of error."""
    freedom, error, difference = (
        np.array([getattr(one, name) for one in between], float) for name in ("freedom", "error", "difference")
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        ps = np.where(error > 0, 2 * stdtr(freedom, -difference / error), difference == 0)
    margins = stdtrit(freedom, 1 - SIGNIFICANCE / 2) * error
    return [
        SittingTest(
            "several sittings" if max(one.sittings) > 1 else "machine's noise",
            one.sittings,
            p,
            margin,
            one.deviation,
            one.freedom,
            one.is_assumed,
        )
        for one, p, margin in zip(between, ps.tolist(), margins.tolist(), strict=True)
    ]


def pooled(here: Centre, there: Centre, noise: SittingNoise | None) -> tuple[float, int]:
    """(sum of squares, degrees of freedom) of both sides' sittings, and of the machine's."""
    squares, freedom = here.squares + there.squares, here.sittings + there.sittings - 2
    if noise is None:
        return squares, freedom
    return squares + noise.deviation**2 * noise.freedom, freedom + noise.freedom


def rank_pair(contrast: Contrast, test: SittingTest) -> Pair | None:
    """The sittings' medians, where they are enough for a test by ranks."""
    if test.basis != "several sittings" or not is_enough(*test.sittings):
        return None
    here, there = contrast.centres()
    return Column[float](here), Column[float](there)


def within_sittings_p(contrast: Contrast) -> float:
    """The share of deals of the labels within each sitting that part the sides as much; of many runs by its limit.

    By ranks over the runs of their sitting and one more, which weighs each sitting by what it can tell (van Elteren).
    """
    ranked = ranks_within(contrast)
    total = sum(float(centred[:count].sum()) for centred, count in ranked)
    if sum(len(centred) for centred, _ in ranked) > MOST_DEALT:
        return normal_p(total, ranked)
    random = np.random.default_rng([len(contrast.here.values), len(contrast.there.values)])
    spread_of_deals = sum((dealt_sums(centred, count, random) for centred, count in ranked), np.zeros(DEALS))
    as_strong = int(np.count_nonzero(np.abs(spread_of_deals) >= abs(total) - 1e-9))
    return (1 + as_strong) / (DEALS + 1) if as_strong else rarer(contrast, total, ranked)


def smallest_p_within(contrast: Contrast) -> float:
    """The smallest that `within_sittings_p` can be: of sides that every sitting parts wholly."""
    parted = [(np.arange(size) / (size + 1) - (size - 1) / 2 / (size + 1), count) for count, size in sized(contrast)]
    total = sum(float(centred[:count].sum()) for centred, count in parted)
    is_of_many = sum(size for _, size in sized(contrast)) > MOST_DEALT
    return normal_p(total, parted) if is_of_many else max(share_of_one(contrast), rarer(contrast, total, parted))


def rarer(contrast: Contrast, total: float, ranked: Sequence[Ranks]) -> float:
    """The p where no deal drawn parts the sides as much: by the limit, whose tail is the longer one, but no less than
    one deal of all."""
    return min(1 / (DEALS + 1), max(share_of_one(contrast), normal_p(total, ranked)))


def share_of_one(contrast: Contrast) -> float:
    """One deal among all that there are, and its mirror image."""
    return min(1.0, 2 / math.prod(math.comb(size, count) for count, size in sized(contrast)))


def sized(contrast: Contrast) -> list[tuple[int, int]]:
    """Of each sitting how many runs this side has, and how many both."""
    there = contrast.there.by_sitting
    return [(len(values), len(values) + len(there[sitting])) for sitting, values in contrast.here.by_sitting.items()]


def ranks_within(contrast: Contrast) -> list[Ranks]:
    """Of each sitting the ranks of its runs around their mean, this side's first, and how many are this side's."""
    there, ranked = contrast.there.by_sitting, list[Ranks]()
    for sitting, values in contrast.here.by_sitting.items():
        made = ranks(np.append(values, there[sitting])) / (len(values) + len(there[sitting]) + 1)
        ranked.append((made - made.mean(), len(values)))
    return ranked


def normal_p(total: float, ranked: Sequence[Ranks]) -> float:
    """Of the sum of this side's centred ranks, whose variance over all deals is known and adds up over the sittings."""
    variance = sum(
        count * (len(centred) - count) / (len(centred) * (len(centred) - 1)) * float(centred @ centred)
        for centred, count in ranked
    )
    return float(2 * ndtr(-abs(total) / math.sqrt(variance))) if variance > 0 else 1.0


def dealt_sums(values: NDArray[np.float64], n: int, random: np.random.Generator) -> NDArray[np.float64]:
    """The sum of n of the values, DEALS times."""
    order = np.argsort(random.random((DEALS, len(values))), axis=1)[:, :n]
    return np.asarray(values[order].sum(axis=1))


def sitting_noise(setups: Iterable[Mapping[int, Sequence[float]]]) -> SittingNoise | None:
    """From sitting -> runs of each setup of one machine, one metric; None where no setup has two sittings.

    Setups with a value that is not positive are passed over.
    """
    squares, freedom = 0.0, 0
    for setup in setups:
        centres = [float(np.median(values)) for values in setup.values()]
        if len(centres) > 1 and min(centres) > 0:
            squares += float(np.var(np.log(centres))) * len(centres)
            freedom += len(centres) - 1
    return SittingNoise(math.sqrt(squares / freedom), freedom) if freedom else None


def setups_by_sitting(
    runs: Iterable[tuple[object, int | None, float]],
) -> list[Mapping[int, Sequence[float]]]:
    """(setup, sitting, value) of many runs -> what `sitting_noise` reads."""
    setups: dict[object, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for setup, sitting, value in runs:
        if sitting is not None:
            setups[setup][sitting].append(value)
    return [*setups.values()]


def required_sittings(change: float, deviation: float) -> int | None:
    """Sittings on each side that would show a relative change with 80% power at 5%, by the normal approximation.

    None for no change. At least 4, with which their ranks alone can tell.
    """
    if change <= -1 or not change:
        return None
    return max(4, math.ceil(2 * (QUANTILES * deviation / math.log1p(change)) ** 2))
