"""What machines were doing during a run: the pictures of its recordings, over one time axis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from benchdb.models import Run, Tie, Trace
from benchdb.recordings.panels import METRICS, Loaded
from benchdb.recordings.tying import counted

MOST_OTHERS = 40  #: runs offered to be laid over
MARGIN = 0.5  #: of the load window, shown before and after it where the recording is longer


class BadView(ValueError):
    """A stretch of time that cannot be shown."""


@dataclass(frozen=True, slots=True)
class View:
    """From when to when, in seconds since the load began (or the recording, where that is not known)."""

    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Side:
    """One machine's recordings during one run, on an axis whose 0 is the beginning of the load."""

    run: Run
    title: str
    ties: tuple[Tie, ...]
    loaded: Loaded
    window: tuple[float, float] | None  #: the load; None where the run does not say when it was
    counted: tuple[float, float] | None  #: the part whose means count
    span: tuple[float, float]
    clock: float  #: what the recording's clock showed at 0, as seconds since 1970; < 1 day where it has no date


def sides(run: Run) -> list[Side]:
    """The machine under load, then the load generator, as far as they were recorded."""
    ties = list(run.ties.select_related("recording__machine", "recording__file").order_by("pk"))
    found = [side(run, name, [tied for tied in ties if tied.side == name]) for name in Tie.Side.values]
    return [each for each in found if each]


def side(run: Run, name: str, ties: list[Tie]) -> Side | None:
    """All recordings of one side as one; of two that hold the same series the older one counts."""
    if not ties:
        return None
    loaded: dict[tuple[str, str], Any] = {}
    for tied in ties:
        start = origin(tied)
        moments = {timeline.pk: timeline.times - start for timeline in tied.recording.timelines.all()}
        for trace in Trace.objects.filter(recording=tied.recording, metric__in=METRICS).order_by("pk"):
            loaded.setdefault((trace.metric, trace.item), (moments[trace.timeline_id], trace.values))
    first = ties[0]
    start, whose = origin(first), first.recording.machine or first.recording.host or "no name"
    window = (0.0, (first.window_end or 0.0) - start) if first.window_start is not None else None
    part = counted(first)
    return Side(
        run=run,
        title=f"{first.get_side_display().capitalize()}: {whose}",
        ties=tuple(ties),
        loaded=loaded,
        window=window,
        counted=(max(part.start - start, first.recording.start - start), part.end - start) if part else None,
        span=(first.recording.start - start, first.recording.end - start),
        clock=start,
    )


def origin(tied: Tie) -> float:
    return tied.window_start if tied.window_start is not None else tied.recording.start


def view_of(query: Mapping[str, str], shown: Iterable[Side]) -> View:
    """What the link asks for; else the load with a margin; else all. BadView for what is no stretch of time."""
    first = next(iter(shown))
    if query.get("from") or query.get("to"):
        try:
            view = View(float(query.get("from") or first.span[0]), float(query.get("to") or first.span[1]))
        except ValueError as error:
            raise BadView("from and to are seconds since the load began, such as from=10&to=20") from error
        if not view.start < view.end or not abs(view.start) + abs(view.end) < 1e12:
            raise BadView("from must be before to")
        return view
    if first.window is None or query.get("all"):
        return View(*first.span)
    margin = MARGIN * (first.window[1] - first.window[0])
    return View(max(first.span[0], first.window[0] - margin), min(first.span[1], first.window[1] + margin))


def other_run(query: Mapping[str, str]) -> Run | None:
    """The run that is to be laid over this one. BadView where it is none that was recorded."""
    asked = query.get("with", "")
    if not asked:
        return None
    found = Run.objects.filter(pk=min(int(asked), 2**62)).first() if asked.isascii() and asked.isdigit() else None
    if found is None or not found.ties.exists():
        raise BadView(f"there is no recording of run {asked[:20]!r} to lay over this one")
    return found


def comparable(run: Run) -> list[Run]:
    """Runs that can be laid over this one: recorded ones of the same load tool and document, its own trials first."""
    recorded = Run.objects.standing().filter(ties__isnull=False).exclude(pk=run.pk).with_setup().distinct()
    near = list(recorded.filter(setup=run.setup).order_by("-pk")[:MOST_OTHERS])
    far = recorded.filter(setup__tool=run.setup.tool).exclude(setup=run.setup).order_by("-pk")
    return near + list(far[: MOST_OTHERS - len(near)])
