"""How strongly a place splits numbers: the difference of its sides' mean ranks over the error of it. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BORROWED = 2.0  #: runs that each side's variance is worth beyond its own, at that of both: a few runs know little
DIGITS = 9  #: strengths that are equal up to here are equal
TINY = 1e-12  #: instead of no spread at all: sides of equal ranks each

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


def strengths(ranks: Array, allowed: Ints) -> Array:
    """|difference of the sides' mean ranks| over its error, at each allowed split; over the last axis."""
    n = ranks.shape[-1]
    sums, squares = np.cumsum(ranks, axis=-1), np.cumsum(ranks**2, axis=-1)
    ahead, behind = sums[..., allowed - 1], sums[..., -1:] - sums[..., allowed - 1]
    spread_ahead = squares[..., allowed - 1] - ahead**2 / allowed
    spread_behind = squares[..., -1:] - squares[..., allowed - 1] - behind**2 / (n - allowed)
    borrowed = BORROWED * (spread_ahead + spread_behind) / (n - 2)
    error = (spread_ahead + borrowed) / (allowed - 1 + BORROWED) / allowed
    error += (spread_behind + borrowed) / (n - allowed - 1 + BORROWED) / (n - allowed)
    gap = np.abs(ahead / allowed - behind / (n - allowed))
    return np.asarray(np.round(gap / np.sqrt(np.maximum(error, TINY)), DIGITS))
