"""Whether sides differ by more than sittings do.

Sides that share their sittings (interleaved runs) are compared within each (`within`); where some sittings have one
side alone, mostly within the others (`shared`). Sides of other sittings are
tested by their sittings' medians, as if these were the runs, where there are enough for ranks to reach 5% among all
that is tested at once. With fewer, normal noise has to be assumed: t from the pooled deviation of the sittings'
medians, in which the machine's own history counts with as many degrees of freedom as it has; from four sittings a side
Welch's t of them must agree. Which of the two is chosen goes by the numbers of sittings and of tests, never by the
values. Where each side has one sitting and there is no history, nothing can be said: the verdict stands on the runs
alone, and its limit travels with it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import ndtri, stdtr, stdtrit

from benchdb.domain.columns import Column
from benchdb.domain.statistics import welch
from benchdb.domain.statistics.levels import FEWEST, POWER, SIGNIFICANCE, Pair
from benchdb.domain.statistics.rank_test import is_enough, smallest_p
from benchdb.domain.statistics.sides import Centre, Contrast, SittingNoise, compute_together
from benchdb.domain.statistics.sitting_test.within import within_sittings_p

Basis = Literal["unknown", "same sitting", "interleaved", "several sittings", "machine's noise", "one sitting a side"]

FEWEST_FREEDOM = 2  #: degrees of freedom, below which the deviation of sittings is not known

QUANTILE_OF_POWER = float(ndtri(POWER))


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
    #: Where only some sittings have both sides, and these decide: (how many they are, how many there are in all).
    shared: tuple[int, int] | None = None
    too_few_shared: tuple[int, int] | None = None  #: the same of those that cannot decide


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


def is_ranked(test: SittingTest, tests: int) -> bool:
    """Whether there are sittings enough for ranks to reach a q of 5% alone among so many tests."""
    return (
        test.basis == "several sittings"
        and is_enough(*test.sittings)
        and smallest_p(*test.sittings) <= SIGNIFICANCE / max(tests, 1)
    )


def median_pair(contrast: Contrast) -> Pair:
    """The sittings' medians of both sides."""
    here, there = contrast.centres()
    return Column[float](here), Column[float](there)


def t_p(contrast: Contrast, test: SittingTest) -> float | None:
    """The p of the pooled t; from four sittings a side the larger one of it and Welch's, whose noise may be unlike."""
    if test.p is None or test.basis != "several sittings" or min(test.sittings) < FEWEST:
        return test.p
    here, there = (welch.means(np.array([numbers])) for numbers in contrast.centres())
    return max(test.p, float(welch.p_values(here, there)[0]))


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


def required_sittings(change: float, deviation: float, level: float = SIGNIFICANCE) -> int | None:
    """Sittings on each side that would show a relative change with 80% power at `level`, by the normal approximation.

    None for no change. At least 4, with which their ranks alone can tell where nothing else is tested.
    """
    if change <= -1 or not change:
        return None
    quantiles = float(ndtri(1 - level / 2)) + QUANTILE_OF_POWER
    return max(4, math.ceil(2 * (quantiles * deviation / math.log1p(change)) ** 2))
