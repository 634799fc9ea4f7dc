"""Rows of the database -> data frames of a bounded size, table by table.

Bounds are taken once, before the first row: a measurement of a run that is stored meanwhile is left out, as the run is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import polars as pl
from django.db.models import Max, Model, QuerySet

from benchdb.domain.metrics import UnknownMetric, metric
from benchdb.models import Measurement, Recording, Run, RunRecording, Trace
from benchdb.tables.columns import ATTACHED, MEASUREMENTS, RECORDINGS, RUNS, SERIES, TABLES, Column

AT_ONCE = 20_000  #: rows of a frame, and of one query
TRACES_AT_ONCE = 50  #: a day of samples each second is 86,400 values
KINDS: dict[str, pl.DataType] = {
    "text": pl.String(),
    "json": pl.String(),
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


def bounds() -> Bounds:
    return Bounds(_newest(Run), _newest(Recording))


def frames(table: str, until: Bounds) -> Iterator[pl.DataFrame]:
    """All rows of a table, in the order they were stored; no frame where there are none."""
    return FRAMES[table](until)


def schema(table: str) -> dict[str, pl.DataType]:
    return {column.name: KINDS[column.kind] for column in TABLES[table]}


def _newest(model: type[Model]) -> int:
    return model._default_manager.aggregate(newest=Max("pk"))["newest"] or 0


def _runs(until: Bounds) -> Iterator[pl.DataFrame]:
    return _table("runs", RUNS, Run.objects.filter(pk__lte=until.run))


def _measurements(until: Bounds) -> Iterator[pl.DataFrame]:
    for frame in _table("measurements", MEASUREMENTS, Measurement.objects.filter(run__lte=until.run)):
        units = {name: _unit(name) for name in frame["metric"].unique()}
        yield frame.with_columns(unit=pl.col("metric").replace_strict(units, return_dtype=pl.String))


def _recordings(until: Bounds) -> Iterator[pl.DataFrame]:
    return _table("recordings", RECORDINGS, Recording.objects.filter(pk__lte=until.recording))


def _attached(until: Bounds) -> Iterator[pl.DataFrame]:
    rows = RunRecording.objects.filter(run__lte=until.run, recording__lte=until.recording)
    return _table("attached", ATTACHED, rows)


def _series(until: Bounds) -> Iterator[pl.DataFrame]:
    """One frame for each trace that has values."""
    rows = Trace.objects.filter(recording__lte=until.recording).select_related("timeline")
    last = 0
    while traces := list(rows.filter(pk__gt=last).order_by("pk")[:TRACES_AT_ONCE]):
        last = traces[-1].pk
        yield from (_samples(trace) for trace in traces if trace.timeline.count)


def _samples(trace: Trace) -> pl.DataFrame:
    values = pl.Series("value", trace.values).fill_nan(None)
    named = (pl.lit(getattr(trace, name)).alias(name) for name in ("metric", "item", "unit"))
    frame = pl.DataFrame({"time": trace.timeline.times, "value": values})
    frame = frame.with_columns(pl.lit(trace.recording_id, pl.Int64).alias("recording"), *named)
    return frame.select(column.name for column in SERIES)


def _table(table: str, columns: tuple[Column, ...], rows: QuerySet[Model]) -> Iterator[pl.DataFrame]:
    """Rows by key, AT_ONCE at a time: the database keeps no cursor open, and no page is read twice."""
    fields = [column.field for column in columns if column.field]
    last = 0
    while page := list(rows.filter(pk__gt=last).order_by("pk").values_list("pk", *fields)[:AT_ONCE]):
        last = page[-1][0]
        values = dict(zip(fields, list(zip(*page, strict=True))[1:], strict=True))
        data = {column.name: _cells(column, values) for column in columns}
        yield pl.DataFrame(data, schema=schema(table))


def _cells(column: Column, values: Mapping[str, tuple[object, ...]]) -> list[object]:
    """A column's cells; empty texts are empty, not missing."""
    if not column.field:
        return [""] * len(next(iter(values.values())))
    cells = values[column.field]
    if column.kind == "json":
        return [json.dumps(cell, ensure_ascii=False, sort_keys=True) for cell in cells]
    return ["" if cell is None else cell for cell in cells] if column.kind == "text" else list(cells)


@lru_cache(4096)
def _unit(name: str) -> str:
    try:
        return metric(name).unit
    except UnknownMetric:
        return ""


FRAMES: Mapping[str, Callable[[Bounds], Iterator[pl.DataFrame]]] = {
    "runs": _runs,
    "measurements": _measurements,
    "recordings": _recordings,
    "attached": _attached,
    "series": _series,
}
