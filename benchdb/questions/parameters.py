"""Parameters that every kind of question takes: filters, accepted differences, the moment, an aggregation. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches

from benchdb.domain.dimensions import CONDITIONS, TUNING, Dimension, UnknownDimension, dimension
from benchdb.domain.metrics import METRICS, UnknownMetric, metric
from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.base import BadQuestion, Where
from benchdb.questions.conditions import EVERYTHING, NO_RULES

NO_VALUE = {"number": "not a number", "flag": "not yes or no"}  #: by the dimension's kind
CONDITION_KEYS = frozenset(condition.key for condition in CONDITIONS)
#: What older links say of a side with several values: `1 (3 runs)`.
COUNTED = re.compile(r" \(\d+ runs\)$")


def where(given: Mapping[str, list[str]]) -> Where:
    """The filters, checked: what is left of a query when its other parameters are taken away."""
    filters = [(known_dimension(key), values) for key, values in sorted(given.items())]
    return tuple((known.key, tuple(sorted({checked(known, value) for value in values}))) for known, values in filters)


def known_dimension(key: str) -> Dimension:
    try:
        return dimension(key)
    except UnknownDimension as error:
        raise unknown_dimension(error) from error


def unknown_dimension(error: UnknownDimension) -> BadQuestion:
    """With what may have been meant."""
    if error.near:
        return BadQuestion("not a condition, but near", key=error.key, near=error.near)
    return BadQuestion("not a condition", key=error.key, setting=TUNING)


def checked(known: Dimension, value: str) -> str:
    """The value, if it can be one of this dimension's."""
    if known.key == "metric":
        raise BadQuestion("filtered by a metric")
    for text in (value, COUNTED.sub("", value)):
        try:
            known.value(text)
        except ValueError:
            continue
        return text
    raise BadQuestion(NO_VALUE.get(known.kind, "not a value"), value=value, dimension=known.key)


def check_metrics(names: Sequence[str], most: int) -> None:
    if len(names) > most:
        raise BadQuestion("too many metrics", metrics=len(names), most=most)
    try:
        for name in names:
            metric(name)
    except UnknownMetric as error:
        near = get_close_matches(error.name, METRICS, 1)
        if near:
            raise BadQuestion("not a metric, but near", name=error.name, near=near[0]) from error
        raise BadQuestion("not a metric", name=error.name) from error


def accepted(texts: Sequence[str]) -> tuple[str, ...]:
    """`accept=tool_version,tuning.vm.swappiness` -> its keys, sorted; `all` is all of them."""
    keys = {key.strip() for text in texts for key in text.split(",") if key.strip()}
    if EVERYTHING in keys:
        return (EVERYTHING,)
    if strange := sorted(key for key in keys if key not in {*CONDITION_KEYS, NO_RULES} and not key.startswith(TUNING)):
        near = get_close_matches(strange[0], CONDITION_KEYS, 1)
        if near:
            raise BadQuestion("cannot be accepted, but near", key=strange[0], near=near[0])
        raise BadQuestion("cannot be accepted", key=strange[0], setting=TUNING)
    return tuple(sorted(keys))


def aggregation(name: str) -> str:
    """The parameter is called `protocol`, as ever."""
    if name not in AGGREGATIONS:
        raise BadQuestion("not an aggregation", name=name, known=tuple(AGGREGATIONS))
    return name


def equivalence_margin(text: str) -> float:
    """Percent. The parameter is called `band`, as ever."""
    try:
        margin = float(text.removesuffix("%"))
    except ValueError:
        margin = -1.0
    if not 0 <= margin <= 50:
        raise BadQuestion("not a margin", text=text)
    return float(f"{margin:g}")


def moment(text: str, name: str = "as_of") -> datetime:
    """A moment in UTC; BadQuestion names the parameter."""
    try:
        when = datetime.fromisoformat(text.replace(" ", "+"))
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadQuestion("not a time", text=text, name=name) from error


def end(text: str, name: str) -> datetime:
    """The moment before which runs count: a day that is named counts whole."""
    try:
        return moment(text, name) + timedelta(days=len(text) == len("2026-11-21"))
    except OverflowError as error:
        raise BadQuestion("end of the calendar", text=text) from error
