"""Rows of the database -> data frames of a bounded size, table by table.

Bounds are taken once, before the first row: a measurement of a run that is stored meanwhile is left out, as the run is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import polars as pl
from django.db.models import Max, Model, QuerySet

from benchdb.domain.metrics import UnknownMetric, metric
from benchdb.models import Measurement, Recording, Run, RunRecording, Trace
from benchdb.models.recordings import counting
from benchdb.tables.columns import SERIES, TABLES, Column
from benchdb.wording import sentences_of

AT_ONCE = 20_000  #: rows of a frame, and of one query
TRACES_AT_ONCE = 5000
SAMPLES_AT_ONCE = 100_000  #: of a frame of series, which ends with the trace that reaches it
KINDS: dict[str, pl.DataType] = {
    "text": pl.String(),
    "json": pl.String(),
    "sentences": pl.String(),
    "whole": pl.Int64(),
    "number": pl.Float64(),
    "truth": pl.Boolean(),
    "moment": pl.Datetime("us", "UTC"),
}


@dataclass(frozen=True, slots=True)
class Bounds:
    """The newest rows that are exported."""

    run: int
    recording: int


class Page(NamedTuple):
    """Some rows of a table."""

    frame: pl.DataFrame
    last: int | None  #: the key of the last one, behind which the next page begins; None where there are no more


def bounds() -> Bounds:
    return Bounds(_newest(Run), _newest(Recording))


def frames(table: str, until: Bounds) -> Iterator[pl.DataFrame]:
    """All rows of a table, in the order they were stored; no frame where there are none."""
    after: int | None = 0
    while after is not None:
        part = page(table, until, after)
        after = part.last
        if part.frame.height:
            yield part.frame


def page(table: str, until: Bounds, after: int) -> Page:
    """The next rows behind the key `after`, of a bounded number."""
    return PAGES[table](until, after)


def schema(table: str) -> dict[str, pl.DataType]:
    return {column.name: KINDS[column.kind] for column in TABLES[table]}


def _newest(model: type[Model]) -> int:
    return model._default_manager.aggregate(newest=Max("pk"))["newest"] or 0


def _runs(until: Bounds, after: int) -> Page:
    return _rows("runs", Run.objects.filter(pk__lte=until.run), after)


def _measurements(until: Bounds, after: int) -> Page:
    part = _rows("measurements", Measurement.objects.filter(run__lte=until.run), after)
    units = {name: _unit(name) for name in part.frame["metric"].unique()}
    unit = pl.col("metric").replace_strict(units, return_dtype=pl.String) if units else pl.lit("")
    return part._replace(frame=part.frame.with_columns(unit=unit))


def _recordings(until: Bounds, after: int) -> Page:
    return _rows("recordings", Recording.objects.filter(pk__lte=until.recording), after)


def _attached(until: Bounds, after: int) -> Page:
    rows = RunRecording.objects.filter(counting(), run__lte=until.run, recording__lte=until.recording)
    return _rows("attached", rows, after)


def _series(until: Bounds, after: int) -> Page:
    """As many traces as together have SAMPLES_AT_ONCE values, and one at least."""
    rows = Trace.objects.filter(recording__lte=until.recording).select_related("timeline")
    samples, count, last = [pl.DataFrame(schema=schema("series"))], 0, None
    for trace in rows.filter(pk__gt=after).order_by("pk")[:TRACES_AT_ONCE]:
        samples.append(_samples(trace))
        count, last = count + trace.timeline.count, trace.pk
        if count >= SAMPLES_AT_ONCE:
            break
    return Page(pl.concat(samples), last)


def _samples(trace: Trace) -> pl.DataFrame:
    values = pl.Series("value", trace.values, pl.Float64).fill_nan(None)
    named = (pl.lit(getattr(trace, name)).alias(name) for name in ("metric", "item", "unit"))
    frame = pl.DataFrame({"time": trace.timeline.times, "value": values}, schema_overrides={"time": pl.Float64})
    frame = frame.with_columns(pl.lit(trace.recording_id, pl.Int64).alias("recording"), *named)
    return frame.select(column.name for column in SERIES)


def _rows(table: str, rows: QuerySet[Model], after: int) -> Page:
    """AT_ONCE rows by key: the database keeps no cursor open, and no row is read twice."""
    columns = TABLES[table]
    fields = [column.field for column in columns if column.field]
    cells = list(rows.filter(pk__gt=after).order_by("pk").values_list("pk", *fields)[:AT_ONCE])
    if not cells:
        return Page(pl.DataFrame(schema=schema(table)), None)
    values = dict(zip(fields, list(zip(*cells, strict=True))[1:], strict=True))
    data = {column.name: _cells(column, values) for column in columns}
    return Page(pl.DataFrame(data, schema=schema(table)), cells[-1][0])


def _cells(column: Column, values: Mapping[str, tuple[object, ...]]) -> list[object]:
    """A column's cells; empty texts are empty, not missing."""
    if not column.field:
        return [""] * len(next(iter(values.values())))
    cells = values[column.field]
    if column.kind == "json":
        return [in_json(cell) for cell in cells]
    if column.kind == "sentences":
        return [in_json(sentences_of(cell)) for cell in cells]  # type: ignore[arg-type]
    return ["" if cell is None else cell for cell in cells] if column.kind == "text" else list(cells)


def in_json(cell: object) -> str:
    return json.dumps(cell, ensure_ascii=False, sort_keys=True)


@lru_cache(4096)
def _unit(name: str) -> str:
    try:
        return metric(name).unit
    except UnknownMetric:
        return ""


PAGES: Mapping[str, Callable[[Bounds, int], Page]] = {
    "runs": _runs,
    "measurements": _measurements,
    "recordings": _recordings,
    "attached": _attached,
    "series": _series,
}
