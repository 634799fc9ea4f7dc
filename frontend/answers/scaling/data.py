"""ScalingAnswer -> its numbers as plain data in base units, for programs. It says nothing that the page does not."""

from __future__ import annotations

import math
from dataclasses import asdict, fields
from typing import Any

import numpy as np

from benchdb.domain.metrics import metric
from benchdb.questions.scaling.answer import Curve, Fitted, Point, ScalingAnswer
from benchdb.questions.scaling.resample import Range
from benchdb.wording import full_sentences, line, sentences
from frontend.answers.comparison.data import as_dict as comparison_document
from frontend.answers.comparison.data import by_rule, difference_dict, is_listed
from frontend.answers.export import Records

POINT_COLUMNS = (
    "curve", "metric", "unit", "x", "n", "value", "speedup", "efficiency", "usl_fitted", "amdahl_fitted", "runs",
    "provenance", "low", "high", "not_comparable", "every_request_failed", "failures_outweigh",
)  # fmt: skip
#: Told otherwise, or by the comparison beside the curves.
UNLISTED = ("step", "speedup_between", "failed", "failed_in_rate")
POINT_FIELDS = tuple(field.name for field in fields(Point) if field.name not in UNLISTED)


def as_dict(answer: ScalingAnswer) -> dict[str, Any]:
    """Plain data: values in base units, null where there is none; an end of a range that is infinite is null too."""
    question, is_whole = answer.question, is_listed(answer.comparison)
    known = metric(question.metric)
    return {
        "query": answer.query,
        "headline": line(answer.headline),
        "not_comparable": list(answer.conflicts),
        "x": question.x,
        "by": question.by,
        "metric": {"name": known.name, "title": known.title, "unit": known.unit, "better": known.better},
        "protocol": question.aggregation,
        "gamma": question.gamma,
        "curves": [curve_dict(curve, is_whole) for curve in answer.curves],
        "comparison": comparison_document(answer.comparison),
        "held_constant": dict(answer.comparison.held_constant),
        "also_differs": [difference_dict(one) for one in answer.also_differs],
        "changes_along": {key: list(values) for key, values in answer.along},
        "caveats": list(sentences(answer.caveats)),
        **({"accepted": [difference_dict(one) for one in answer.accepted]} if question.accepted else {}),
        **by_rule(answer.caveats),
    }


def curve_dict(curve: Curve, is_whole: bool = True) -> dict[str, Any]:
    return {
        "name": curve.name,
        "points": [point_dict(point, is_whole) for point in curve.every_point],
        "every_request_failed_at": [point.n for point in curve.errors_alone],
        "failures_outweigh_at": [one.point.n for one in curve.outweighed],
        "fits": [fit_dict(law) for law in curve.laws],
        "preferred": curve.preferred or None,
        "shape": None if curve.serves_nothing else curve.shape,
        "supported_peak": curve.peak,
        "idle": [{"at": n, "share": share} for n, share in curve.idle],
        "knee": plain_ranges(asdict(curve.knee)) if curve.knee else None,
        "fall": plain_ranges(asdict(curve.fall)) if curve.fall else None,
        "offered_per_x": curve.offered,
        "keeps_up_to": curve.keeps_up_to,
        "notes": list(full_sentences(curve.notes)),
    }


def point_dict(point: Point, is_whole: bool = True) -> dict[str, Any]:
    """Single runs are named as in a comparison: of more than it lists, none."""
    plain: dict[str, Any] = {name: getattr(point, name) for name in POINT_FIELDS}
    plain |= {name: list(getattr(point, name)) if is_whole else None for name in ("values", "runs")}
    if point.speedup_between:
        plain["speedup_between"] = [end if math.isfinite(end) else None for end in point.speedup_between]
    plain["provenance"] = "published" if plain.pop("is_published") else "measured"
    return plain


def fit_dict(law: Fitted) -> dict[str, Any]:
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
        "ranges": {name: range_dict(getattr(also, name)) for name in ("alpha", "beta", "gamma", "peak")},
    }


def range_dict(ends: Range | None) -> list[float | None] | None:
    return [end if math.isfinite(end) else None for end in (ends.low, ends.high)] if ends else None


def plain_ranges(fields: dict[str, Any]) -> dict[str, Any]:
    within = fields["within"]
    return fields | {"within": [within["low"], within["high"]] if within else None}


def records(answer: ScalingAnswer) -> Records:
    """One line per point."""
    question, unit, lines = answer.question, metric(answer.question.metric).unit, []
    is_whole, conflicts = is_listed(answer.comparison), " ".join(answer.conflicts)
    for curve in answer.curves:
        failing, outweighed = {one.n for one in curve.errors_alone}, {one.point.n for one in curve.outweighed}
        for point in curve.every_point:
            fields: dict[str, Any] = {"curve": curve.name, "metric": question.metric, "x": question.x, "unit": unit}
            fields |= point_dict(point, is_whole) | fitted_at(curve, point)
            fields |= {"runs": " ".join(map(str, point.runs)) if is_whole else "", **ends(point)}
            fields |= {"not_comparable": conflicts, "every_request_failed": "yes" if point.n in failing else ""}
            fields |= {"failures_outweigh": "yes" if point.n in outweighed else ""}
            lines.append(tuple(fields.get(name) for name in POINT_COLUMNS))
    return Records(POINT_COLUMNS, tuple(lines))


def ends(point: Point) -> dict[str, float]:
    return {"low": float(np.min(point.values)), "high": float(np.max(point.values))}


def fitted_at(curve: Curve, point: Point) -> dict[str, float]:
    """What each law says where a point was measured; {} where no law is asked of it, because of failures."""
    index = next((place for place, one in enumerate(curve.points) if one.n == point.n), None)
    if index is None:
        return {}
    return {f"{law.fit.law}_fitted": curve.points[index].value - law.fit.residuals[index] for law in curve.laws}
