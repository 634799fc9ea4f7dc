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
    farthest: float = field(init=False)  #: t, beyond which two points differ

    def __post_init__(self) -> None:
        pairs, freedom = math.comb(len(self.means), 2), self.freedom
        level = 1 - (1 - SIGNIFICANCE) ** (1 / pairs) if pairs else 1.0
        farthest = -float(stdtrit(freedom, level / 2)) if freedom and pairs else math.inf
        object.__setattr__(self, "farthest", farthest)

    @property
    def freedom(self) -> float:
        """Of the pooled deviation."""
        return float((self.counts - 1)[self._usual].sum())

    @property
    def _usual(self) -> list[int]:
        return [place for place in range(len(self.counts)) if place not in self.apart]

    @property
    def can_tell(self) -> bool:
        """Whether runs repeat anywhere: else nothing is known of their noise."""
        return self.freedom > 0

    def is_higher(self, one: int, other: int, by: float = 0.0) -> bool:
        """Whether the runs show the point `one` to be higher than `other`, by so much at least."""
        both, freedom = [one, other], self.counts[one] + self.counts[other] - 2
        pooled = self.squares[self._usual].sum() / self.freedom if self.freedom else math.inf
        variance = max(pooled, self.squares[both].sum() / freedom if freedom else 0.0)
        error = math.sqrt(variance * float((1 / self.counts[both]).sum()))
        return bool(self.means[one] - self.means[other] - by > (self.farthest * error if error else 0.0))

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
