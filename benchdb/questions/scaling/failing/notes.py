"""Requests that failed at the points of a curve -> what its reader must know of them. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from benchdb.domain.caveats import Caveat, caveat, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.replies.failures import NOISE
from benchdb.questions.scaling.answer import Curve, Point
from benchdb.questions.scaling.failing.outweighed import fail_alike
from benchdb.questions.scaling.fit import Pair

EVERYWHERE = "every point fails"
NOWHERE = "nothing served at any point"
UNSERVED = "runs that served nothing"
OUTWEIGHED, ERRORS_OUTWEIGH = "failures outweigh a gain", "errors outweigh a gain"
BESIDE = ", beside"  #: of kinds: the tool counts what failed beside its figure
MOST_FAILING = 3  #: points that are named each


def failing_points(x: str, failed: Sequence[Pair], curve: Curve) -> list[Caveat]:
    """Where requests failed, and how large a share of them; of many the first, the last, the worst and the highest.

    One sentence where about as many failed at each of the curve's points.
    """
    at_n = {point.n: [point] for point in curve.points}
    shares, none = dict(failed), [*nothing_served(x, curve), *outweighed_points(x, curve)]
    if fail_alike([point.failed for point in curve.points]):
        return [*none, caveat(kind_of(EVERYWHERE, curve.points), ends=(min(shares.values()), max(shares.values())))]
    if len(failed) > MOST_FAILING:
        worst = max(failed, key=lambda point: point[1])
        highest = [point for point in failed if point[0] == curve.highest.n]
        failed = sorted({failed[0], worst, failed[-1], *highest})
    finite = [(n, share) for n, share in failed if math.isfinite(share)]
    named = [caveat(kind_of("failing point", at_n[n]), n=(x, n), share=share) for n, share in finite]
    unknown = [caveat("failing at", n=(x, n)) for n, share in failed if not math.isfinite(share)]
    rest = len(shares) - len(failed)
    return [*none, *named, *unknown, *([caveat("more points fail", points=rest)] if rest else [])]


def kind_of(kind: str, points: Iterable[Point]) -> str:
    """That of the caveat of points at which some requests failed: another one where none of these is in a figure."""
    return kind if any(point.errors > NOISE for point in points) else kind + BESIDE


def unserved_runs(x: str, lost: Mapping[float, int], cells: Mapping[float, Cell]) -> list[Caveat]:
    """Runs of which every request failed, beside others of the point that served: they are in no figure."""
    return [
        caveat(UNSERVED, n=(x, n), runs=runs, of=runs + cells[n].n) for n, runs in sorted(lost.items()) if n in cells
    ]


def nothing_served(x: str, curve: Curve) -> list[Caveat]:
    """Where every request failed: all of these points, for none of their figures counts."""
    if not curve.failing:
        return []
    given = {"loads": (x, tuple(point.n for point in curve.failing)), "what": phrase(curve.failing_how)}
    last = max(point.n for point in curve.every_point if point not in curve.failing)
    if curve.failing[0].n > last:
        return [caveat("nothing served beyond", last=(x, last), **given)]
    return [caveat("nothing served", **given)]


def outweighed_points(x: str, curve: Curve) -> list[Caveat]:
    """Where so many failed that their figures count nowhere, and where no less was served: one for each such place."""
    places = dict.fromkeys(one.most_at for one in curve.outweighed)
    parts = {most: [one.point for one in curve.outweighed if one.most_at == most] for most in places}
    return [outweighed_by(x, most, points) for most, points in parts.items()]


def outweighed_by(x: str, most: float, points: Sequence[Point]) -> Caveat:
    kind = OUTWEIGHED if all(point.errors == point.failed for point in points) else ERRORS_OUTWEIGH
    shares, loads = tuple(point.errors for point in points), (x, tuple(point.n for point in points))
    return caveat(kind, loads=loads, shares=shares, count=len(points), most=most)


def nowhere_served(curve: Curve) -> Caveat:
    """Of a curve of errors alone, of which nothing else is said."""
    return caveat(NOWHERE, what=phrase(curve.failing_how))
