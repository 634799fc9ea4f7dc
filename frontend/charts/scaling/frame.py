"""What all charts of a scaling share: axes, ticks where something was measured, the key."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.domain.units import decimals
from benchdb.questions.scaling.answer import Curve, ScalingAnswer
from benchdb.wording import words
from benchdb.wording.grammar import inside
from frontend.charts.comparison import FAR
from frontend.charts.model import BETTER, Axis, Chart, Series, Tick

MOST_TICKS = 60  #: of more loads every second, third, … one has a name; a drawing leaves out what has no room


def framed(answer: ScalingAnswer, title: str, unit: str, most: float, series: Sequence[Series], key: str) -> Chart:
    question = answer.question
    over = dimension(question.x).title
    has_crosses = any(point.is_failing for one in series for point in one.points)
    crosses = key_of_crosses(answer.curves) if has_crosses else ""
    return Chart(
        kind="lines",
        title=title,
        x=Axis(title=over, least=0.0, ticks=measured_places(answer), is_log=is_far(answer)),
        y=Axis(unit=unit, least=0.0, most=most),
        series=tuple(series),
        better=BETTER.get(metric(question.metric).better, ""),
        key=" ".join(filter(None, (key, crosses))),
        summary=words("chart over", title=title, over=inside(over), by=question.by),
    )


def key_of_crosses(curves: Sequence[Curve]) -> str:
    """What they mean in these curves, which have some."""
    return words("key of outweighed points" if any(curve.outweighed for curve in curves) else "key of failing points")


def measured_places(answer: ScalingAnswer) -> tuple[Tick, ...]:
    """Where something was measured, to the last one, as on the charts of a comparison of the same runs."""
    places = sorted({point.n for curve in answer.curves for point in curve.every_point}, reverse=True)
    every = -(-len(places) // MOST_TICKS) or 1
    return tuple(Tick(n, (decimals(n, 6),)) for n in reversed(places[::every]))


def is_far(answer: ScalingAnswer) -> bool:
    """Whether the places span so much that the smallest would lie on each other."""
    places = [point.n for curve in answer.curves for point in curve.every_point]
    return min(places) > 0 and max(places) / min(places) > FAR


def highest(answer: ScalingAnswer, factor: float) -> float:
    return factor * max(float(np.max(point.values)) for c in answer.curves for point in c.points)
