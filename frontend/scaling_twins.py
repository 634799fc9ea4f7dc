"""ScalingAnswer -> its numbers as plain data in base units, for programs. It says nothing that the page does not."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from benchdb.metrics import metric
from benchdb.scaling.answer import Curve, Fitted, Point, ScalingAnswer
from benchdb.scaling.headline import headline
from benchdb.scaling.resample import Range
from frontend.faces.document import Records
from frontend.twins import difference_document
from frontend.twins import document as comparison_document

POINT_COLUMNS = (
    "curve", "metric", "unit", "x", "n", "value", "speedup", "efficiency", "usl_fitted", "amdahl_fitted", "runs",
    "provenance", "low", "high",
)  # fmt: skip


def document(answer: ScalingAnswer) -> dict[str, Any]:
    """Plain data: values in base units, null where there is none; an end of a range that is infinite is null too."""
    spec = answer.spec
    known = metric(spec.metric)
    return {
        "query": answer.query,
        "headline": headline(answer),
        "x": spec.x,
        "by": spec.by,
        "metric": {"name": known.name, "title": known.title, "unit": known.unit, "better": known.better},
        "protocol": spec.protocol,
        "gamma": spec.gamma,
        "curves": [curve_document(curve) for curve in answer.curves],
        "comparison": comparison_document(answer.comparison),
        "held_constant": dict(answer.comparison.held_constant),
        "also_differs": [difference_document(each) for each in answer.also_differs],
        "changes_along": {key: list(values) for key, values in answer.along},
        "caveats": list(answer.caveats),
    }


def curve_document(curve: Curve) -> dict[str, Any]:
    return {
        "name": curve.name,
        "points": [point_document(point) for point in curve.points],
        "fits": [fit_document(law) for law in curve.laws],
        "preferred": curve.preferred or None,
        "knee": plain_ranges(asdict(curve.knee)) if curve.knee else None,
        "fall": plain_ranges(asdict(curve.fall)) if curve.fall else None,
        "offered_per_x": curve.offered,
        "keeps_up_to": curve.keeps_up_to,
        "notes": list(curve.notes),
    }


def point_document(point: Point) -> dict[str, Any]:
    told = asdict(point) | {"values": list(point.values), "runs": list(point.runs)}
    told["provenance"] = "published" if told.pop("is_published") else "measured"
    return told


def fit_document(law: Fitted) -> dict[str, Any]:
    fit, also = law.fit, law.uncertainty
    return {
        "law": fit.law,
        "formula": fit.known_law.formula,
        "alpha": fit.alpha,
        "beta": fit.beta,
        "gamma": fit.gamma,
        "gamma_fixed_at": fit.fixed_at,
        "peak": fit.peak,
        "speedup_at_most": fit.most,
        "points": fit.points,
        "parameters": fit.parameters,
        "degrees_of_freedom": fit.freedom,
        "r_squared": fit.r_squared,
        "aicc": fit.aicc,
        "residuals": list(fit.residuals),
        "uncertainty": also.how,
        "ranges": {name: range_document(getattr(also, name)) for name in ("alpha", "beta", "gamma", "peak")},
    }


def range_document(found: Range | None) -> list[float | None] | None:
    return [end if math.isfinite(end) else None for end in (found.low, found.high)] if found else None


def plain_ranges(told: dict[str, Any]) -> dict[str, Any]:
    within = told["within"]
    return told | {"within": [within["low"], within["high"]] if within else None}


def records(answer: ScalingAnswer) -> Records:
    """One line per point."""
    spec, unit, lines = answer.spec, metric(answer.spec.metric).unit, []
    for curve in answer.curves:
        for at, point in enumerate(curve.points):
            told: dict[str, Any] = {"curve": curve.name, "metric": spec.metric, "x": spec.x, "unit": unit}
            told |= point_document(point) | fitted_at(curve, at)
            told |= {"runs": " ".join(map(str, point.runs)), "low": min(point.values), "high": max(point.values)}
            lines.append(tuple(told.get(name) for name in POINT_COLUMNS))
    return Records(POINT_COLUMNS, tuple(lines))


def fitted_at(curve: Curve, at: int) -> dict[str, float]:
    """What each law says where a point was measured."""
    return {f"{law.fit.law}_fitted": curve.points[at].value - law.fit.residuals[at] for law in curve.laws}
