"""The parameters of runs and comparisons in the OpenAPI document: one for each dimension, made from their table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from benchdb.domain.dimensions import CONDITIONS, DIMENSIONS, LAYOUT, MANY, METRIC, MISSING, STRETCH, Dimension
from benchdb.domain.metrics import METRICS
from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.conditions import EVERYTHING, NO_RULES
from benchdb.questions.history.question import AXES
from benchdb.wording import words

TEXT = {"type": "string", "pattern": r"^[^\x00]*$"}


def schema_of(known: Dimension) -> dict[str, Any]:
    """What a value may look like."""
    if known.kind == "number":
        digits = r"[0-9]{1,9}(\.[0-9]{1,6})?" if known.has_fractions else "[0-9]{1,9}"
        return {"type": "string", "pattern": f"^({digits}|{MISSING})?$"}  # an empty one says nothing
    return one_of(["yes", "no", MISSING]) if known.kind == "flag" else TEXT


def one_of(names: Iterable[str]) -> dict[str, Any]:
    """An empty one says nothing: forms send it."""
    return {"type": "string", "enum": [*names, ""]}


def parameter(name: str, schema: dict[str, Any], description: str) -> dict[str, Any]:
    return {"in": "query", "name": name, "required": False, "schema": schema, "description": description}


def several(name: str, one: dict[str, Any], description: str) -> dict[str, Any]:
    return parameter(name, {"type": "array", "items": one}, description) | {"style": "form", "explode": True}


DIMENSION_FILTERS = [
    several(known.key, schema_of(known), f"{known.title}; several are alternatives") for known in DIMENSIONS.values()
]
BAND = r"^(([0-9]|[1-4][0-9])(\.[0-9]{1,6})?|50)?$"
MOMENT = {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "string", "maxLength": 0}]}
MOMENT_OR_DAY = {"anyOf": [*MOMENT["anyOf"], {"type": "string", "format": "date"}]}
METRIC_NAMES = one_of(sorted(METRICS))
ONE_METRIC = parameter("metric", METRIC_NAMES, words("parameter metric alone"))
SETTING = {"type": "string", "pattern": r"^(tuning\.[A-Za-z0-9_]{1,40})?$"}
KEYS = {"anyOf": [{"type": "string", "enum": [known.key for known in LAYOUT if known.key not in MANY]}, SETTING]}
#: What a history goes along.
AXIS = {"anyOf": [one_of(AXES), SETTING]}
COLUMN_KEYS = {"anyOf": [*KEYS["anyOf"], {"type": "string", "const": STRETCH.key}]}
#: What sides can differ in, where the metrics are the rows.
SIDE_NAMES = [known.key for known in LAYOUT if known.key not in (*MANY, METRIC.key)]
SIDES = {"anyOf": [{"type": "string", "enum": SIDE_NAMES}, SETTING]}
AGGREGATION = parameter("protocol", one_of(sorted(AGGREGATIONS)), words("parameter protocol"))
ACCEPT = {"anyOf": [{"type": "string", "enum": [EVERYTHING, NO_RULES, *(known.key for known in CONDITIONS)]}, SETTING]}
#: Which runs, of any question.
RUNS = [
    parameter(
        "accept",
        ACCEPT,
        words("parameter accept", everything=EVERYTHING, no_rules=NO_RULES),
    ),
    parameter("as_of", MOMENT, words("parameter as_of")),
    several("item", TEXT, words("parameter item")),
    *DIMENSION_FILTERS,
]
