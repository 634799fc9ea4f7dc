"""Where numbers are split best: the place, and nothing of whether it is a change. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappush, heappushpop

import numpy as np

from benchdb.domain.statistics import FEWEST
from benchdb.questions.level_changes.strengths import DIGITS, TINY, Array, Ints

NEIGHBOURS = FEWEST  #: runs by which a place that distances chose can be moved
CLIPPED = 4.0  #: median distances, beyond which a number says nothing of its side's noise
TO_DEVIATION = 1.25  #: a normal's standard deviation over its mean distance from the median
FARTHEST = 10.0  #: standard deviations; what lies beyond is an outlier on either side
NEARLY = 1e-9  #: by which a distance may be more than the least one, and is computed to the digit
ROUNDED = 1e-11  #: of all numbers' sum, what running sums may lose
LIKELIER = 2.0  #: natural logarithm of how much likelier a place that leaves too few must be than one that does not


def strongest(part: Array, allowed: Ints) -> int | None:
    """Where a part is split; None where nothing can be.

    Sought with the least distance of the numbers from the medians of their sides, which outliers do not move; then the
    runs beside that place go to the side whose level and noise explain them best. Ranks alone would say one run too
    many where that run happens to be the nearest to the other side, distances alone where one side is the noisier one.
    Nothing in the choice prefers one direction of time.
    """
    if not len(allowed) or part.min() == part.max():
        return None
    first = nearest(part, nearly_least(part, allowed))
    near = allowed[np.abs(allowed - first) <= NEIGHBOURS]
    costs = unlikeliness(part, first)
    rounded = [round(costs[place], DIGITS) for place in near]
    return nearest(part, near[[cost == min(rounded) for cost in rounded]])


def too_few(part: Array, between: Ints, first: int) -> int:
    """Where fewer numbers than a level has are split off an end, if that is likelier than the split at `first`; else 0.

    `between`: every place that has no numbers of one x on both sides. Three runs of a new level and the last one of the
    old are as many as a level has, and no change: who takes them for one names a cause that came a run later.
    """
    is_near, is_short = np.abs(between - first) <= NEIGHBOURS, np.minimum(between, len(part) - between) < FEWEST
    short = between[is_near & is_short].tolist()
    if not short:
        return 0
    costs = unlikeliness(part, first)
    best = min(short, key=lambda place: (round(costs[place], DIGITS), abs(place - first)))
    return best if costs[best] + LIKELIER < costs[first] else 0


def nearest(part: Array, places: Ints) -> int:
    """Of these, where the numbers are the least distance from the medians of their sides."""
    if len(places) == 1:
        return int(places[0])
    return int(min(places, key=lambda place: distance(part[:place], part[place:])))


def nearly_least(part: Array, allowed: Ints) -> Ints:
    """The places whose distance may be the least, by running sums in n log n steps."""
    costs = np.array(running_distances(part.tolist()))[allowed]
    costs += np.array(running_distances(part[::-1].tolist()))[len(part) - allowed]
    least = costs.min() * (1 + NEARLY) + ROUNDED * float(np.abs(part).sum())
    return allowed[~(costs > least)]  # what overflows is not left out


def running_distances(values: Sequence[float]) -> list[float]:
    """Of the first 0, 1, 2… numbers, the sum of their distances from their median.

    The lower and the upper half are heaps, so that the median is on top of the one or the other.
    """
    lower: list[float] = []
    upper: list[float] = []
    far, sums = [0.0], 0.0  # of the upper half less the lower
    for value in values:
        if len(lower) == len(upper):
            moved = heappushpop(upper, value)
            heappush(lower, -moved)
            sums += value - 2 * moved
            far.append(sums - lower[0])
        else:
            moved = -heappushpop(lower, -value)
            heappush(upper, moved)
            sums += 2 * moved - value
            far.append(sums)
    return far


def distance(one: Array, other: Array) -> tuple[float, float, int]:
    """(sum of distances from the medians, - gap of the means, how many are on the higher side: against ties)"""
    far = np.abs(one - np.median(one)).sum() + np.abs(other - np.median(other)).sum()
    gap = float(other.mean() - one.mean())
    return float(far), -abs(gap), len(other) if gap > 0 else len(one)


def unlikeliness(part: Array, first: int) -> list[float]:
    """Of every place to split, when the sides are normal with the levels and noises that they have beside `first`.

    Of each number at most that of FARTHEST deviations, so that an outlier has no say in where the split is. The noise
    is each side's mean distance from its median, without what is far out, leaning on that of both by one run.
    """
    sides = part[:first], part[first:]
    medians = [float(np.median(side)) for side in sides]
    apart = [np.abs(side - median) for side, median in zip(sides, medians, strict=True)]
    most = CLIPPED * float(np.median(np.concatenate(apart)))
    sums = [float(np.minimum(distances, most).sum()) for distances in apart]
    together = max(sum(sums) / len(part), TINY * float(np.abs(part).max()))
    noises = [TO_DEVIATION * (own + together) / (len(side) + 1) for own, side in zip(sums, sides, strict=True)]
    ahead, behind = (
        np.log(noise / together) + np.minimum(((part - median) / noise) ** 2, FARTHEST**2) / 2
        for median, noise in zip(medians, noises, strict=True)
    )
    zero = np.zeros(1)
    return [*(np.append(zero, np.cumsum(ahead)) + np.append(np.cumsum(behind[::-1])[::-1], zero))]
