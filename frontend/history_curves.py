"""HistoryAnswer -> the chart of its page: runs, the level of each stretch, an upright where it changes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from benchdb.comparison.headline import inside
from benchdb.dimensions import dimension
from benchdb.history.answer import Curve, HistoryAnswer, Point
from benchdb.history.spec import TITLES
from benchdb.metrics import metric
from benchdb.units import shown
from frontend.charts import SCALES
from frontend.curves import BETTER, Series

TICKS = 6  #: dates on the axis
KEY = "Dotted: the median of each stretch. Dashed upright: a change."
CUT = " The upright axis does not begin at 0."
ROOM = 0.15  #: of the measured range, left free above and below
FLAT = 0.5  #: a lowest run above this share of the highest is drawn on an axis that does not begin at 0
WIDE = 0.35  #: of the way to the next version, by which a level is drawn beyond its own
FORMS = ((86_400, "%Y-%m-%d"), (60, "%m-%d %H:%M"), (0, "%H:%M:%S"))  #: (seconds between ticks, how they are named)


def history_charts(answer: HistoryAnswer) -> list[dict[str, Any]]:
    """One chart; none without a run."""
    if not answer.curves:
        return []
    known = metric(answer.spec.metric)
    scale, unit = SCALES.get(known.unit, (1.0, "" if known.unit == "count" else known.unit))
    values = [value * scale for curve in answer.curves for point in curve.points for value in point.values]
    least, most = limits(values)
    first, last, ticks = axis(answer)
    title = TITLES[answer.spec.x]
    by = f", by {inside(dimension(answer.spec.by).title)}" if answer.spec.by else ""
    return [
        {
            "kind": "curves",
            "title": known.title,
            "unit": unit,
            "x": title,
            "from": first,
            "to": last,
            "ticks": ticks,
            "better": BETTER.get(known.better, ""),
            "least": least,
            "most": most,
            "labels": [curve.name or known.title for curve in answer.curves],
            "series": [each for at, curve in enumerate(answer.curves) for each in drawn(answer, at, curve, scale)],
            "key": KEY + CUT * (least != 0),
            "summary": f"{known.title} over {inside(title)}{by}",
        }
    ]


def limits(values: list[float]) -> tuple[float, float]:
    """The y axis: from 0, unless what is measured would be a thin band far above it."""
    low, high = min(values), max(values)
    room = ROOM * (high - low)
    return (max(0.0, low - room) if 0 < FLAT * high < low < high else min(0.0, low), high + room or 1.0)


def axis(answer: HistoryAnswer) -> tuple[float, float, list[dict[str, Any]]]:
    """(first x, last x, where it is named how)"""
    if answer.labels:
        named = [{"x": at + 1.0, "text": label} for at, label in enumerate(answer.labels)]
        return 0.5, len(answer.labels) + 0.5, named
    xs = [point.x for curve in answer.curves for point in curve.points]
    room = 0.03 * (max(xs) - min(xs)) or 60.0
    first, last = min(xs) - room, max(xs) + room
    form = next(form for least, form in FORMS if last - first > (TICKS - 1) * least)
    at = [min(xs) + (max(xs) - min(xs)) * step / (TICKS - 1) for step in range(TICKS)]
    return first, last, [{"x": x, "text": datetime.fromtimestamp(x, UTC).strftime(form)} for x in dict.fromkeys(at)]


def drawn(answer: HistoryAnswer, at: int, curve: Curve, scale: float) -> list[Series]:
    unit = metric(answer.spec.metric).unit
    name = curve.name or metric(answer.spec.metric).title
    least, most = limits([value * scale for each in answer.curves for point in each.points for value in point.values])
    points = {
        "group": at,
        "name": name,
        "role": "points",
        "line": False,
        "published": all(point.is_published for point in curve.points),
        "data": [{"x": point.x, "y": point.value * scale} for point in curve.points],
        "titles": [point.label for point in curve.points],
        "words": [words(point, shown(point.value, unit)) for point in curve.points],
        "trials": [[value * scale for value in point.values] for point in curve.points] if answer.labels else [],
    }
    aside = WIDE if answer.labels else 0.0
    levels = [
        line(at, name, "reference", [(x, level.value * scale) for x in (level.first.x - aside, level.last.x + aside)])
        for level in curve.levels
    ]
    uprights = [line(at, name, "knee", [(change.x, least), (change.x, most)]) for change in curve.changes]
    return [points, *levels, *uprights]


def line(at: int, name: str, role: str, data: Iterable[tuple[float, float]]) -> Series:
    return {"group": at, "name": name, "role": role, "data": [{"x": x, "y": y} for x, y in data]}


def words(point: Point, value: str) -> str:
    """What a tooltip says of a point."""
    if len(point.runs) == 1:
        return f"{value}, {'published' if point.is_published else f'run {point.runs[0]}'}"
    return f"{value}, {len(point.runs)} runs"
