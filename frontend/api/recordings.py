"""`/api/v1/recordings`: what sysstat and its like recorded beside the runs, with every series."""

from __future__ import annotations

import math
from typing import Annotated, Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Query, Router, Schema
from pydantic import Field

from benchdb.recordings.listing import recordings, recordings_of, series, together, traces
from benchdb.wording.patterns import pattern
from frontend.api.paging import LARGEST_KEY, After, Before, Limit, newest_first, oldest_first

router = Router()
RecordingId = Path(..., ge=1, le=LARGEST_KEY)
Run = Annotated[int | None, Query(ge=1, le=LARGEST_KEY, description="only those that belong to this run")]
Metric = Annotated[
    str, Query(max_length=80, pattern=pattern(r"^[^\x00]+$", "form: without null"), description="such as cpu.user")
]
Item = Annotated[str, Field(max_length=200, pattern=pattern(r"^[^\x00]*$", "form: without null"))]
Items = Annotated[list[Item], Query(max_length=200, description="CPUs, devices…; without any, all of them")]
Traces = Annotated[int, Query(ge=1, le=100, description="series of a page")]


class AttachmentOut(Schema):
    run: int = Field(alias="run_id")
    side: str = Field(description="server or client")
    how: str = Field(description="directory, time or choice")
    window_start: float | None = Field(description="of the load, on the recording's clock; null: all of it counts")
    window_end: float | None


class RecordingOut(Schema):
    id: int
    upload: int = Field(alias="file.upload_id")
    file: str = Field(alias="file.name")
    host: str
    machine: str | None
    tool: str
    format: str
    parser_version: str
    facts: dict[str, Any]
    start: float = Field(description="seconds since 1970 on its clock; since midnight where it has no date")
    end: float
    date_is_known: bool
    clock_ahead: float = Field(description="seconds that its clock was ahead of UTC")
    runs: list[AttachmentOut] = Field(alias="attachments.all")

    @staticmethod
    def resolve_machine(row: Any) -> str | None:
        return row.machine.name if row.machine else None


class TraceOut(Schema):
    metric: str
    item: str = Field(description="a CPU, a device, an interface, a process; empty for the whole")
    unit: str = Field(description="the base unit; empty: as printed")
    samples: int = Field(alias="timeline.count")


class SeriesOut(TraceOut):
    times: list[float] = Field(description="seconds on the recording's clock")
    values: list[float | None] = Field(description="null: not measured at that moment")

    @staticmethod
    def resolve_times(row: Any) -> list[float]:
        return list(map(float, row.timeline.times))

    @staticmethod
    def resolve_values(row: Any) -> list[float | None]:
        return [None if math.isnan(value) else float(value) for value in row.values]


class Recordings(Schema):
    recordings: list[RecordingOut]
    next: str | None


class TraceList(Schema):
    traces: list[TraceOut]
    next: str | None


class SeriesList(Schema):
    series: list[SeriesOut]
    next: str | None


@router.get("", response=Recordings)
def all_recordings(
    request: HttpRequest, run: Run = None, before: Before = LARGEST_KEY, limit: Limit = 50
) -> dict[str, Any]:
    """Every recording, or those of one run, newest first."""
    rows = recordings() if run is None else recordings_of(run)
    listed, following = newest_first(request, rows, before, limit)
    return {"recordings": listed, "next": following}


@router.get("/{recording_id}", response=RecordingOut)
def one_recording(request: HttpRequest, recording_id: int = RecordingId) -> Any:
    """One recording, with the runs that it belongs to."""
    return get_object_or_404(recordings(), pk=recording_id)


@router.get("/{recording_id}/traces", response=TraceList)
def all_traces(
    request: HttpRequest, recording_id: int = RecordingId, after: After = 0, limit: Limit = 500
) -> dict[str, Any]:
    """What was recorded, without its numbers."""
    get_object_or_404(recordings(), pk=recording_id)
    listed, following = oldest_first(request, traces(recording_id), after, limit)
    return {"traces": listed, "next": following}


@router.get("/{recording_id}/series", response=SeriesList)
def numbers(
    request: HttpRequest,
    metric: Metric,
    recording_id: int = RecordingId,
    item: Items = [],  # noqa: B006 - ninja copies it
    after: After = 0,
    limit: Traces = 20,
) -> dict[str, Any]:
    """Every sample of one metric: one series for each item; a page has fewer series where these are long."""
    get_object_or_404(recordings(), pk=recording_id)
    rows = series(recording_id, metric, item)
    listed, following = oldest_first(request, rows, after, together(rows, after, limit))
    return {"series": listed, "next": following}
