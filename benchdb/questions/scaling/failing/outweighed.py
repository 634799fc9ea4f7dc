"""Points of which so many requests failed that they served no more than others, whatever their figure says. Pure.

A comparison says “not comparable” of a side that is better and fails more. A curve goes on without such a point where
the figure that is left of it, without what failed, is none of a gain: no gain, peak, fall, knee or fit rests on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from benchdb.questions.replies.failures import NOISE
from benchdb.questions.scaling.answer import Curve, Point
from benchdb.questions.scaling.fit import VISIBLE
from benchdb.questions.scaling.knee import FALL
from benchdb.questions.scaling.measured_shape import FLAT

ALIKE = 0.05  #: shares of failures that differ by less are told as one


def outweighed(curve: Curve) -> dict[float, float]:
    """N of each such point -> the N at which the most was served with fewer failures."""
    shares = [point.errors for point in curve.points]
    if curve.serves_nothing or max(shares) <= NOISE or fail_alike(shares):
        return {}
    return {point.n: most for place, point in enumerate(curve.points) if (most := served_more_at(curve, place))}


def fail_alike(shares: Sequence[float]) -> bool:
    """Whether about as many requests failed at each of several points."""
    return len(shares) > 1 and min(shares) > NOISE and max(shares) - min(shares) < ALIKE


def served_more_at(curve: Curve, place: int) -> float | None:
    """The N whose figure a point exceeds, or comes near to, by its errors; None where there is none."""
    point = curve.points[place]
    if not math.isfinite(point.errors):
        return None
    others = [(other, one) for other, one in enumerate(curve.points) if point.errors - one.errors > NOISE]
    served = [(other, one) for other, one in others if one.served >= point.served]
    most = max((one for _, one in served), key=lambda one: one.served, default=None)
    if most and (hides_a_fall(point, most) or any(exceeds(curve, place, other) for other, _ in served)):
        return most.n
    return None


def exceeds(curve: Curve, place: int, other: int) -> bool:
    """Whether its figure is a gain over that of another point: one that the runs show, where they repeat."""
    shown, points = curve.contrasts, curve.points
    if shown.can_tell:
        return shown.is_higher(place, other)
    return (1 - VISIBLE) * points[place].value > points[other].value


def hides_a_fall(point: Point, other: Point) -> bool:
    """Whether it served visibly less than another, and its figure is not one of a fall."""
    return point.value > (1 - FALL) * other.value and point.served < (1 - FLAT) * other.served
