"""From when to when a recording is shown. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MARGIN = 0.5  #: of the load window, shown before and after it where the recording is longer
FARTHEST = 1e12  #: seconds
Span = tuple[float, float]


class BadView(ValueError):
    """A stretch of time that cannot be shown."""


@dataclass(frozen=True, slots=True)
class View:
    """From when to when, in seconds since the load began (or the recording, where that is not known)."""

    start: float
    end: float


def view_of(texts: Mapping[str, str], span: Span, window: Span | None) -> View:
    """What `from` and `to` ask for; else the load with a margin; else, or with `all`, the whole recording.

    So it is where the load lies outside it: of that time there is nothing to show.
    """
    if texts.get("from") or texts.get("to"):
        return stretch(texts.get("from") or span[0], texts.get("to") or span[1])
    if window is None or texts.get("all") or lies_outside(window, span):
        return View(*span)
    margin = MARGIN * (window[1] - window[0])
    return View(max(span[0], window[0] - margin), min(span[1], window[1] + margin))


def lies_outside(window: Span, span: Span) -> bool:
    return window[0] > span[1] or window[1] < span[0]


def stretch(start: str | float, end: str | float) -> View:
    """BadView for what is not a stretch of time."""
    try:
        view = View(float(start), float(end))
    except ValueError as error:
        raise BadView("from and to are seconds since the load began, such as from=10&to=20") from error
    if not view.start < view.end or not abs(view.start) + abs(view.end) < FARTHEST:
        raise BadView("from must be before to")
    return view
