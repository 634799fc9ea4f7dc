"""What the measured points themselves show, before any law: growth, a peak, a fall, more than linear growth. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from benchdb.questions.scaling.fit import VISIBLE, Fit, Pair

Shape = Literal["flat", "falling", "still growing", "rises and falls"]

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
    return shape(points) in ("falling", "rises and falls")


def highest(points: Sequence[Pair]) -> Pair:
    """The point of the highest throughput; the smallest N among equal ones."""
    return max(points, key=lambda pair: (pair[1], -pair[0]))


def supported_peak(fit: Fit, points: Sequence[Pair]) -> float | None:
    """The fitted peak where the points have one too: they rise, and fall again by the last N."""
    return fit.peak if shape(points) == "rises and falls" else None


def superlinear(points: Sequence[Pair]) -> Pair | None:
    """(N, efficiency) of the point that gains the most over N times the smallest one; None where none gains visibly.

    Neither law can follow such points: with no contention and no coherency they are straight lines.
    """
    (first, base), *others = sorted(points)
    if base <= 0 or not others:
        return None
    efficiencies = [(n, x / n / (base / first)) for n, x in others]
    best = max(efficiencies, key=lambda pair: pair[1])
    return best if best[1] >= 1 + SUPERLINEAR else None
