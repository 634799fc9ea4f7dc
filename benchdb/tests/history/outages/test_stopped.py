"""Runs that were stopped before their end: outages that are over, that go on, and that come and go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from benchdb.questions.history.answer import Place
from benchdb.questions.history.headline import headline
from benchdb.questions.history.outages.merged import with_stopped
from benchdb.questions.history.question import HistoryQuestion
from benchdb.tests.history.test_history import answered
from benchdb.tests.history.test_outages import GOOD
from benchdb.wording import line


def stopped_at(values: Sequence[float], *days: int, question: HistoryQuestion | None = None) -> str:
    """The headline of runs on days of which these are free for one that was stopped."""
    answer = answered(values, question)
    free = set(range(len(values) + len(days))) - set(days)
    (curve,) = answer.curves
    x = dict(zip([point.x for point in curve.points], sorted(free), strict=True))
    day, first = timedelta(days=1), curve.points[0].x
    moved = replace(curve, points=tuple(replace(one, x=first + x[one.x] * day.total_seconds()) for one in curve.points))
    stopped = [(1000 + place, Place(first + place * day.total_seconds(), "")) for place in days]
    return line(headline(replace(answer, curves=(with_stopped(moved, stopped),))))


NO_CHANGE = "Requests per second shows no change in 24 runs."


def test_runs_that_were_stopped_are_told_when_it_is_over() -> None:
    """They stood in the JSON alone; of failing runs the headline had the days."""
    assert stopped_at(GOOD * 3, 10, 11, 12) == (
        f"{NO_CHANGE} From 11 Jan to 13 Jan 2026 every run was stopped before its end (3 of 27 runs)."
    )
    assert stopped_at(GOOD * 3, 5, 6, 14, 15, 20) == (
        f"{NO_CHANGE} From 15 Jan to 16 Jan 2026 every run was stopped before its end (2 of 29 runs). An earlier "
        "outage had 2 runs. A single run was stopped, too."
    )
    assert stopped_at(GOOD * 3, 0, 1) == (
        f"{NO_CHANGE} Until 2 Jan 2026 every run was stopped before its end (the first 2 of 26 runs)."
    )
    assert stopped_at(GOOD * 3, 10) == NO_CHANGE, "one is an accident"


def test_runs_of_one_day_that_were_stopped_are_not_all_of_that_day() -> None:
    (curve,) = (answer := answered(GOOD * 3)).curves
    some = [(1000 + hour, Place(curve.points[10].x + hour * 3600, "")) for hour in (1, 2, 3)]
    words = line(headline(replace(answer, curves=(with_stopped(curve, some),))))
    assert words == f"{NO_CHANGE} On 11 Jan 2026 runs were stopped before their end: 3 in a row, of 27 runs."


@pytest.mark.parametrize("night", [10, 23])
@pytest.mark.parametrize("minutes", [(30, 31), (-31, -30)])
def test_runs_that_were_stopped_within_an_hour_of_a_good_one_are_an_accident(
    night: int, minutes: tuple[int, ...]
) -> None:
    """Somebody pressed ^C twice, half an hour from the nightly run."""
    (curve,) = (answer := answered(GOOD * 3)).curves
    some = [(1000 + place, Place(curve.points[night].x + after * 60, "")) for place, after in enumerate(minutes)]
    made = with_stopped(curve, some)
    assert made.outages == ()
    assert [one.runs for one in made.lone] == [(1000, 1001)], "they count where it happens again and again"
    assert line(headline(replace(answer, curves=(made,)))) == NO_CHANGE


def test_all_runs_of_a_night_that_were_stopped_are_an_outage_of_that_night() -> None:
    (curve,) = (answer := answered(GOOD * 3)).curves
    night = [(1000 + run, Place(curve.points[10].x + 12 * 3600 + run * 120, "")) for run in range(10)]
    assert line(headline(replace(answer, curves=(with_stopped(curve, night),)))).endswith(
        "On 11 Jan 2026 runs were stopped before their end: 10 in a row, of 34 runs."
    )
    last = [(1000 + run, Place(curve.points[-1].x + 86_400 + run * 120, "")) for run in range(10)]
    assert line(headline(replace(answer, curves=(with_stopped(curve, last),)))).startswith(
        "Since 25 Jan 2026 every run was stopped before its end (the last 10 of 34 runs)."
    )


def test_what_stops_in_a_sitting_and_in_the_next_one_is_an_outage() -> None:
    (curve,) = (answer := answered(GOOD * 3)).curves
    times = [30, 31, 24 * 60, 24 * 60 + 1]
    some = [(1000 + place, Place(curve.points[-1].x + after * 60, "")) for place, after in enumerate(times)]
    assert line(headline(replace(answer, curves=(with_stopped(curve, some),)))).startswith("Since 24 Jan 2026")


def test_an_outage_that_is_over_and_that_curves_share_is_told_once() -> None:
    loads = ["8", "64"] * 12
    answer = answered(GOOD * 3, HistoryQuestion(by="concurrency"), concurrency=loads)
    days = [curve.points[5].x + hour * 3600 for curve in answer.curves[:1] for hour in (2, 3)]
    some = [(1000 + place, Place(day, "")) for place, day in enumerate(days)]
    both = replace(answer, curves=tuple(with_stopped(curve, some) for curve in answer.curves))
    assert line(headline(both)).endswith(
        "Along both curves runs were stopped before their end on 11 Jan 2026 (2 runs)."
    )


def test_runs_that_are_stopped_again_and_again_have_their_share() -> None:
    """Of 16 of 30 nights nothing was said, and of 18 the last six alone."""
    now_and_then = (9, 12, 13, 16, 18, 19, 22, 25, 28)
    assert stopped_at(GOOD * 3, *now_and_then) == (
        f"9 of the 24 runs since 10 Jan 2026 were stopped before their end. {NO_CHANGE}"
    )
    assert stopped_at(GOOD * 3, *now_and_then, 33, 34) == (
        "Since 3 Feb 2026 every run was stopped before its end (the last 2 of 35 runs). 11 of the 26 runs since 10 Jan "
        f"2026 were stopped before their end. {NO_CHANGE}"
    )


def test_a_long_outage_is_not_again_and_again() -> None:
    """Its own runs say nothing of those before."""
    lasting = stopped_at(GOOD * 3, 5, 6, 12, 13, *range(28, 38))
    assert lasting == (
        "Since 29 Jan 2026 every run was stopped before its end (the last 10 of 38 runs). "
        f"{NO_CHANGE} From 13 Jan to 14 Jan 2026 every run was stopped before its end (2 of 38 runs). An earlier "
        "outage had 2 runs."
    )


@pytest.mark.parametrize(
    ("unanswered", "words"),
    [
        (range(1010, 1013), "From 11 Jan to 13 Jan 2026 no request was answered in 3 of 27 runs."),
        (range(1010, 1012), "From 11 Jan to 13 Jan 2026 every run was stopped before its end (3 of 27 runs)."),
    ],
)
def test_runs_without_an_answer_were_not_stopped_where_all_were_so(unanswered: range, words: str) -> None:
    (curve,) = (answer := answered(GOOD * 3)).curves
    later = [replace(one, x=one.x + 3 * 86_400 * (place >= 10)) for place, one in enumerate(curve.points)]
    days = [(1000 + place, Place(curve.points[place].x, "")) for place in (10, 11, 12)]
    made = with_stopped(replace(curve, points=tuple(later)), days, unanswered=unanswered)
    assert line(headline(replace(answer, curves=(made,)))) == f"{NO_CHANGE} {words}"
