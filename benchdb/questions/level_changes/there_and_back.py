"""Numbers that leave their level and come back: what no single split shows, since both its sides mix two levels. Pure.

A stretch in the middle is as unlikely as the sum of its ranks: how many orders of the same numbers have it as far
from the mean, at most, is known (Chernoff 1952, by the moments of Mann and Whitney's U). Times the number of stretches
that could have been chosen it is a bound for finding one anywhere (Bonferroni). These are the two changes at once of
circular binary segmentation (Olshen, Venkatraman, Lucito and Wigler 2004), by ranks and without draws.

Of a stretch that lies apart from all other numbers it is counted: so many orders have one as long somewhere. The bound
is twenty times that for four numbers of thirty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log

import numpy as np

from benchdb.domain.statistics import FEWEST
from benchdb.domain.statistics.ranks import ranks as ranks_of
from benchdb.questions.level_changes.rarity import order_bounds
from benchdb.questions.level_changes.strengths import Array, Ints

SIGNIFICANCE = 0.0125  #: of a stretch, by a bound that few flat histories in a thousand come near
ROUNDING = 1e-6  #: of sums of ranks
TINY = 1e-300  #: a share that is not nothing


@dataclass(frozen=True, slots=True)
class Stretch:
    """The numbers from `begin` to before `end`."""

    begin: int
    end: int
    p: float  #: at most


def rarest(part: Array, allowed: Ints) -> Stretch | None:
    """The stretch between two places to split that orders show the least often; None where there is none."""
    may_cut = np.zeros(len(part) + 1, bool)
    may_cut[allowed] = True
    ranks = ranks_of(part)
    sums = np.concatenate([[0.0], np.cumsum(ranks - ranks.mean())])
    lengths = np.arange(FEWEST, len(part) - 2 * FEWEST + 1)
    far = [np.where(may_cut[:-size] & may_cut[size:], np.abs(sums[size:] - sums[:-size]), -1.0) for size in lengths]
    begins = np.array([int(one.argmax()) for one in far], int)
    most = np.array([one.max() for one in far])
    count = sum(int((one >= 0).sum()) for one in far)
    if not count:
        return None
    bounds = np.where(most >= 0, order_bounds(lengths, len(part), np.maximum(most, 0.0)), 0.0) + log(count)
    is_apart = most >= lengths * (len(part) - lengths) / 2 - ROUNDING
    bounds = np.where(is_apart, np.minimum(bounds, apart_bounds(lengths, far)), bounds)
    place = int(bounds.argmin())
    begin = int(begins[place])
    return Stretch(begin, begin + int(lengths[place]), min(1.0, exp(min(0.0, float(bounds[place])))))


def apart_bounds(lengths: Ints, far: Sequence[Array]) -> Array:
    """Logarithm of how likely orders have a stretch of each length or longer that is above or below all others; twice
    that, as it is asked beside the sums."""
    count = int(lengths[-1]) + 2 * FEWEST - 1
    ways = np.array([lgamma(count + 1) - lgamma(size + 1) - lgamma(count - size + 1) for size in lengths.tolist()])
    places = np.array([int((one >= 0).sum()) for one in far])
    shares = 2 * places * np.exp(-ways)
    return np.log(2 * np.cumsum(shares[::-1])[::-1] + TINY)
