"""The part of a run's page that shows what was recorded beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from benchdb.models import Run
from frontend import trace_charts
from frontend.pages.traces import BadView, Side, View, comparable, other_run, sides, view_of


def recorded(run: Run, query: Mapping[str, str]) -> dict[str, Any]:
    """What the template shows; {} where nothing was recorded. BadView for a stretch of time that cannot be."""
    shown = sides(run)
    if not shown:
        return {}
    view = view_of(query, shown)
    laid_over = other_run(query)
    others = {side.ties[0].side: side for side in sides(laid_over)} if laid_over else {}
    return {
        "sides": [section(side, view, others.get(side.ties[0].side)) for side in shown],
        "view": view,
        "whole": shown[0].span,
        "window": shown[0].window,
        "other": laid_over,
        "others": comparable(run),
        "links": {
            "load": link(run, laid_over),
            "all": link(run, laid_over, all="1"),
            "out": link(run, laid_over, **wider(view, shown[0])),
        },
        "is_whole": (view.start, view.end) == shown[0].span,
    }


def section(side: Side, view: View, other: Side | None) -> dict[str, Any]:
    return {
        "title": side.title,
        "ties": side.ties,
        "panels": trace_charts.panels(side, view, other),
        "heat": trace_charts.heat(side, view),
        "cpus": trace_charts.cpu_table(side),
        "clock": trace_charts.clock(side, 0.0),
        "window": side.window,
        "counted": side.counted,
        "misses": misses(side),
        "shared": side.counted is None,
        "by_file": side.window is not None and side.run.started_at is None,
    }


def misses(side: Side) -> bool:
    """The run's time lies outside the recording: its clock, or its time zone, is not what it seems."""
    return side.window is not None and (side.window[0] > side.span[1] or side.window[1] < side.span[0])


def wider(view: View, side: Side) -> dict[str, str]:
    """Twice the view, inside the recording."""
    half = (view.end - view.start) / 2
    start, end = max(side.span[0], view.start - half), min(side.span[1], view.end + half)
    return {"from": f"{start:.6g}", "to": f"{end:.6g}"} if start < end else {}


def link(run: Run, other: Run | None, **more: str) -> str:
    query = {**more, **({"with": str(other.pk)} if other else {})}
    return f"/runs/{run.pk}/" + (f"?{urlencode(query)}" if query else "") + "#recorded"


__all__ = ["BadView", "recorded"]
