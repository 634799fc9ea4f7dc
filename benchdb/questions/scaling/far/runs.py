"""A run that lies far from the others of its point: one among several that agree denies no gain. Pure.

One run of 2,500 beside three of 11,000 makes the deviation of the whole curve so large that nothing is shown. Such a
run is named, and left out of what is tested. It is told apart by the others there (by their range) and by how much runs
vary at the other points. Where more of a point or of a curve lie apart, these are noise or a second mode, and count.
The figure of a point is that of all its runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from benchdb.domain.columns import floats
from benchdb.questions.scaling.laws import Array

FEWEST = 3  #: runs of a point, below which nobody knows which of them is the odd one
ENOUGH = 4  #: runs of a point, from which on the others test without it: two may be close to each other by chance
FAR = 10.0  #: deviations of a run at the other points
RANGES = {3: 20.0, 4: 12.0}  #: of the others at its own point, by the runs there: few lie close by chance (Dixon 1950)
RANGES_OF_MORE = 6.0
LEAST = 0.1  #: of the middle of its point: nearer ones hide little
STEPS = 3.0  #: in which figures were printed
MOST_SHARE = 0.1  #: of the runs of a point, and of a curve; one is always few

Values = Sequence[Sequence[float]]  #: the runs at each point
Far = Mapping[int, tuple[int, ...]]  #: place of a point -> the places of its far runs


def far_runs(values: Values, steps: Sequence[float] = ()) -> Far:
    """Those of a curve; none where they are many. `steps`: in which the figures of each point were printed."""
    runs = [floats(one) for one in values]
    usual, steps = deviation(runs), steps or [0.0] * len(runs)
    far_ones = {place: far for place, own in enumerate(runs) if (far := far_at(own, usual, steps[place]))}
    count, most = sum(map(len, far_ones.values())), max(1, int(MOST_SHARE * sum(map(len, runs))))
    return far_ones if count <= most else {}


def tested(values: Values, far: Far) -> list[Array]:
    """The runs without those that lie far, where enough are left."""
    runs = [floats(own) for own in values]
    return [
        np.delete(own, far[place]) if place in far and len(own) >= ENOUGH else own for place, own in enumerate(runs)
    ]


def deviation(runs: Sequence[Array]) -> float:
    """Of one run at a point, as a share of its middle: that of the middle point, of two the smaller; 0 of none."""
    middles = [(own, float(np.median(own))) for own in runs if len(own) > 1]
    shares = sorted(float(own.std(ddof=1)) / middle for own, middle in middles if middle > 0)
    return shares[(len(shares) - 1) // 2] if shares else 0.0


def far_at(own: Array, usual: float, step: float) -> tuple[int, ...]:
    """The places of the runs of one point that lie far from all its others; () where these are no crowd."""
    middle = float(np.median(own)) if len(own) >= FEWEST else 0.0
    if middle <= 0:
        return ()
    apart = np.abs(own - middle)
    bound = max(FAR * usual * middle, LEAST * middle, STEPS * step)
    if apart.max() <= bound:
        return ()
    order = np.argsort(-apart, kind="stable")
    counts = np.arange(1, max(1, int(MOST_SHARE * len(own))) + 1)
    are_far = apart[order[counts - 1]] > RANGES.get(len(own), RANGES_OF_MORE) * ranges_behind(own[order])[counts]
    are_far &= apart[order[counts - 1]] > bound
    count = int(counts[are_far].max(initial=0))
    return tuple(sorted(order[:count].tolist()))


def ranges_behind(values: Array) -> Array:
    """The range of the values from each place on."""
    highest = np.maximum.accumulate(values[::-1])[::-1]
    lowest = np.minimum.accumulate(values[::-1])[::-1]
    return highest - lowest
