"""Throughput over load -> where it bends, and where it falls. Pure.

The knee is Kneedle's (Satopää, Albrecht, Irwin and Raghavan 2011, "Finding a Kneedle in a Haystack"): with load and
throughput scaled to 0..1, the point that lies highest above the diagonal. It is sought up to the load of the highest
throughput held, so that a collapse further on does not pull it there.
The fall is the single step down that leaves the least squares (Hinkley 1970), sought from the knee on.
Both are measured loads: between two of them nothing is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.questions.scaling.fit import Pair
from benchdb.questions.scaling.resample import Basis, Protocol, Range, Sample, basis, resamples, spread

FEWEST = 4  #: loads, below which nothing is said of a knee
FALL = 0.1  #: a step down by less than this share is no fall
SENSITIVITY = 0.5  #: Kneedle's S; a smaller one finds a knee among fewer points, a larger one is more cautious


@dataclass(frozen=True, slots=True)
class Knee:
    """The load from which more load brings less than before."""

    load: float
    below: float  #: the measured load before it
    above: float  #: the one after it; itself where it is the last
    how: Basis = "none"
    within: Range | None = None  #: over the resamples
    share: float | None = None  #: of the resamples that have a knee at all


@dataclass(frozen=True, slots=True)
class Fall:
    """A step down: the last load that holds, and the next one, which does not."""

    holds: float
    fails: float
    change: float  #: of throughput from the one to the other; negative
    how: Basis = "none"
    within: Range | None = None  #: from the lowest holding to the highest failing load over the resamples
    share: float | None = None  #: of the resamples that fall at all


def kneedle(points: Sequence[Pair]) -> int | None:
    """Which point is the knee of a rising, flattening curve; None where it does not flatten."""
    if len(points) < 3:
        return None
    x, y = (np.array(column, dtype=float) for column in zip(*points, strict=True))
    if y.max() <= y.min():
        return None
    above = (y - y.min()) / (y.max() - y.min()) - (x - x[0]) / (x[-1] - x[0])
    highest = int(np.argmax(above))
    threshold = above[highest] - SENSITIVITY * float(np.mean(np.diff(x))) / (x[-1] - x[0])
    flattens = 0 < highest < len(points) - 1 and above[highest] > 0 and bool(np.any(above[highest:] < threshold))
    return highest if flattens else None


def step_down(points: Sequence[Pair]) -> int | None:
    """After which point throughput steps down; None where it does not, or by less than FALL."""
    if len(points) < 2:
        return None
    y = np.array([x for _, x in points])
    squares = [np.var(y[:step]) * step + np.var(y[step:]) * (len(y) - step) for step in range(1, len(y))]
    step = int(np.argmin(squares)) + 1
    falls = y[step:].mean() < (1 - FALL) * y[:step].mean() and y[step] < y[step - 1]
    return step - 1 if falls else None


def shape(points: Sequence[Pair]) -> tuple[int | None, int | None]:
    """(which point is the knee, after which one throughput falls)"""
    if len(points) < FEWEST:
        return None, None
    rise = held(points)
    knee = kneedle(points[: rise + 1])
    begin = knee if knee is not None else min(rise, int(np.argmax([x for _, x in points])))
    fall = step_down(points[begin:])
    return knee, None if fall is None else begin + fall


def held(points: Sequence[Pair]) -> int:
    """The last point that is within FALL of the highest throughput: the curve is done rising there."""
    highest = max(x for _, x in points)
    return max(index for index, (_, x) in enumerate(points) if x >= (1 - FALL) * highest)


def knee_and_fall(samples: Sequence[Sample], protocol: Protocol) -> tuple[Knee | None, Fall | None]:
    """The knee and the fall of the runs at each load, with how far they could lie elsewhere."""
    points = sorted((sample.n, float(protocol(sample.values))) for sample in samples)
    knee, fall = shape(points)
    how = basis(samples, FEWEST)
    drawn = Counter(resamples(samples, protocol, how))
    shapes = [(curve, *shape(curve), times) for curve, times in drawn.items()]
    total = sum(drawn.values())
    knees = [curve[bend][0] for curve, bend, _, times in shapes if bend is not None for _ in range(times)]
    steps = [(curve[last : last + 2], times) for curve, _, last, times in shapes if last is not None]
    falls = [(holds[0], fails[0]) for (holds, fails), times in steps for _ in range(times)]
    return (
        None if knee is None else located(points, knee, how, knees, total),
        None if fall is None else fallen(points, fall, how, falls, total),
    )


def located(points: Sequence[Pair], index: int, how: Basis, elsewhere: Sequence[float], total: int) -> Knee:
    loads = [load for load, _ in points]
    return Knee(
        load=loads[index],
        below=loads[index - 1],
        above=loads[min(index + 1, len(loads) - 1)],
        how=how,
        within=spread(elsewhere, how),
        share=len(elsewhere) / total if total else None,
    )


def fallen(points: Sequence[Pair], index: int, how: Basis, elsewhere: Sequence[Pair], total: int) -> Fall:
    lows, highs = ([pair[side] for pair in elsewhere] for side in (0, 1))
    low, high = spread(lows, how), spread(highs, how)
    return Fall(
        holds=points[index][0],
        fails=points[index + 1][0],
        change=points[index + 1][1] / points[index][1] - 1,
        how=how,
        within=Range(low.low, high.high) if low and high else None,
        share=len(elsewhere) / total if total else None,
    )
