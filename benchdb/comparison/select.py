"""Spec -> observations, by one SQL query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q

from benchdb.comparison.answer import Comparison
from benchdb.comparison.spec import SPLIT_SIGN, BadSpec, Spec
from benchdb.comparison.tabulate import Observation, tabulate
from benchdb.dimensions import CONDITIONS, ITEM, METRIC, MISSING, TUNING, Dimension, dimension
from benchdb.models import Measurement, Run, Study, Tag

PATHS = {condition.key: f"run__{condition.path}" for condition in CONDITIONS}
MOST_COLUMNS, MOST_CELLS = 100, 10_000
OWN = (
    "run_id", "metric", "item", "value", "run__setup__tuning", "run__caveats", "run__limits", "run__trial",
    "run__file__upload_id",
)  # fmt: skip


def compared(spec: Spec) -> Comparison:
    """The answer to `spec` from the database. BadSpec where it would be too large to read."""
    found = observations(spec)
    columns, cells = len({each.column for each in found}), len({(each.metric, each.row, each.column) for each in found})
    if columns > MOST_COLUMNS or cells > MOST_CELLS:
        size = f"{columns} columns and {cells} cells"
        raise BadSpec(
            f"{size} are more than anybody reads ({MOST_COLUMNS}, {MOST_CELLS}): filter, or lay out another way"
        )
    return tabulate(spec, found)


def observations(spec: Spec) -> list[Observation]:
    """Every number the question is about, in the order of the trials."""
    wanted = Measurement.objects.filter(item_filter(spec), metric__in=spec.metrics, run__in=runs(spec))
    # By trial, then by age: the zones protocol drops the first run.
    found = wanted.order_by("run__trial", "run_id", "pk").values(*OWN, *PATHS.values())
    conditions: dict[int, dict[str, str]] = {}
    return [observation(spec, each, conditions) for each in found]


def runs(spec: Spec) -> Any:
    """The runs that the question is about, as they stood at its moment."""
    standing = Run.objects.standing_at(spec.as_of) if spec.as_of else Run.objects.standing()
    for key, values in spec.where:
        if key != ITEM.key:
            standing = standing.filter(condition(dimension(key), values))
    return standing


def condition(known: Dimension, values: tuple[str, ...]) -> Q:
    """Runs whose dimension is one of `values`."""
    if known.key == "study":
        return Q(Exists(Study.runs.through.objects.filter(run=OuterRef("pk"), study__slug__in=values)))
    if known.key == "tag":
        return Q(Exists(Tag.runs.through.objects.filter(run=OuterRef("pk"), tag__name__in=values)))
    if known.key.startswith(TUNING):
        named = _any(Q(**{f"{known.path}__contains": {known.title: value}}) for value in values if value != MISSING)
        return named | ~Q(**{f"{known.path}__has_key": known.title}) if MISSING in values else named
    return _any(_equal(known, known.value(value)) for value in values)


def _equal(known: Dimension, value: Any) -> Q:
    if value is not None:
        return Q(**{known.path: value})
    absent = Q(**{f"{known.path}__isnull": True})
    return absent | Q(**{known.path: ""}) if known.kind in ("text", "version") else absent


def _any(parts: Any) -> Q:
    found = Q(pk__in=())
    for part in parts:
        found |= part
    return found


def item_filter(spec: Spec) -> Q:
    """Which parts of the metrics: those asked for; all, if they are laid out; else the whole."""
    asked = dict(spec.where).get(ITEM.key)
    if asked:
        return Q(item__in=["" if value == MISSING else value for value in asked])
    return ~Q(item="") if ITEM.key in (spec.rows, spec.cols) else Q(item="")


def observation(spec: Spec, found: Mapping[str, Any], conditions: dict[int, dict[str, str]]) -> Observation:
    run = found["run_id"]
    if run not in conditions:
        conditions[run] = condition_texts(found)
    texts = conditions[run]
    return Observation(
        run=run,
        metric=found["metric"],
        value=found["value"],
        row=row_of(spec, found, texts),
        column=placed(spec.cols, found, texts),
        conditions=texts,
        is_published=found["run__provenance"] == Run.Provenance.PUBLISHED,
        caveats=(*found["run__caveats"], *found["run__limits"]),
    )


def condition_texts(found: Mapping[str, Any]) -> dict[str, str]:
    """A run's conditions as texts, its tuning setting by setting."""
    texts = {each.key: each.text(found[PATHS[each.key]]) for each in CONDITIONS}
    return texts | {f"{TUNING}{name}": str(value) for name, value in found["run__setup__tuning"].items()}


def row_of(spec: Spec, found: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """The row of a number: its place along the rows, behind the value that they are split by."""
    own = placed(spec.rows, found, texts)
    if not spec.split:
        return own
    return placed(spec.split, found, texts).replace(SPLIT_SIGN, " – ") + SPLIT_SIGN + own


def placed(key: str, found: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """Where a number stands along the dimension `key`."""
    if key == METRIC.key:
        return str(found["metric"])
    if key == ITEM.key:
        return str(found["item"])
    if key in texts or key.startswith(TUNING):
        return texts.get(key, MISSING)
    known = dimension(key)
    return known.text(found["run_id"] if key == "run" else found[f"run__{known.path}"])
