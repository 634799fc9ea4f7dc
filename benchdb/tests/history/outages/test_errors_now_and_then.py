"""Errors of another size than the document, of runs that others were served beside: which are an outage of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import timedelta
from types import FrameType

import pytest

from benchdb.dev.error_rates.outages import IN_PLACE, OUTAGES, SCHEDULES, UNBROKEN, counted
from benchdb.domain.dimensions import dimension
from benchdb.questions.conditions import Observation
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.outages.error_pages import with_documents
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import numbers_of
from benchdb.tests.history.outages.test_error_pages import ERRORS, GOOD, Made, answered, nightly, outages
from benchdb.tests.history.test_history import START
from benchdb.watches.outages import current_outages, is_shown
from benchdb.wording import full_sentences, line

RATE, IRREGULAR = "requests_per_second", "1 to 4 runs at irregular times"


def test_the_newest_bad_night_is_one_of_the_series() -> None:
    """It was “document size 153 B … the only run” until it was over."""
    bad = (14, 17, 18, 22, 25)
    answer = answered(nightly(*[ERRORS if night in bad else "4096" for night in range(26)]))
    assert line(answer.headline).startswith("In 5 of the 12 runs since 15 Jan 2026 every request failed. Requests")
    assert outages(answer) == {"": [1, 2, 1, 1]}


def test_an_outage_of_long_ago_makes_no_series() -> None:
    answer = answered(nightly(*GOOD, *[ERRORS] * 3, *GOOD * 2, ERRORS))
    assert outages(answer) == {"document size 153": [], "document size 4096": [3]}


def five_a_night(*nights: str) -> list[Made]:
    """Of each night its runs, three minutes apart: x answered errors."""
    return [
        (night + trial / 480, ERRORS if one == "x" else "4096", "8")
        for night, runs in enumerate(nights)
        for trial, one in enumerate(runs)
    ]


def test_a_server_that_fails_some_runs_of_every_night_fails_again_and_again() -> None:
    """It is never silent for longer than between two nights."""
    answer = answered(five_a_night(*["....."] * 12, *[".x.x."] * 12))
    assert line(answer.headline).startswith("In 24 of the 59 runs since 13 Jan 2026, 00:03 every request failed.")
    assert list(outages(answer)) == [""]
    elsewhere = answered(five_a_night(*["....."] * 12, *["xx...", "...x.", "..xx."] * 3, "x"))
    assert line(elsewhere.headline).startswith("In 16 of the 46 runs since 13 Jan 2026 every request failed.")


@pytest.mark.parametrize(
    "nights",
    [
        ["....."] * 12 + [".....xx"] * 12,  # a redirect is measured beside the document
        ["....."] * 12 + [".x.x.x.x.x"] * 12,
        ["....."] * 12 + ["...xx"] * 12,  # in place of two runs
        ["....", ".....", "......"] * 4 + [".x.x.", ".x.x", ".x.x.x"] * 4,  # nobody knows how many were due
        [".....", ".....", "....."] + [".x.x."] * 12,
    ],
)
def test_what_is_measured_beside_a_document_takes_no_place_of_it(nights: Sequence[str]) -> None:
    assert outages(answered(five_a_night(*nights))) == {"document size 153": [], "document size 4096": []}


def test_a_job_of_weekdays_is_due_on_friday() -> None:
    """It pauses for three days at every weekend."""
    days = [(float(day), ERRORS if day >= 31 else "4096", "8") for day in range(33) if day % 7 < 5]
    answer = answered(days)
    assert line(answer.headline).startswith("Since 1 Feb 2026 every request fails (the last 2 of 25 runs).")
    assert len(current_outages(answer)) == 1
    assert outages(answered(days[:-1])) == {"document size 153": [], "document size 4096": []}, "perhaps a holiday"


@pytest.mark.parametrize("share", [0.5, 0.9, 0.995])
def test_where_most_requests_fail_the_first_reply_may_be_an_error(share: float) -> None:
    """Whichever came first, and however the replies vary: since when, how many, and no setup of the page's size."""
    answer = answered(nightly(*GOOD, *[ERRORS] * 7), share=share)
    assert list(outages(answer)) == [""]
    assert f"failed requests went from 0% to {100 * share:.4g}%" in line(answer.headline)
    assert "between 20 Jan and 21 Jan 2026" in line(answer.headline)
    assert ("document_bytes", "4096") in answer.held_constant


def test_where_half_of_all_requests_fail_either_reply_may_be_the_first() -> None:
    """Of two servers behind one address one is broken: now the page's size is on record, now the document's."""
    sizes = [*["4096"] * 20, *["153", "4096", "153", "153", "4096"] * 2]
    seen = [
        Observation(
            run, RATE, 100.0 + run % 3, str(run), RATE, {"document_bytes": size}, failed=0.5 if run >= 20 else 0.0
        )
        for run, size in enumerate(sizes)
    ]
    answer = analyse(HistoryQuestion(), seen, {run: at_day(run) for run in range(len(sizes))})
    assert line(answer.headline) == (
        "Since 21 Jan 2026 requests fail: up to 50% of a run's requests, in 10 of 30 runs. Requests per second shows "
        "no change in 30 runs."
    )
    assert any("half of the requests failed and more" in one for one in full_sentences(answer.caveats))


WAVES = {
    "a second one": ([*[0.0] * 10, *[0.3] * 4, *[0.0] * 10, *[0.2] * 6], "25 Jan 2026", "20%", 6, 10),
    "behind one accident": ([*[0.0] * 3, 0.01, *[0.0] * 6, *[0.3] * 20], "11 Jan 2026", "30%", 20, 21),
    "none served well for a day": ([*[0.0] * 10, *[0.3] * 3, 0.0, *[0.3] * 16], "11 Jan 2026", "30%", 19, 19),
}


@pytest.mark.parametrize("name", WAVES)
def test_requests_fail_since_the_stretch_that_goes_on_began(name: str) -> None:
    """Of a second one watches were silent; one run of 1% a week before made it begin there."""
    shares, begin, most, runs, total = WAVES[name]
    answer = waves(shares)
    (current,) = current_outages(answer)
    assert len(current.outage.runs) == runs
    since = f"Since {begin} requests fail: up to {most} of a run's requests, in {runs} of 30 runs."
    in_all = f" Requests failed in {total} of 30 runs: up to 30% of a run's requests." if total > runs else ""
    assert line(answer.headline) == f"{since}{in_all} Requests per second shows no change in 30 runs."


def test_failures_here_and_there_make_no_stretch_of_the_last_ones() -> None:
    """A third of all runs fail: two or three of them in a row come by chance."""
    for end in ([0.3] * 2, [0.3] * 3, [0.3, 0.0, 0.3, 0.3]):
        answer = waves([0.0, 0.0, *[0.3, 0.0, 0.0] * 8, *end])
        assert current_outages(answer) == []
        assert "Since" not in line(answer.headline)


def test_a_stretch_that_was_reported_is_there_still_when_the_next_one_begins() -> None:
    first = [*[0.0] * 10, *[0.3] * 4]
    (seen,) = (one.seen for one in current_outages(waves(first)))
    for later in range(12):
        assert is_shown(waves([*first, *[0.0] * 10, *[0.3] * later]), seen)


def waves(shares: Sequence[float]) -> HistoryAnswer:
    """A run a day, by the shares of their requests that failed."""
    seen = [
        Observation(run, RATE, 100.0 + run % 3, str(run), RATE, {}, failed=share) for run, share in enumerate(shares)
    ]
    return analyse(HistoryQuestion(), seen, {run: at_day(run) for run in range(len(shares))})


def at_day(day: float) -> Moment:
    return Moment(START + timedelta(days=day), is_start=True)


def test_since_when_is_said_along_several_curves() -> None:
    """“Requests failed in 10 of 30 runs”, since nobody knows when."""
    seen = [
        Observation(
            run, RATE, 100.0 + run % 5, str(run), load, {"concurrency": load}, failed=failed if run >= 40 else 0.0
        )
        for run in range(60)
        for load, failed in [("8", 0.5) if run % 2 else ("64", 0.0)]
    ]
    question = HistoryQuestion(by="concurrency")
    answer = analyse(question, seen, {run: at_day(run / 2) for run in range(60)})
    assert line(answer.headline) == (
        "8: Since 21 Jan 2026 requests fail: up to 50% of a run's requests, in 10 of 30 runs. Requests per second: "
        "none of 2 curves shows a change."
    )


def test_an_outage_that_goes_on_stands_before_a_setup_of_errors_alone() -> None:
    """One redirect of a night in between opened the headline."""
    made = sorted([*nightly(*GOOD, *[ERRORS] * 6), (10.1, ERRORS, "8")])
    assert line(answered(made).headline).startswith("document size 4 KiB: Since 21 Jan 2026 every request fails")


def test_a_page_that_half_fails_beside_a_document_is_a_setup_of_its_own() -> None:
    beside = [(night + 0.1, ERRORS, "8") for night in range(10, 40)]
    answer = answered(sorted([*nightly(*GOOD * 2), *beside]), share=0.6)
    assert outages(answer) == {"document size 153": [], "document size 4096": []}


def test_few_failures_do_not_say_that_the_size_is_an_errors() -> None:
    answer = answered(nightly(*GOOD, *["9000"] * 7), fails="9000", share=0.02)
    assert outages(answer) == {"document size 4096": [], "document size 9000": []}


@pytest.mark.parametrize("name", UNBROKEN)
def test_no_setup_that_always_fails_is_an_outage(name: str) -> None:
    """Only where both are measured at irregular times may a pause be taken for one."""
    false_alarms = {schedule: counted(case, 8)[0] for schedule, case in zip(SCHEDULES, UNBROKEN[name], strict=True)}
    assert {schedule for schedule, runs in false_alarms.items() if runs} <= {IRREGULAR, "runs by commits"}
    assert sum(false_alarms.values()) <= 1


def test_what_is_measured_in_place_of_the_last_runs_is_no_outage() -> None:
    assert [counted(case, 1) for case in IN_PLACE] == [(0, 0)] * 2


@pytest.mark.parametrize("name", OUTAGES)
def test_outages_are_found_on_schedules(name: str) -> None:
    most = {schedule: counted(case, 4)[1] for schedule, case in zip(SCHEDULES, OUTAGES[name], strict=True)}
    certain = SCHEDULES if "last third" in name else [schedule for schedule in SCHEDULES if "night" in schedule]
    assert all(most[schedule] >= 3 for schedule in certain)


SEARCHED = {
    "by turns": lambda run: run % 2 == 1,
    "now and then": lambda run: run > 40 and run % 7 == 3,
    "in long stretches": lambda run: run // 50 % 2 == 1,
}


@pytest.mark.parametrize("name", SEARCHED)
@pytest.mark.parametrize("apart", [1 / 288, 1.0], ids=["in one sitting", "a run a night"])
@pytest.mark.parametrize("share", [0.6, 1.0])
def test_ten_times_the_runs_take_no_more_than_ten_times_the_steps(name: str, apart: float, share: float) -> None:
    few, many = (steps_of([SEARCHED[name](run) for run in range(count)], apart, share) for count in (900, 9000))
    assert many < 12 * few


def steps_of(fails: Sequence[bool], apart: float, share: float) -> int:
    """Functions that are called, of Python and C."""
    conditions = {one: {"document_bytes": ERRORS if one else "4096"} for one in (False, True)}
    seen = [
        Observation(run, RATE, 100.0, str(run), RATE, conditions[one], failed=share * one)
        for run, one in enumerate(fails)
    ]
    placed, moments = numbers_of(seen), {run: at_day(run * apart) for run in range(len(fails))}
    steps = 0

    def count(_frame: FrameType, event: str, _of: object) -> None:
        nonlocal steps
        steps += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        with_documents(placed, [dimension("document_bytes")], moments)
    finally:
        sys.setprofile(None)
    return steps
