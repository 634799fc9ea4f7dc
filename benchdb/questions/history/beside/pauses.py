"""A curve along time -> the stretches in which nobody measured, for much longer than is usual on it. Pure.

Usual is what nine of ten pauses between sittings do not exceed: weekends of a job of weekdays are usual. It is for the
drawing alone, where a level must not run solid through half a year without a run; no figure goes by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from benchdb.questions.history.answer import Curve, Level

SITTING = 43_200.0  #: seconds; runs that are nearer than that are of one sitting
FEWEST = 5  #: pauses, to say what is usual
USUAL = 0.9  #: of the pauses are no longer
TIMES = 2.0  #: as long as usual, and half a day more: one night that was missed is none
LEAST = 0.02  #: of the time that the curve spans; less is not seen


def long_pauses(curve: Curve) -> list[tuple[float, float]]:
    """From the last run before to the first one after, in seconds since 1970. Runs that measured nothing were made."""
    made = {point.x for point in curve.points}
    made |= {end.x for one in (*curve.outages, *curve.lone) for end in (one.first, one.last)}
    gaps = list(pairwise(sorted(made)))
    lengths = sorted(after - before for before, after in gaps if after - before >= SITTING)
    if len(lengths) < FEWEST:
        return []
    usual = lengths[int(USUAL * (len(lengths) - 1))]
    least = max(TIMES * usual + SITTING, LEAST * (max(made) - min(made)))
    return [(before, after) for before, after in gaps if after - before > least]


def parts(level: Level, pauses: list[tuple[float, float]]) -> Iterator[tuple[float, float, bool]]:
    """(from, to, whether nobody measured between) of a level, in order."""
    begin = level.first.x
    for before, after in pauses:
        if level.first.x <= before and after <= level.last.x:
            yield begin, before, False
            yield before, after, True
            begin = after
    yield begin, level.last.x, False
