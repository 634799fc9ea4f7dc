"""What the measured points themselves show, before any law: growth, a peak, a fall, more than linear growth. Pure.

Where runs repeat, no gain and no fall is one that they do not show (`contrasts`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Literal

from benchdb.questions.scaling.contrasts import Contrasts
from benchdb.questions.scaling.fit import VISIBLE, Fit, Pair

#: That of runs which repeat may also level off, so that no gain is shown up to the last N, or show nothing at all.
Shape = Literal["flat", "falling", "still growing", "rises and falls", "levels off", "undecided"]
FALLS = ("falling", "rises and falls")

FLAT = 0.05  #: of the highest; points that lie closer together are flat
SUPERLINEAR = 0.05  #: by which throughput over N must exceed that of the smallest N


def shape(points: Sequence[Pair]) -> Shape:
    """Of at least one point. The last N counts as fallen where it is VISIBLE below the highest."""
    ordered = [x for _, x in sorted(points)]
    highest = max(ordered)
    if min(ordered) >= (1 - FLAT) * highest:
        return "flat"
    if ordered[0] >= highest:
        return "falling"
    return "rises and falls" if ordered[-1] <= (1 - VISIBLE) * highest else "still growing"


def falls(points: Sequence[Pair]) -> bool:
    """Whether throughput ends visibly below its highest, as Amdahl's law cannot."""
    return shape(points) in FALLS


def shown_shape(points: Sequence[Pair], shown: Contrasts) -> Shape:
    """The shape that the runs show; that of the figures where nothing can be tested, or they are flat."""
    measured = shape(points)
    if measured == "flat" or not shown.can_tell:
        return measured
    begin, end = plateau(points, shown)
    last = len(points) - 1
    if end < last and shown.is_higher(places_of(points)[0], last):
        return "rises and falls" if begin else "falling"
    return ("still growing" if begin == last else "levels off") if begin else "undecided"


def plateau(points: Sequence[Pair], shown: Contrasts) -> tuple[int, int]:
    """The first and the last point, around the highest, that the runs show lower than none of those between. In the
    order of N."""
    highest, last = places_of(points)[0], len(points) - 1
    begin = end = highest
    while begin and not shown.are_higher(slice(begin, highest + 1), begin - 1).any():
        begin -= 1
    while end < last and not shown.are_higher(slice(highest, end + 1), end + 1).any():
        end += 1
    return begin, end


def places_of(points: Sequence[Pair]) -> list[int]:
    """The places of the points, the highest first; the smaller N among equal ones."""
    return sorted(range(len(points)), key=lambda place: (-points[place][1], place))


def highest(points: Sequence[Pair]) -> Pair:
    """The point of the highest throughput; the smallest N among equal ones."""
    return max(points, key=lambda pair: (pair[1], -pair[0]))


def supported_peak(fit: Fit, shape: Shape) -> float | None:
    """The fitted peak where the points have one too: they rise, and fall again by the last N."""
    return fit.peak if shape == "rises and falls" else None


def superlinear(points: Sequence[Pair], shown: Contrasts | None = None, failing: Collection[float] = ()) -> Pair | None:
    """(N, efficiency) of the point that gains the most over N times the smallest one; None where none gains visibly.

    Nor where runs repeat and do not show it. Of an N in `failing` nothing is said: a server that errs answers fast.

    Neither law can follow such points: with no contention and no coherency they are straight lines.
    """
    (first, base), *others = sorted(points)
    if base <= 0 or first in failing:
        return None
    efficiencies = [(n, x / n / (base / first)) for n, x in others]
    sound = [place for place, (n, _) in enumerate(others) if n not in failing]
    if not sound:
        return None
    place = max(sound, key=lambda place: efficiencies[place][1])
    if efficiencies[place][1] < 1 + SUPERLINEAR:
        return None
    linear = math.log(efficiencies[place][0] / first)
    is_shown = shown is None or not shown.can_tell or (shown.is_log and shown.is_higher(place + 1, 0, linear))
    return efficiencies[place] if is_shown else None
