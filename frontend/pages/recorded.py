"""The part of a run's page that shows what was recorded beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from benchdb.domain.activity.series import usual_step
from benchdb.domain.activity.view import BadView, View, lies_outside, view_of
from benchdb.domain.units import significant
from benchdb.models import Run
from benchdb.reads.recordings import HostSide, comparable, recorded_run, sides
from benchdb.wording import words
from frontend.answers.run.activity_in_words import remark
from frontend.charts import recordings

#: The panels that a reader sees without a click: what a load moves on any machine.
FIRST = ("CPU", "Context switches", "Interrupts", "Network", "TCP", "Run queue")


def recorded(run: Run, query: Mapping[str, str]) -> dict[str, Any]:
    """What the template shows; {} where nothing was recorded. BadView for a stretch of time that cannot be."""
    shown = sides(run)
    if not shown:
        return {}
    view = view_of(query, shown[0].span, shown[0].window)
    laid_over = laid_over_run(query.get("with", ""))
    others = {side.attachments[0].side: side for side in sides(laid_over)} if laid_over else {}
    return {
        "sides": [section(side, view, others.get(side.attachments[0].side)) for side in shown],
        "view": view,
        "whole": shown[0].span,
        "window": shown[0].window,
        "other": laid_over,
        "others": comparable(run),
        "is_elsewhere": misses(shown[0]),
        "is_load": (view.start, view.end) == shown[0].window,
        "is_chosen": any(query.get(name) for name in ("from", "to", "all")),
        "links": {
            "first": link(run, laid_over),
            "load": link(run, laid_over, **stretch(*(shown[0].window or shown[0].span))),
            "all": link(run, laid_over, all="1"),
            "out": link(run, laid_over, **wider(view, shown[0])),
        },
        "is_whole": (view.start, view.end) == shown[0].span,
    }


def laid_over_run(number: str) -> Run | None:
    """The run that is to be laid over this one. BadView where it is none that was recorded."""
    if not number:
        return None
    run = recorded_run(min(int(number), 2**62)) if number.isascii() and number.isdigit() else None
    if run is None:
        raise BadView(words("no recording to overlay", run=number[:20]))
    return run


def section(side: HostSide, view: View, other: HostSide | None) -> dict[str, Any]:
    panels = recordings.panels(side, view, other)
    shown = [panel for panel in panels if panel.is_drawn]
    first = sorted((panel for panel in shown if panel.title in FIRST), key=lambda panel: FIRST.index(panel.title))
    return {
        "title": side.title,
        "attachments": side.attachments,
        "source": source(side),
        "remark": remark(side),
        "panels": panels,
        "first": first or shown,
        "more": [panel for panel in shown if first and panel.title not in FIRST],
        "heat": recordings.heat(side, view),
        "cpus": recordings.cpu_table(side),
        "clock": recordings.clock(side, 0.0),
        "window": side.window,
        "counted": side.counted,
        "misses": misses(side),
        "nothing": "" if shown or not panels else words("nothing recorded then", start=view.start, end=view.end),
        "recorded_at": [recordings.clock(side, end) for end in side.span],
        "shared": side.counted is None,
        "waits": side.waits,
        "coverage": side.coverage,
        "by_file": side.window is not None and side.run.started_at is None,
    }


def source(side: HostSide) -> str:
    """What recorded it, how often: `sar on vm, each second`."""
    tools = tuple(dict.fromkeys(one.recording.tool for one in side.attachments))
    steps = [step for times, _ in side.loaded.values() if (step := usual_step(times))]
    return words("recorded by", tools=tools, machine=side.machine, step=significant(min(steps, default=0.0), "s"))


def misses(side: HostSide) -> bool:
    """The run's time lies outside the recording: its clock, or its time zone, is not what it seems."""
    return side.window is not None and lies_outside(side.window, side.span)


def wider(view: View, side: HostSide) -> dict[str, str]:
    """Twice the view, inside the recording."""
    half = (view.end - view.start) / 2
    start, end = max(side.span[0], view.start - half), min(side.span[1], view.end + half)
    return stretch(start, end) if start < end else {}


def stretch(start: float, end: float) -> dict[str, str]:
    """As a query says it, in all digits: the load is the load, not nearly."""
    return {"from": f"{start:.15g}", "to": f"{end:.15g}"}


def link(run: Run, other: Run | None, **more: str) -> str:
    query = {**more, **({"with": str(other.pk)} if other else {})}
    return f"/runs/{run.pk}/" + (f"?{urlencode(query)}" if query else "") + "#recorded"


__all__ = ["BadView", "recorded"]
