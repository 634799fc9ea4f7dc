"""The parameters of runs and comparisons in the OpenAPI document: one for each dimension, made from their table."""

from __future__ import annotations

from typing import Any

from benchdb.dimensions import DIMENSIONS, LAYOUT, MANY, MISSING, Dimension
from benchdb.history.spec import AXES as HISTORY_AXES
from benchdb.metrics import METRICS
from benchdb.scaling.spec import AXES as SCALING_AXES
from benchdb.scaling.spec import GAMMAS
from benchdb.stats import PROTOCOLS

TEXT = {"type": "string", "pattern": r"^[^\x00]*$"}


def schema_of(known: Dimension) -> dict[str, Any]:
    """What a value may look like."""
    if known.kind == "number":
        digits = r"[0-9]{1,9}(\.[0-9]{1,6})?" if known.has_fractions else "[0-9]{1,9}"
        return {"type": "string", "pattern": f"^({digits}|{MISSING})$"}
    return {"type": "string", "enum": ["yes", "no", MISSING]} if known.kind == "flag" else TEXT


def parameter(name: str, schema: dict[str, Any], description: str) -> dict[str, Any]:
    return {"in": "query", "name": name, "required": False, "schema": schema, "description": description}


def several(name: str, one: dict[str, Any], description: str) -> dict[str, Any]:
    return parameter(name, {"type": "array", "items": one}, description) | {"style": "form", "explode": True}


DIMENSION_FILTERS = [
    several(known.key, schema_of(known), f"{known.title}; several are alternatives") for known in DIMENSIONS.values()
]
BAND = r"^(([0-9]|[1-4][0-9])(\.[0-9]{1,6})?|50)?$"
MOMENT = {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "string", "maxLength": 0}]}
ONE_METRIC = parameter("metric", {"type": "string", "enum": sorted(METRICS)}, "without it, requests_per_second")
KEYS = {"type": "string", "enum": [known.key for known in LAYOUT if known.key not in MANY]}
PROTOCOL = parameter("protocol", {"type": "string", "enum": sorted(PROTOCOLS)}, "how runs become one number")
#: Which runs, of any question.
RUNS = [
    parameter("as_of", MOMENT, "the moment whose runs count"),
    several("item", TEXT, "the part of the metric"),
    *DIMENSION_FILTERS,
]
QUESTION = [
    several("metric", {"type": "string", "enum": sorted(METRICS)}, "at most 24; without one, requests_per_second"),
    parameter("rows", KEYS, "another dimension than `cols`"),
    parameter("cols", KEYS, "another dimension than `rows`"),
    parameter("split", KEYS, "a third dimension: each of its values has rows of its own"),
    parameter("baseline", TEXT, "a value of `cols`; without it the first column"),
    PROTOCOL,
    parameter("band", {"type": "string", "pattern": BAND}, "percent within which sides are equal"),
    *RUNS,
]
SCALING = [
    parameter("x", {"type": "string", "enum": list(SCALING_AXES)}, "without it, cpus"),
    parameter("by", KEYS, "one curve for each value of it, which must not be `x`; without it, kernel"),
    ONE_METRIC,
    PROTOCOL,
    parameter("gamma", {"type": "string", "enum": list(GAMMAS)}, "the figure at N = 1"),
    *RUNS,
]
HISTORY = [
    parameter("x", {"type": "string", "enum": list(HISTORY_AXES)}, "without it, time"),
    parameter("by", KEYS, "one curve for each value of it, which must not be `x`; without it, one curve"),
    ONE_METRIC,
    *RUNS,
]
