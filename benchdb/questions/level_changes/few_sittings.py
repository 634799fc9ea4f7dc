"""A stretch of a few sittings that lies apart from the rest of its level: too few for ranks to tell. Pure.

Sittings' medians are taken to be normal around one level, but for one stretch of them: Student's t of its distance from
the others, by the deviation within both, in which the machine's own history counts with as many degrees of freedom as
it has. It counts once for each stretch that could have been chosen (Bonferroni). Sittings have tails, too: where enough
others are known, the stretch must lie beyond them all as far as the last runs of a level must (`last_runs`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from benchdb.domain.statistics import FEWEST, SittingNoise
from benchdb.domain.statistics.sitting_test import FEWEST_FREEDOM
from benchdb.questions.level_changes.last_runs import FEWEST_BEFORE, is_beyond
from benchdb.questions.level_changes.strengths import TINY, Array, Ints
from benchdb.questions.level_changes.there_and_back import Stretch


@dataclass(frozen=True, slots=True)
class Sittings:
    """Of one part of a curve, in their order."""

    centres: Array  #: the median of each one's runs; logarithms where all are positive
    places: Array  #: where on x each stands: nothing is parted within a place
    runs: Ints  #: how many each has


def rarest_few(part: Sittings, noise: SittingNoise | None) -> Stretch | None:
    """The stretch of fewer than FEWEST sittings that chance shows the least often; None where nobody can say."""
    count = len(part.centres)
    known = (noise.deviation**2 * noise.freedom, noise.freedom) if noise else (0.0, 0)
    if count - 2 + known[1] < FEWEST_FREEDOM:
        return None
    made = [(t_p(part.centres, begin, end, *known), begin, end) for begin, end in stretches(part)]
    if not made:
        return None
    p, begin, end = min(made)
    if not is_beyond_others(part.centres, begin, end):
        return None
    return Stretch(begin, end, min(1.0, p * len(made)))


def stretches(part: Sittings) -> Iterator[tuple[int, int]]:
    """Where they begin and end: between places, and with runs enough to be a level, as what is left on each side."""
    count, before = len(part.centres), [0, *part.runs.cumsum().tolist()]
    may_end = [0, *(place for place in range(1, count) if part.places[place] != part.places[place - 1]), count]
    ends = set(may_end)
    for begin in may_end:
        for end in range(begin + 1, min(begin + FEWEST, count + 1)):
            rest = before[begin], before[end] - before[begin], before[-1] - before[end]
            is_known = end == count and begin < FEWEST and begin > 0  # what is left was a stretch already
            if end in ends and end - begin < count and not is_known and all(not one or one >= FEWEST for one in rest):
                yield begin, end


def is_beyond_others(centres: Array, begin: int, end: int) -> bool:
    """Whether the others have seen nothing that is nearly as far; of few nobody knows."""
    others = np.concatenate([centres[:begin], centres[end:]])
    if len(others) < FEWEST_BEFORE:
        return True
    own = centres[begin:end] - np.median(others)
    return bool((np.sign(own) == np.sign(own[0])).all()) and is_beyond(others - np.median(others), own)


def t_p(centres: Array, begin: int, end: int, squares: float, freedom: int) -> float:
    """Of the distance of a stretch from the rest, both sides."""
    own, count = centres[begin:end], len(centres)
    sums, all_squares = float(own.sum()), float((own**2).sum())
    others = count - len(own)
    rest, rest_squares = float(centres.sum()) - sums, float((centres**2).sum()) - all_squares
    within = all_squares - sums**2 / len(own) + rest_squares - rest**2 / others
    known = count - 2 + freedom
    error = math.sqrt(max(within + squares, TINY) / known * (1 / len(own) + 1 / others))
    return float(2 * stdtr(known, -abs(sums / len(own) - rest / others) / error))
