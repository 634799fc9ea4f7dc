"""A part whose noise changes with its level: whether it does, and what its difference of level is worth then. Pure.

Orders of numbers are a fair comparison only of numbers that are equally noisy. Whether they are is asked of their
distances from the medians of their sides (Brown and Forsythe 1974). A median lies nearer to the numbers that it was
chosen from than to the next ones, and the fewer they are the nearer: so each side gives up the distance that its median
made nothing (Hines and Hines 1985), or four runs after forty would look quiet though nothing changed.

Then Welch's t with each side's own noise says what the levels differ by, once for each place that could have been
chosen. Outliers blind it, and not the random signs of `chance`; but of few runs all have one sign too easily. So a few
that lie beyond ten deviations of their side have no say in its noise, as they have none in where the split is.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.statistics import FEWEST, welch
from benchdb.questions.level_changes.split_place import CLIPPED, FARTHEST, TO_DEVIATION
from benchdb.questions.level_changes.strengths import DIGITS, Array, Ints

FEW_FAR = 0.25  #: of a side, how many runs may be called far out of it


def distances(part: Array, first: int, allowed: Ints) -> tuple[Array, Ints]:
    """(the numbers' distances from the medians of their sides, where these can be parted)

    From the split outwards on both sides: read backwards, equal numbers give up the same.
    """
    (ahead, left), (behind, right) = own_distances(part[:first][::-1]), own_distances(part[first:])
    kept = np.concatenate([left[::-1], right])
    places = np.unique(np.cumsum(kept)[allowed - 1])
    fewest, count = FEWEST - 1, int(kept.sum())
    return np.concatenate([ahead[::-1], behind])[kept], places[(places >= fewest) & (places <= count - fewest)]


def own_distances(side: Array) -> tuple[Array, NDArray[np.bool_]]:
    """(of each number from the median, which of them count)

    Of an odd count the middle one is the median; of an even one both in the middle are equally far from it, and are
    turned into none and one that is farther by the root of two.
    """
    apart, rising = np.abs(side - np.median(side)), np.argsort(side, kind="stable")
    upper, is_even = len(side) // 2, len(side) % 2 == 0
    kept = np.ones(len(side), bool)
    kept[rising[upper - is_even]] = False
    if is_even:
        apart[rising[upper]] *= math.sqrt(2)
    return apart, kept


def typical(side: Array, least: float) -> Array:
    """Without what lies beyond FARTHEST of its deviations, if that is a quarter at most and enough are left; each
    deviation is `least` at the least, and where it is none, nothing is far."""
    apart = np.abs(side - np.median(side))
    deviation = max(least, deviation_of(apart))
    is_far = apart > FARTHEST * deviation
    count = int(is_far.sum())
    few = 0 < count <= min(len(side) * FEW_FAR, len(side) - FEWEST)
    return side[~is_far] if few and deviation > 0 else side


def deviation_of(apart: Array) -> float:
    """That of a normal with these distances from its median, without what is far out."""
    return TO_DEVIATION * float(np.minimum(apart, CLIPPED * float(np.median(apart))).mean())


def welch_p(part: Array, first: int, places: int) -> float:
    """Of the levels' difference, for the best of so many places (Bonferroni); the same in every unit."""
    apart = np.concatenate([np.abs(side - np.median(side)) for side in (part[:first], part[first:])])
    ahead, behind = (typical(side, deviation_of(apart)) for side in (part[:first], part[first:]))
    sides = welch.logarithms(ahead[None, :], behind[None, :])
    return min(1.0, round(places * float(welch.p_values(*map(welch.means, sides))[0]), DIGITS))
