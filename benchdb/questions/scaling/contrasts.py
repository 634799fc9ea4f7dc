"""Runs at each N -> which points they show to differ. Pure.

Two points differ by a t of their means, in logarithms where there are any, with the deviation of all points of the
curve pooled (that of the two points where it is the larger one: noise may come with the load). Of k points each of the
k(k − 1)/2 pairs is asked, in both directions, so each at 1 − (1 − 5%)^(1 / pairs) (Šidák 1967): of a flat curve all
that is said of gains, falls, peaks and knees is wrong in at most 5%, as `python -m benchdb.dev.error_rates
scaling_claims` counts. Where one of three runs of a point is wild, its deviation says what that point is worth, and
nothing of the others: it is not pooled. Single runs at each N show nothing: nobody knows what they would vary by.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.special import stdtrit

from benchdb.domain.columns import Mask
from benchdb.domain.statistics import SIGNIFICANCE
from benchdb.questions.scaling.laws import Array


@dataclass(frozen=True, slots=True)
class Contrasts:
    """The points of one curve, in the order of N."""

    means: Array
    counts: Array
    squares: Array  #: sum of squared deviations of the runs at each point
    is_log: bool = True  #: whether these are logarithms
    apart: frozenset[int] = frozenset()  #: points whose deviation is no other point's: one of few runs is wild
    freedom: float = field(init=False)  #: of the pooled deviation
    pooled: float = field(init=False)  #: the variance of all points together; inf where no run repeats
    farthest: float = field(init=False)  #: t, beyond which two points differ

    def __post_init__(self) -> None:
        usual = [place for place in range(len(self.counts)) if place not in self.apart]
        pairs, freedom = math.comb(len(self.means), 2), float((self.counts - 1)[usual].sum())
        level = 1 - (1 - SIGNIFICANCE) ** (1 / pairs) if pairs else 1.0
        farthest = -float(stdtrit(freedom, level / 2)) if freedom and pairs else math.inf
        object.__setattr__(self, "freedom", freedom)
        object.__setattr__(self, "pooled", float(self.squares[usual].sum()) / freedom if freedom else math.inf)
        object.__setattr__(self, "farthest", farthest)

    @property
    def can_tell(self) -> bool:
        """Whether runs repeat anywhere: else nothing is known of their noise."""
        return self.freedom > 0

    def is_higher(self, one: int, other: int, by: float = 0.0) -> bool:
        """Whether the runs show the point `one` to be higher than `other`, by so much at least."""
        return bool(self.are_higher(slice(one, one + 1), other, by)[0])

    def are_higher(self, ones: slice, other: int, by: float = 0.0) -> Mask:
        """As `is_higher`, of several points against one."""
        freedom = self.counts[ones] + self.counts[other] - 2
        own = (self.squares[ones] + self.squares[other]) / np.maximum(freedom, 1)
        errors = np.sqrt(np.maximum(self.pooled, own) * (1 / self.counts[ones] + 1 / self.counts[other]))
        least = np.multiply(self.farthest, errors, out=np.zeros_like(errors), where=errors > 0)
        return np.asarray(self.means[ones] - self.means[other] - by > least)

    def is_either(self, one: int, other: int) -> bool:
        """Whether they show one of the two to be higher."""
        return self.is_higher(one, other) or self.is_higher(other, one)


def contrasts(values: Sequence[Array], apart: Collection[int] = ()) -> Contrasts:
    """`values`: the runs at each point; `apart`: points that have a wild one."""
    is_log = all(own.min() > 0 for own in values)
    means, squares = np.array([mean_and_squares(np.log(own) if is_log else own) for own in values]).T
    return Contrasts(means, np.array([len(own) for own in values], float), squares, is_log, frozenset(apart))


def mean_and_squares(runs: Array) -> tuple[float, float]:
    """Of one point at a time: of all together the logarithms would be held twice."""
    mean = float(runs.mean())
    apart = runs - mean
    return mean, float(np.square(apart, out=apart).sum())
