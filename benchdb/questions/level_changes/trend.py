"""Which changes of level along versions a steady trend explains as well as a step. Pure.

A step between two versions is what a version does, so that it need not be as much likelier than a line as along time
(`drift`): of the numbers of the level before and of the level after, two levels must be as likely as a line through the
versions' places. So much more with each version, or so many percent: a line in the values or in their logarithms,
whichever is likelier, both with noise in proportion to what is measured. Levels of one version each are a line and a
step alike, and nothing is asked of them.
Where one line through the whole curve does as well as all its levels by AIC (Akaike 1974), which counts a place and a
level of each change against a slope, none of them is one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from benchdb.domain.statistics.serial import TINY, without_outliers
from benchdb.questions.level_changes.strengths import Array

STEP = 0.0  #: natural logarithm of how much likelier two levels must be than a line; more costs true steps
REWEIGHTED = 5  #: times, after which nothing of a line moves any more that could be seen
FEWEST_PLACES = 3  #: of both levels; two are a line and a step alike


def could_be_trend(values: Array, places: Array, changes: Sequence[int]) -> list[bool]:
    """Of each change at these indexes of one curve; `places` say at which version each number stands."""
    if not changes:
        return []
    ends = [0, *changes, len(values)]
    in_logs = bool(values.min() > 0)
    known = without_outliers(np.log(values) if in_logs else values, ends)
    most = 2 * len(changes) - 1
    is_one_line = len(changes) > 1 and is_line(known, places, levels(known, ends), most, in_logarithms=in_logs)
    return [
        is_one_line or is_trend(known[low:high], places[low:high], change - low, in_logarithms=in_logs)
        for (low, change), (_, high) in pairwise(pairwise(ends))
    ]


def levels(numbers: Array, ends: Sequence[int]) -> Array:
    """A column for each level."""
    return np.stack([(np.arange(len(numbers)) >= low) & (np.arange(len(numbers)) < high) for low, high in
                     pairwise(ends)], axis=1).astype(float)  # fmt: skip


def is_trend(numbers: Array, places: Array, first: int, *, in_logarithms: bool) -> bool:
    """Of a change behind the `first` numbers."""
    if len(np.unique(places)) < FEWEST_PLACES:
        return False
    steps = levels(numbers, [0, first, len(numbers)])
    return is_line(numbers, places, steps, STEP, in_logarithms=in_logarithms)


def is_line(numbers: Array, places: Array, steps: Array, least: float, *, in_logarithms: bool) -> bool:
    """Whether levels are not as much likelier than a line; by how much at least, as a logarithm."""
    left = left_of_line(numbers, places, in_logarithms=in_logarithms)
    return len(numbers) / 2 * math.log(left / squares(numbers, steps)) < least


def left_of_line(numbers: Array, places: Array, *, in_logarithms: bool) -> float:
    """The squares beside the better line: of logarithms, that through them or the logarithms of one through values."""
    line = np.column_stack([np.ones(len(numbers)), places])
    left = squares(numbers, line)
    fitted = line_of_values(np.exp(numbers), line) if in_logarithms else None
    if fitted is None or fitted.min() <= 0:
        return left
    return min(left, max(float(((numbers - np.log(fitted)) ** 2).sum()), TINY))


def line_of_values(values: Array, line: Array) -> Array:
    """By least squares of what is left as a share of the line: weighted by the values, then by the line itself."""
    fitted = values
    for _ in range(REWEIGHTED):
        parameters = np.linalg.lstsq(line / fitted[:, None], values / fitted, rcond=None)[0]
        fitted = np.asarray(line @ parameters)
        if fitted.min() <= 0:
            break
    return fitted


def squares(numbers: Array, design: Array) -> float:
    """What is left beside the design, by least squares."""
    parameters = np.linalg.lstsq(design, numbers, rcond=None)[0]
    return max(float(((numbers - design @ parameters) ** 2).sum()), TINY)
