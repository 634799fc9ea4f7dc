"""What machines were doing during a run: the pictures of its recordings, over one time axis."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from django.db.models import Exists, OuterRef, QuerySet

from benchdb.domain.activity.coverage import Coverage, coverage
from benchdb.domain.activity.panels import METRICS, Loaded, Series
from benchdb.domain.activity.series import Window, inside, usual_step
from benchdb.models import Run, RunRecording, Trace
from benchdb.models.recordings import counting
from benchdb.recordings.caveats.waiting import page_of, waits
from benchdb.recordings.windows import counted

MOST_OTHERS = 40  #: runs offered to be laid over


@dataclass(frozen=True, slots=True)
class HostSide:
    """One machine's recordings during one run, on an axis whose 0 is the beginning of the load."""

    run: Run
    title: str
    machine: str
    attachments: tuple[RunRecording, ...]
    loaded: Loaded
    window: tuple[float, float] | None  #: the load; None where the run does not say when it was
    counted: tuple[float, float] | None  #: the part whose means count
    span: tuple[float, float]
    clock: float  #: what the recording's clock showed at 0, as seconds since 1970; < 1 day where it has no date
    waits: tuple[str, str] | None = None  #: (its date as printed, where its day is said), of one that can be several
    coverage: Coverage | None = None  #: of the series that covers most of the load; None without one


def sides(run: Run) -> list[HostSide]:
    """The machine under load, then the load generator, as far as they were recorded."""
    attachments = run.attachments.select_related("recording__machine", "recording__file").order_by("pk")
    attached = list(attachments.filter(counting()))
    by_side = {name: [one for one in attached if one.side == name] for name in RunRecording.Side.values}
    return [side_of(run, recordings) for recordings in by_side.values() if recordings]


def side_of(run: Run, attached: list[RunRecording]) -> HostSide:
    """All recordings of one side as one; of two that hold the same series the older one counts."""
    first, loaded = attached[0], loaded_series(attached)
    start, part = origin(first), counted(first)
    span = (first.recording.start - start, first.recording.end - start)
    covered = None
    if first.window_start is not None and part is not None:
        covered = max((coverage_of(series, part, start) for series in loaded.values()), key=covering, default=None)
    return HostSide(
        run=run,
        title=f"{first.get_side_display().capitalize()}: {machine_name(first)}",
        machine=machine_name(first),
        attachments=tuple(attached),
        loaded=loaded,
        window=(0.0, (first.window_end or 0.0) - start) if first.window_start is not None else None,
        counted=(max(part.start - start, span[0]), part.end - start) if part else None,
        span=span,
        clock=start,
        waits=waits_for_day(attached),
        coverage=covered,
    )


def waits_for_day(attached: list[RunRecording]) -> tuple[str, str] | None:
    for one in (one.recording for one in attached if waits(one.recording)):
        return str(one.facts["date_printed"]), page_of(one.file.upload_id, one.pk)
    return None


def loaded_series(attached: list[RunRecording]) -> dict[tuple[str, str], Series]:
    loaded: dict[tuple[str, str], Series] = {}
    for one in attached:
        start = origin(one)
        moments = {timeline.pk: timeline.times - start for timeline in one.recording.timelines.all()}
        for trace in Trace.objects.filter(recording=one.recording, metric__in=METRICS).order_by("pk"):
            loaded.setdefault((trace.metric, trace.item), (moments[trace.timeline_id], trace.values))
    return loaded


def coverage_of(series: Series, part: Window, start: float) -> Coverage:
    """What the mean of a series inside the counted part of its load rests on."""
    times, values = series
    samples = int(np.isfinite(values[inside(times, Window(part.start - start, part.end - start))]).sum())
    return coverage(samples, usual_step(times), part.end - part.start)


def covering(covered: Coverage) -> tuple[float, int]:
    return covered.share, covered.samples


def machine_name(attached: RunRecording) -> str:
    return str(attached.recording.machine or attached.recording.host or "no name")


def origin(attached: RunRecording) -> float:
    return attached.window_start if attached.window_start is not None else attached.recording.start


def recorded_run(pk: int) -> Run | None:
    """The run of this number, if something was recorded beside it."""
    return recorded(Run.objects.filter(pk=pk)).first()


def recorded(runs: QuerySet[Run]) -> QuerySet[Run]:
    return runs.filter(Exists(RunRecording.objects.filter(counting(), run=OuterRef("pk"))))


def comparable(run: Run) -> list[Run]:
    """Runs that can be laid over this one: recorded ones of the same load tool and document, its own trials first."""
    others = recorded(Run.objects.active()).exclude(pk=run.pk).with_setup()
    near = list(others.filter(setup=run.setup).order_by("-pk")[:MOST_OTHERS])
    far = others.filter(setup__tool=run.setup.tool).exclude(setup=run.setup).order_by("-pk")
    return near + list(far[: MOST_OTHERS - len(near)])
