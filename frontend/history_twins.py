"""HistoryAnswer -> its numbers as plain data in base units, for programs. It says nothing that the page does not."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from benchdb.history.answer import Change, Curve, HistoryAnswer, Point
from benchdb.history.headline import headline
from benchdb.metrics import metric
from frontend.faces.document import Records
from frontend.twins import cell_document, difference_document

POINT_COLUMNS = (
    "curve", "metric", "unit", "x", "label", "value", "low", "high", "n", "level", "level_median", "provenance", "runs",
)  # fmt: skip


def document(answer: HistoryAnswer) -> dict[str, Any]:
    """Plain data: values in base units, null where there is none."""
    spec, known = answer.spec, metric(answer.spec.metric)
    return {
        "query": answer.query,
        "headline": headline(answer),
        "x": spec.x,
        "by": spec.by or None,
        "metric": {"name": known.name, "title": known.title, "unit": known.unit, "better": known.better},
        "curves": [curve_document(answer, curve) for curve in answer.curves],
        "held_constant": dict(answer.held_constant),
        "not_recorded": list(answer.unknown),
        "also_differs": [difference_document(each) for each in answer.also_differs],
        "changes_along": {key: list(values) for key, values in answer.along},
        "caveats": list(answer.caveats),
    }


def curve_document(answer: HistoryAnswer, curve: Curve) -> dict[str, Any]:
    return {
        "name": curve.name,
        "points": [point_document(answer, point) for point in curve.points],
        "levels": [
            {"first": x_of(answer, each.first), "last": x_of(answer, each.last), "median": each.cell.value,
             "n": each.cell.n, "spread": each.cell.spread, "low": each.cell.low, "high": each.cell.high}
            for each in curve.levels
        ],
        "changes": [change_document(answer, change) for change in curve.changes],
        "has_enough_runs": curve.is_testable,
        "notes": list(curve.notes),
    }  # fmt: skip


def x_of(answer: HistoryAnswer, point: Point) -> str:
    """A version's name, or the moment."""
    return point.label if answer.labels else datetime.fromtimestamp(point.x, UTC).isoformat()


def point_document(answer: HistoryAnswer, point: Point) -> dict[str, Any]:
    return {
        "x": x_of(answer, point),
        "label": point.label,
        "value": point.value,
        "values": list(point.values),
        "runs": list(point.runs),
        "provenance": "published" if point.is_published else "measured",
    }


def change_document(answer: HistoryAnswer, change: Change) -> dict[str, Any]:
    """The runs after the change, set against those before, as a comparison's cell is."""
    one, other = change.before, change.after
    told = cell_document("", other.cell)
    names = ("change", "ratio", "interval", "delta", "verdict", "also_differs")
    return {
        "after": x_of(answer, one.last),
        "before": x_of(answer, other.first),
        "last_run": one.last.runs[-1],
        "first_run": other.first.runs[0],
        "median_before": one.cell.value,
        "median_after": other.cell.value,
        **{name: told[name] for name in names},
        "p": change.p,
        "q": change.q,
    }


def records(answer: HistoryAnswer) -> Records:
    """One line per point, with the level it belongs to."""
    known, lines = metric(answer.spec.metric), []
    for curve in answer.curves:
        for point in curve.points:
            at = max(n for n, each in enumerate(curve.levels) if point.runs[0] in each.cell.runs)
            told = point_document(answer, point) | {"metric": known.name, "unit": known.unit, "curve": curve.name}
            told |= {"low": min(point.values), "high": max(point.values), "n": len(point.values), "level": at + 1}
            told |= {"level_median": curve.levels[at].cell.value, "runs": " ".join(map(str, point.runs))}
            lines.append(tuple(told[name] for name in POINT_COLUMNS))
    return Records(POINT_COLUMNS, tuple(lines))
