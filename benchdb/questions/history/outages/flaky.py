"""Curves that fail, or whose runs are stopped, again and again until now. Pure."""

from __future__ import annotations

from benchdb.questions.history.answer import FEWEST_IN_A_ROW, Curve, Happened, Outage
from benchdb.questions.history.question import HistoryQuestion

FEWEST_TIMES, FLAKY = 3, 0.25  #: outages, and their share of the runs since the first one


def is_flaky(question: HistoryQuestion, curve: Curve) -> bool:
    """Whether a quarter of all runs since the first outage failed, in several, and it may not be over. One that goes on
    is another time, and its runs are no part of that quarter."""
    times = times_of(curve)
    if question.x != "time" or len(times) < FEWEST_TIMES:
        return False
    lasting = sum(len(one.runs) for one in times if one.goes_on)
    runs = sum(len(one.runs) for one in times) - lasting
    total = runs_since(curve, times[0]) - lasting
    failing, last = curve.failing_runs, times[-1].first.x
    served_since = sum(run not in failing for point in curve.points if point.x >= last for run in point.runs)
    return runs >= FLAKY * total and served_since * len(times) <= FEWEST_IN_A_ROW * (total - runs)


def times_of(curve: Curve) -> list[Outage]:
    """In order: those that are over, that go on, and single runs that were stopped."""
    return sorted((*curve.outages, *curve.lone), key=lambda one: one.first.x)


def what_happens(curve: Curve) -> Happened:
    """Of all of them; of errors, of the last one."""
    times = times_of(curve)
    kinds = {one.how if one.stopped else "" for one in times}
    return "failed or stopped" if len(kinds) > 1 else times[-1].how


def runs_since(curve: Curve, one: Outage) -> int:
    """With those that were stopped."""
    stopped = sum(len(other.stopped) for other in times_of(curve) if other.first.x >= one.first.x)
    return stopped + sum(len(point.runs) for point in curve.points if point.x >= one.first.x)
