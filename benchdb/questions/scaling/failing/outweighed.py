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
from benchdb.questions.scaling.measured_shape import FLAT

ALIKE = 0.05  #: shares of failures that differ by less are told as one


def outweighed(curve: Curve) -> dict[float, float]:
    """N of each such point -> the nearest N at which no less was served with fewer failures, and which it exceeds, or
    whose fall it hides; one that is no such point itself where there is any."""
    points, shares = curve.points, [point.errors for point in curve.points]
    if curve.serves_nothing or max(shares) <= NOISE or fail_alike(shares):
        return {}
    beaten = {place: others for place in range(len(points)) if (others := served_more_at(curve, place))}
    made = {}
    for place, others in beaten.items():
        sound = [other for other in others if other not in beaten] or others
        made[points[place].n] = points[min(sound, key=lambda other: abs(other - place))].n
    return made


def fail_alike(shares: Sequence[float]) -> bool:
    """Whether about as many requests failed at each of several points."""
    return len(shares) > 1 and min(shares) > NOISE and max(shares) - min(shares) < ALIKE


def served_more_at(curve: Curve, place: int) -> list[int]:
    """The points whose figure a point exceeds, or comes near to, by its errors; where it hides a fall from the one that
    served most, or exceeds any."""
    point = curve.points[place]
    if not math.isfinite(point.errors):
        return []
    others = [(other, one) for other, one in enumerate(curve.points) if point.errors - one.errors > NOISE]
    served = [(other, one) for other, one in others if one.served >= point.served]
    most = max((other for other, _ in served), key=lambda other: curve.points[other].served, default=None)
    return [
        other for other, one in served if exceeds(curve, place, other) or (other == most and hides_a_fall(point, one))
    ]


def exceeds(curve: Curve, place: int, other: int) -> bool:
    """Whether its figure is a visible gain over that of another point: one that the runs show, where they repeat."""
    shown, points = curve.contrasts, curve.points
    is_visible = (1 - VISIBLE) * points[place].value > points[other].value
    return is_visible and (not shown.can_tell or shown.is_higher(place, other))


def hides_a_fall(point: Point, other: Point) -> bool:
    """Whether it served visibly less than another, and its figure says nothing of that."""
    return point.value > (1 - FLAT) * other.value and point.served < (1 - FLAT) * other.served
