"""Runs whose every request failed are of no level, and the headline says since when they do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from benchdb.questions.conditions import Observation
from benchdb.questions.history.answer import Moment, Place
from benchdb.questions.history.axis import Axis
from benchdb.questions.history.outages.failing import failing_stretches
from benchdb.questions.history.outages.merged import with_stopped
from benchdb.questions.history.outages.phrases import flaky, of_curves
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.replies.counted import NOT_2XX
from benchdb.tests.history.test_history import START, answered
from benchdb.wording import line

GOOD = [100.0, 101, 99, 102, 98, 100.5, 99.5, 101.5]
ERRORS = [300.0, 301, 299, 302]
SERVED, FAILED = [0.0] * 8, [1.0] * 4


def test_since_when_every_request_fails_opens_the_headline() -> None:
    answer = answered(GOOD + ERRORS, failed=SERVED + FAILED)
    assert line(answer.headline) == (
        "Since 9 Jan 2026 every request fails (the last 4 of 12 runs). Requests per second shows no change in 8 runs."
    )
    (curve,) = answer.curves
    assert [len(level.cell.values) for level in curve.levels] == [8]
    assert len(curve.points) == len(answer.runs) == 12, "they are drawn, and among the runs"


def test_errors_that_come_as_quickly_as_answers_are_no_level_either() -> None:
    assert "Since 9 Jan 2026" in line(answered(GOOD + GOOD[:4], failed=SERVED + [0.9995] * 4).headline)
    nine_in_ten = answered(GOOD + GOOD[:4], failed=SERVED + [0.9] * 4)
    assert "every request" not in line(nine_in_ten.headline)
    assert nine_in_ten.curves[0].outages == ()
    assert "Since" not in line(answered(GOOD + GOOD[:4], failed=SERVED + [math.inf] * 4).headline)


def test_a_single_run_that_failed_opens_no_headline() -> None:
    """It may be an accident, as with stopped runs and watches."""
    answer = answered([*GOOD, 300.0], failed=[*SERVED, 1.0])
    assert line(answer.headline) == (
        "Requests per second shows no change in 8 runs. On 9 Jan 2026 every request failed in 1 of 9 runs."
    )
    assert [one.is_last for one in answer.curves[0].outages] == [True], "JSON and chart have it as before"
    by_turns = answered(GOOD * 2, failed=[0.0, 1.0] * 8)
    assert line(by_turns.headline).startswith("In 8 of the 15 runs since 2 Jan 2026 every request failed. Requests")
    assert "So it was" not in line(by_turns.headline), "they are counted once"
    recovered = line(answered(GOOD * 4, failed=[0.0, 1.0] * 8 + [0.0] * 16).headline)
    assert "On 16 Jan 2026 every request failed in 1 of 32 runs. So it was in 7 runs before." in recovered
    assert "since" not in recovered
    assert "Since" not in line(by_turns.headline)


def test_a_single_run_of_the_newest_version_that_failed_opens_no_headline() -> None:
    answer = answered(
        [*GOOD, 300.0], HistoryQuestion(x="kernel"), failed=[*SERVED, 1.0], kernel=["Linux 6.1"] * 8 + ["Linux 6.2"]
    )
    assert "With Linux 6.2 every request failed in 1 of 9 runs." in line(answer.headline)
    assert "Since" not in line(answer.headline)


def test_what_became_another_where_an_outage_began_is_named_with_it() -> None:
    kernels = ["Linux 6.6.0"] * 8 + ["Linux 6.8.0"] * 4
    answer = answered(GOOD + ERRORS, failed=SERVED + FAILED, kernel=kernels)
    assert line(answer.headline) == (
        "Since 9 Jan 2026 every request fails, with a change of kernel from Linux 6.6.0 to Linux 6.8.0 (the last 4 of "
        "12 runs). Requests per second shows no change in 8 runs."
    )
    earlier = answered(GOOD + ERRORS, failed=SERVED + FAILED, kernel=kernels[1:] + kernels[-1:])
    assert "kernel from" not in line(earlier.headline), "it had that kernel before"
    over = answered(GOOD + ERRORS + GOOD, failed=SERVED + FAILED + SERVED, kernel=kernels + kernels[:8])
    assert (
        "From 9 Jan to 12 Jan 2026, in 4 of 20 runs, every request failed, with a change of kernel from Linux 6.6.0 to "
        "Linux 6.8.0." in line(over.headline)
    )


def test_an_outage_that_is_over_is_said_with_its_days() -> None:
    answer = answered(GOOD + ERRORS + GOOD, failed=SERVED + FAILED + SERVED)
    assert line(answer.headline) == (
        "Requests per second shows no change in 16 runs. From 9 Jan to 12 Jan 2026 every request failed in 4 of 20 "
        "runs."
    )
    assert [one.is_last for one in answer.curves[0].outages] == [False]


def test_what_failed_at_first_failed_until_a_day() -> None:
    assert "Until 4 Jan 2026 every request failed (the first 4 of 12 runs)." in line(
        answered(ERRORS + GOOD, failed=FAILED + SERVED).headline
    )


def test_of_a_curve_that_answered_nothing_but_errors_nothing_is_claimed() -> None:
    answer = answered(GOOD, failed=[1.0] * 8)
    assert line(answer.headline) == ("Nothing was served in any of 8 runs: every request failed, and no figure counts.")
    assert answer.curves[0].outages == ()
    assert all(map(answer.curves[0].is_failing, answer.curves[0].points)), "it is drawn, of crosses"
    (single,) = answered([100.0], failed=[1.0]).curves
    assert single.nothing_served == "failed"


def test_beside_curves_that_serve_one_that_serves_nothing_comes_first() -> None:
    """Of many, how many do."""
    loads = ["8", "64"] * 8
    question, failed = HistoryQuestion(by="concurrency"), [0.0, 1.0] * 8
    answer = answered([value for value in GOOD for _ in range(2)], question, failed=failed, concurrency=loads)
    words = line(answer.headline)
    assert words.startswith("64: Nothing was served in any of 8 runs: every request failed, and no figure counts.")
    assert "Requests failed in" not in words
    five = [str(load) for load in range(5)] * 8
    every = answered([100.0 + place % 7 for place in range(40)], question, failed=[1.0] * 40, concurrency=five)
    assert line(every.headline) == "Along all 5 curves nothing was served in any of 40 runs."


def test_a_metric_that_counts_errors_has_levels_of_them() -> None:
    question = HistoryQuestion(metric="requests_failed")
    answer = answered([0.0] * 8 + [1e4] * 8, question, failed=SERVED + [1.0] * 8)
    assert len(answer.curves[0].levels) == 2


@pytest.mark.parametrize(
    ("failed", "words"),
    [
        (SERVED + FAILED, "Since Linux 6.3 every request fails (the last 4 of 12 runs)."),
        (SERVED[:4] + FAILED + SERVED[:4], "With Linux 6.2 every request failed in 4 of 12 runs."),
        ([*SERVED[:4], 1.0, 0.0, 0.0, 0.0, *SERVED[:4]], "With Linux 6.2 every request failed in 1 of 12 runs."),
    ],
)
def test_a_version_with_which_every_request_fails_is_named(failed: list[float], words: str) -> None:
    kernels = ["Linux 6.1"] * 4 + ["Linux 6.2"] * 4 + ["Linux 6.3"] * 4
    answer = answered(GOOD + GOOD[:4], HistoryQuestion(x="kernel"), failed=failed, kernel=kernels)
    assert words in line(answer.headline)


def test_curves_that_fail_alike_are_one_sentence() -> None:
    question = HistoryQuestion(by="concurrency")
    loads = ["8", "64"] * 12
    values = [value for value in (GOOD + ERRORS) for _ in range(2)]
    failed = [share for share in (SERVED + FAILED) for _ in range(2)]
    answer = answered(values, question, failed=failed, concurrency=loads)
    assert "every request fails" in line(answer.headline)
    assert len([one for one in answer.headline if one.kind == "of one curve"]) == 2, "one began a day later"


def test_runs_that_failed_and_runs_that_were_stopped_are_one_outage_in_its_order() -> None:
    (curve,) = answered(GOOD + ERRORS[:2] + GOOD + ERRORS[:2], failed=[*SERVED, 1.0, 1.0, *SERVED, 1.0, 1.0]).curves
    days = [curve.points[place].x for place in (8, 9, 12, 18, 19)]
    made = with_stopped(curve, [(100 + n, Place(day + hours * 3600, "")) for n, (day, hours) in enumerate(
        [(days[0], -2), (days[0], -1), (days[2], 1), (days[2], 2), (days[3], -1), (days[4], 1), (days[4], 2)]
    )])  # fmt: skip
    assert [(one.kind, one.runs, one.last_run_before, one.is_last) for one in made.outages] == [
        ("failed or stopped", (100, 101, 9, 10), 8, False),
        ("stopped", (102, 103), 13, False),
        ("failed or stopped", (104, 19, 20, 105, 106), 18, True),
    ]
    assert {one.total for one in made.outages} == {27}
    assert made.failing_runs == {9, 10, 19, 20}, "those that were stopped are of no answer"
    assert with_stopped(curve, [(100, Place(days[1] + 3600, ""))]) == curve, "one is an accident"


@pytest.mark.parametrize("redirects", [(10, 11, 12), (12,), (9, 11)])
def test_errors_and_replies_that_may_be_redirects_are_one_outage(redirects: tuple[int, ...]) -> None:
    """They were two in a row, of which only the second went on."""
    axis = Axis((), {run: Moment(START + timedelta(days=run - 1), is_start=True) for run in range(1, 13)})
    metric = HistoryQuestion().metric
    seen = [
        Observation(
            run, metric, 100.0, "", metric, {}, failed=float(run > 8), beside={NOT_2XX: float(run in redirects)}
        )
        for run in range(1, 13)
    ]
    (one,) = failing_stretches(seen, axis)
    assert (one.kind, one.runs, one.last_run_before, one.is_last) == ("redirects or errors", (9, 10, 11, 12), 8, True)


SOME = [0.0] * 8 + [0.4, 0.38, 0.4, 0.39]


def test_since_when_and_with_what_some_requests_fail_is_in_the_headline() -> None:
    """`no change over 2 values of kernel. Requests failed in 4 of 12 runs` named no date and no cause."""
    kernels = ["Linux 5.15.0"] * 8 + ["Linux 6.6.0"] * 4
    levels = GOOD + GOOD[:4]
    assert line(answered(levels, failed=SOME, kernel=kernels).headline) == (
        "Since 9 Jan 2026 requests fail, with a change of kernel from Linux 5.15.0 to Linux 6.6.0: up to 40% of a "
        "run's requests, in 4 of 12 runs. Requests per second shows no change in 12 runs, over 2 values of kernel."
    )
    few = line(answered(levels, failed=[share / 100 for share in SOME], kernel=kernels).headline)
    assert few.startswith("Requests per second shows no change"), "less than one in a hundred stands behind it"
    over = line(answered(levels + GOOD, failed=SOME + SERVED).headline)
    assert "From 9 Jan to 12 Jan 2026 requests failed: up to 40% of a run's requests, in 4 of 20 runs." in over
    of_versions = answered(levels, HistoryQuestion(x="kernel"), failed=SOME, kernel=kernels)
    assert "Since Linux 6.6.0 requests fail: up to 40% of a run's requests, in 4 of 12 runs." in line(
        of_versions.headline
    )
    mixed = answered(levels, HistoryQuestion(x="kernel"), failed=SOME, kernel=kernels[2:] + kernels[-2:])
    assert "Requests failed in 4 of 12 runs" in line(mixed.headline), "of one kernel's runs some fail"


@pytest.mark.parametrize(
    "failed", [[0.4] * 4 + [0.0] * 8, [0.0, 0.4] * 6, [0.0, 0.3, *[0.0] * 6, 0.4, 0.4, 0.4, 0.4], [*[0.0] * 11, 0.4]]
)
def test_where_runs_with_failures_are_no_one_stretch_no_day_is_named(failed: list[float]) -> None:
    assert "runs: up to 40% of a run's requests." in line(answered(GOOD + GOOD[:4], failed=failed).headline)


def test_the_only_curve_of_several_that_fails_is_named() -> None:
    values = [value for value in GOOD + GOOD[:4] for _ in range(2)]
    failed = [share for one in SOME for share in (0.0, one)]
    answer = answered(values, HistoryQuestion(by="concurrency"), failed=failed, concurrency=["8", "64"] * 12)
    assert "Since 18 Jan 2026 requests fail: up to 40% of a run's requests, in 4 of 12 runs." in line(answer.headline)
    assert "64: Since" in line(answer.headline)


def test_a_few_failing_runs_of_a_level_are_nothing_that_began_with_it() -> None:
    """Two of its runs failed in part, a week after the change."""
    values = [100 + place % 3 for place in range(12)] + [80 + place % 3 for place in range(16)]
    some = answered(list(map(float, values)), failed=[0.0] * 22 + [0.3] * 2 + [0.0] * 4)
    words = line(some.headline)
    assert "fell by" in words
    assert "where failed requests" not in words
    assert "From 23 Jan to 24 Jan 2026 requests failed: up to 30% of a run's requests, in 2 of 28 runs." in words
    every = answered(list(map(float, values)), failed=[0.0] * 12 + [0.3] * 16)
    assert "where failed requests went from 0% to 30%" in line(every.headline)


def test_a_curve_that_fails_now_and_then_counts_stopped_runs_above_and_below() -> None:
    """It was “in 12 of the 16 runs”, of 25."""
    values = [*GOOD, 300.0, *GOOD[:6], 300.0, *GOOD[:6], 300.0, 100.0]
    (curve,) = (answer := answered(values, failed=[float(one == 300) for one in values])).curves
    stopped = [
        (1000 + 10 * place + hour, Place(curve.points[place].x + hour * 3600, ""))
        for place in (8, 15, 22)
        for hour in (1, 2, 3)
    ]
    answer = replace(answer, curves=(with_stopped(curve, stopped),))
    assert line(flaky(answer)) == ("In 12 of the 25 runs since 9 Jan 2026 every request failed or the run was stopped.")


def test_what_fails_by_less_than_noise_is_counted_as_the_notes_count_it() -> None:
    """The headline had 8 of 20 runs, the notes 16."""
    values = GOOD + GOOD + GOOD[:4]
    few = [0.0005] * 8
    before = answered(values, failed=[0.0] * 4 + few + [0.3] * 8)
    assert "Requests failed in 16 of 20 runs: up to 30% of a run's requests." in line(before.headline)
    within = answered(values, failed=[0.0] * 10 + [0.3] * 4 + [0.0005] + [0.3] * 5)
    assert "Since 11 Jan 2026 requests fail: up to 30% of a run's requests, in 10 of 20 runs." in line(within.headline)


def test_outages_of_several_curves_are_along_these_and_what_changed_is_not() -> None:
    loads, kernels = ["8", "64"] * 12, ["6.1"] * 16 + ["6.8"] * 8
    answer = answered(
        [value for value in GOOD + ERRORS for _ in range(2)], HistoryQuestion(by="concurrency"),
        failed=[share for share in SERVED + FAILED for _ in range(2)], concurrency=loads, kernel=kernels,
    )  # fmt: skip
    pairs = [(curve, curve.outages[0]) for curve in answer.curves]
    begins = line([of_curves(answer, pairs)])
    assert begins == (
        "Along both curves every request fails from 17 Jan 2026 on, with a change of kernel from 6.1 to 6.8 (8 runs)."
    )
    over = [(curve, replace(one, is_last=False, there=())) for curve, one in pairs]
    assert line([of_curves(answer, over)]).startswith("Along both curves every request failed from 17 Jan to ")


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ((3,), "So it was in 2 runs before."),
        ((0, 3), "So it was in 2 runs before. Along another curve 3 runs failed earlier."),
        ((0,), "Along another curve 3 runs failed earlier."),
        ((0, 1, 2), "Along 3 other curves 9 runs failed earlier."),
    ],
)
def test_what_failed_earlier_is_of_its_own_curve(first: Sequence[int], words: str) -> None:
    """Three nights of the first loads, two of the last one, and two more of that one at the end."""
    nights, loads = 30, ["1", "8", "32", "64"]
    fails = {(place, night) for place in first for night in ((4, 5, 6) if place < 3 else (9, 10))}
    fails |= {(3, 20), (3, 21)}
    made = [(place, night) for night in range(nights) for place in range(4)]
    answer = answered(
        [300.0 if one in fails else 100.0 + one[1] % 5 for one in made], HistoryQuestion(by="concurrency"),
        failed=[float(one in fails) for one in made], concurrency=[loads[place] for place, _ in made],
    )  # fmt: skip
    words_of = line(answer.headline)
    assert words_of.split("every request failed in 2 of 30 runs. ")[1].startswith(words)
    assert ("So it was" in words_of) == ("So it was" in words)
