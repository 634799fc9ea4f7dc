"""How strongly a place splits numbers: the difference of its sides' mean ranks over the error of it. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BORROWED = 2.0  #: runs that each side's variance is worth beyond its own, at that of both: a few runs know little
DIGITS = 9  #: strengths that are equal up to here are equal
TINY = 1e-12  #: instead of no spread at all: sides of equal ranks each

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Sides = tuple[Array, Array]


def strengths(ranks: Array, allowed: Ints) -> Array:
    """|difference of the sides' mean ranks| over its error, at each allowed split; over the last axis."""
    sums, squares = np.cumsum(ranks, axis=-1), np.cumsum(ranks**2, axis=-1)
    ahead, squares_ahead = sums[..., allowed - 1], squares[..., allowed - 1]
    gap, error = of_sums(ahead, squares_ahead, sums[..., -1:], squares[..., -1:], allowed, ranks.shape[-1])
    return np.asarray(np.round(gap / np.sqrt(np.maximum(error, TINY)), DIGITS))


def of_sums(ahead: Array, squares_ahead: Array, total: Array, all_squares: Array, size: Ints, n: int) -> Sides:
    """(|difference of mean ranks|, its squared error) of `size` of n ranks with these sums, against all others."""
    behind = total - ahead
    spread_ahead = squares_ahead - ahead**2 / size
    spread_behind = all_squares - squares_ahead - behind**2 / (n - size)
    borrowed = BORROWED * (spread_ahead + spread_behind) / (n - 2)
    error = (spread_ahead + borrowed) / (size - 1 + BORROWED) / size
    error += (spread_behind + borrowed) / (n - size - 1 + BORROWED) / (n - size)
    return np.abs(ahead / size - behind / (n - size)), error
