"""ab prints the length of the first reply: a server that answers errors seems to serve another document."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from benchdb.questions.base import BadQuestion
from benchdb.questions.conditions import Observation
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.analysis.placed import MOST_NUMBERS
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.tests.history.test_history import START
from benchdb.watches.outages import current_outages
from benchdb.wording import full_sentences, line

ERRORS = "153"
Made = tuple[float, str, str]  #: (day, document, concurrency)


def answered(
    made: Sequence[Made], question: HistoryQuestion | None = None, fails: str = ERRORS, share: float = 1.0
) -> HistoryAnswer:
    """Of runs on these days; of those of the document `fails` this share of the requests failed."""
    question = question or HistoryQuestion()
    known = {(size, load): {"document_bytes": size, "concurrency": load, "path": "/a"} for _, size, load in made}
    seen = []
    for run, (day, size, load) in enumerate(made, 1):
        column = known[size, load].get(question.by, question.metric)
        value, failed = (300.0 + run % 3, share) if size == fails else (100.0 + run * 7 % 5, 0.0)
        seen.append(Observation(run, question.metric, value, str(day), column, known[size, load], failed=failed))
    moments = {run: Moment(START + timedelta(days=day), is_start=True) for run, (day, _, _) in enumerate(made, 1)}
    return analyse(question, seen, moments)


def nightly(*sizes: str, trials: int = 1, loads: Sequence[str] = ("8",)) -> list[Made]:
    """A document a night, or none (""): all loads, each as often."""
    steps = [(load, trial) for load in loads for trial in range(trials)]
    return [
        (night + place / 500, size, load)
        for night, size in enumerate(sizes)
        if size
        for place, (load, _) in enumerate(steps)
    ]


def outages(answer: HistoryAnswer) -> dict[str, list[int]]:
    return {curve.name: [len(one.runs) for one in curve.outages] for curve in answer.curves}


GOOD = ["4096"] * 20


def test_a_server_that_answers_errors_serves_no_document_of_their_size() -> None:
    answer = answered(nightly(*GOOD, *[ERRORS] * 6))
    assert line(answer.headline) == (
        "Since 21 Jan 2026 every request fails (the last 6 of 26 runs). Requests per second shows no change in 20 runs."
    )
    assert outages(answer) == {"": [6]}
    assert len(current_outages(answer)) == 1, "watches say so"
    assert ("document_bytes", "4096") in answer.held_constant
    assert any("of the document that was not served" in one for one in full_sentences(answer.caveats))


def test_errors_that_are_over_are_an_outage_with_its_days() -> None:
    answer = answered(nightly(*GOOD[:10], *[ERRORS] * 4, *GOOD))
    assert "From 11 Jan to 14 Jan 2026 every request failed in 4 of 34 runs." in line(answer.headline)
    again = answered(nightly(*GOOD[:10], *[ERRORS] * 4, *GOOD[:5], *[ERRORS] * 2, *GOOD[:5]))
    assert outages(again) == {"": [4, 2]}, "how long the first one was is nothing that the curve pauses"


def test_each_load_has_its_own_outage() -> None:
    loads = ("1", "8", "64")
    answer = answered(nightly(*GOOD, *[ERRORS] * 3, loads=loads))
    assert outages(answer) == {f"concurrency {load}": [3] for load in loads}
    by_load = answered(nightly(*GOOD, *[ERRORS] * 3, loads=loads), HistoryQuestion(by="concurrency"))
    assert outages(by_load) == {load: [3] for load in loads}
    assert by_load.conflicts == ()


def test_a_document_that_grew_and_is_served_is_another_curve() -> None:
    answer = answered(nightly(*GOOD, *["9000"] * 6))
    assert outages(answer) == {"document size 4096": [], "document size 9000": []}
    then_down = answered(nightly(*GOOD, *["9000"] * 8, *[ERRORS] * 3))
    assert outages(then_down) == {"document size 4096": [], "document size 9000": [3]}


@pytest.mark.parametrize("begin", [0, 12])
@pytest.mark.parametrize("trials", [1, 3])
def test_a_redirect_that_is_measured_beside_a_document_always_was_one(begin: int, trials: int) -> None:
    """Weekends pause; the nights' second load is a redirect, for good or from some night on."""
    nights = nightly(*[size if night % 7 < 5 else "" for night, size in enumerate(GOOD * 3)], trials=trials)
    beside = [(day + 0.1, ERRORS, load) for day, _, load in nights if day >= begin]
    answer = answered(sorted([*nights, *beside]))
    assert outages(answer) == {"document size 153": [], "document size 4096": []}


def test_a_redirect_beside_a_document_that_is_given_up_goes_on_to_be_one() -> None:
    """No night of it would be an outage of what nobody measures any more."""
    nights = nightly(*GOOD)
    beside = [(night + 0.1, ERRORS, "8") for night in range(10, 40)]
    answer = answered(sorted([*nights, *beside]))
    assert outages(answer) == {"document size 153": [], "document size 4096": []}
    weekly = [(night + 0.1, ERRORS, "8") for night in range(2, 40, 7)]
    assert not any(outages(answered(sorted([*nights, *weekly]))).values())


def test_an_accident_a_month_ago_hides_no_outage() -> None:
    """The run was repeated at once."""
    accidents = [(night - 0.01, ERRORS, "8") for night in (3, 4)]
    made = sorted([*nightly(*GOOD * 3, *[ERRORS] * 4), *accidents])
    assert outages(answered(made)) == {"document size 153": [], "document size 4096": [4]}


def test_what_failed_before_anything_was_served_is_of_no_document() -> None:
    assert outages(answered(nightly(*[ERRORS] * 4, *GOOD))) == {"document size 153": [], "document size 4096": []}


def test_documents_that_take_turns_fail_by_turns() -> None:
    both = [(night + place / 500, size, "8") for night in range(20) for place, size in enumerate(("4096", "70000"))]
    errors = [(night + place / 500, ERRORS, "8") for night in range(20, 24) for place in range(2)]
    assert outages(answered([*both, *errors])) == {"document size 4096": [4], "document size 70000": [4]}


def test_a_night_without_a_second_one_is_no_outage_yet() -> None:
    """The document may be served in a minute."""
    answer = answered(nightly(*GOOD, ERRORS))
    assert outages(answer) == {"document size 153": [], "document size 4096": []}


def test_no_other_metric_of_errors_takes_them_for_the_document() -> None:
    question = HistoryQuestion(metric="requests_failed")
    answer = answered(nightly(*GOOD, *[ERRORS] * 6), question)
    assert {curve.name for curve in answer.curves} == {"document size 153", "document size 4096"}


def sittings(every: int, *orders: Sequence[str]) -> list[Made]:
    """Five runs of each document in its turn, two minutes apart, every so many days."""
    return [
        (sitting * every + (turn * 5 + trial) / 720, size, "8")
        for sitting, order in enumerate(orders)
        for turn, size in enumerate(order)
        for trial in range(5)
    ]


@pytest.mark.parametrize("every", [7, 14, 30])
@pytest.mark.parametrize("order", [("4096", ERRORS), (ERRORS, "4096")])
def test_a_redirect_beside_a_document_in_rare_sittings_is_no_outage(every: int, order: Sequence[str]) -> None:
    answer = answered(sittings(every, *[order] * 8))
    assert outages(answer) == {"document size 153": [], "document size 4096": []}
    begun_later = answered(sittings(every, *[["4096"]] * 3, *[order] * 5))
    assert outages(begun_later) == {"document size 153": [], "document size 4096": []}
    given_up = answered(sittings(every, *[order] * 8, *[[ERRORS]] * 4))
    assert outages(given_up) == {"document size 153": [], "document size 4096": []}


def test_nights_that_become_rare_sittings_with_a_redirect_have_no_outage() -> None:
    made = [*nightly(*GOOD), *[(day + 20, size, load) for day, size, load in sittings(14, *[("4096", ERRORS)] * 5)]]
    assert outages(answered(made)) == {"document size 153": [], "document size 4096": []}


def test_rare_sittings_without_a_document_are_an_outage() -> None:
    """The first of them is as long without it as the others."""
    assert outages(answered(sittings(14, *[["4096"]] * 6, *[[ERRORS]] * 3))) == {"": [15]}


@pytest.mark.parametrize("trials", [1, 5])
def test_one_night_of_errors_is_an_outage_of_that_night(trials: int) -> None:
    answer = answered(nightly(*GOOD, ERRORS, *GOOD[:5], trials=trials))
    assert outages(answer) == {"": [trials]}


def test_a_setup_of_errors_that_came_before_the_document_goes_on_to_be_one() -> None:
    made = nightly(*[ERRORS] * 20, *GOOD, *GOOD[:5], *[ERRORS] * 15)
    assert outages(answered(made)) == {"document size 153": [], "document size 4096": []}


def test_a_slip_that_was_put_right_at_once_hides_no_outage() -> None:
    """Somebody began with a wrong address."""
    slips = [(-0.02, ERRORS, "8"), (-0.01, ERRORS, "8")]
    answer = answered([*slips, *nightly(*GOOD, *[ERRORS] * 4)])
    assert outages(answer) == {"document size 153": [], "document size 4096": [4]}


def test_too_many_numbers_are_refused_before_they_are_looked_through() -> None:
    """Nobody asks when their runs were made."""
    seen = [
        Observation(
            run, "requests_per_second", 100.0, str(run), "requests_per_second", {"document_bytes": size}, failed=share
        )
        for run in range(MOST_NUMBERS + 1)
        for size, share in [(ERRORS, 1.0) if run % 2 else ("4096", 0.0)]
    ]
    with pytest.raises(BadQuestion):
        analyse(HistoryQuestion(), seen, {})
