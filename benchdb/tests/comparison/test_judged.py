"""Verdicts of a whole comparison: sittings, drift, baselines of zero, and metrics without a better direction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchdb.domain.statistics import SittingNoise, Verdict
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.more_runs import sittings_lacking
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.numbers import Observation
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line, sentences

SLOW, FAST = [100.0, 101, 99, 100.5, 99.5, 100.2], [120.0, 121, 119, 120.5, 119.5, 120.2]
MINUTE, DAY = 60.0, 86_400.0
ONE_SITTING = "Each side was measured in one sitting, so day-to-day variation is not excluded."


def observations(
    values: Sequence[float], column: str, starts: Sequence[float | None], metric: str = "requests_per_second"
) -> list[Observation]:
    conditions = {"machine": "lab", "kernel": column, "concurrency": "10"}
    first = {"old": 0, "new": 1000}[column]
    return [
        Observation(first + place, metric, value, "10", column, conditions, start=start)
        for place, (value, start) in enumerate(zip(values, starts, strict=True))
    ]


def compared(
    here: Sequence[float],
    there: Sequence[float],
    starts: tuple[Sequence[float | None], Sequence[float | None]],
    metric: str = "requests_per_second",
    noise: SittingNoise | None = None,
) -> Comparison:
    """`here` under another kernel than `there`, which is the baseline."""
    question = ComparisonQuestion(metrics=(metric,), baseline="old")
    runs = [*observations(there, "old", starts[1], metric), *observations(here, "new", starts[0], metric)]
    return tabulate(question, runs, {("lab", metric): noise} if noise else {})


def cell(answer: Comparison) -> Cell:
    return answer.rows[0].cells["new"]


def every(step: float, first: float, runs: int = 6) -> list[float]:
    return [first + step * place for place in range(runs)]


SAME_KERNEL = {"machine": "lab", "kernel": "6.1", "concurrency": "10"}
APART = every(MINUTE, 10 * DAY), every(MINUTE, 0)
UNKNOWN: tuple[list[None], list[None]] = [None] * 6, [None] * 6


def test_one_sitting_a_side_is_said_in_the_headline_and_of_the_cell() -> None:
    answer = compared(FAST, SLOW, APART)
    assert (cell(answer).verdict, cell(answer).sittings) == ("better", (1, 1))
    assert ONE_SITTING in line(answer.headline)
    assert ONE_SITTING in sentences(cell(answer).caveats)


def test_sides_that_did_not_take_turns_in_their_sitting_say_so() -> None:
    def answer(values: Sequence[float], starts: Sequence[float], base: Sequence[float]) -> tuple[Cell, str]:
        first = [replace(seen(n, SLOW[n]), start=moment) for n, moment in enumerate(base)]
        other = [replace(seen(20 + n, values[n], zone="web"), start=moment) for n, moment in enumerate(starts)]
        tabulated = tabulate(QUESTION, [*first, *other])
        return tabulated.rows[0].cells["web"], line(tabulated.headline)

    cell, headline = answer(FAST, every(MINUTE, 7 * MINUTE), every(MINUTE, 0))
    assert (cell.verdict, cell.sitting_basis) == ("better", "same sitting")
    assert "Measured one side after the other, not in turn." in headline
    assert any("something else may have changed in between" in words for words in sentences(cell.caveats))
    cell, headline = answer(FAST, every(2 * MINUTE, MINUTE), every(2 * MINUTE, 0))
    assert (cell.verdict, "in turn" in headline) == ("better", False)
    cell, headline = answer(SLOW[::-1], every(MINUTE, 7 * MINUTE), every(MINUTE, 0))
    assert (cell.verdict, "in turn" in headline) == ("no evidence", False)


def test_where_nothing_differs_one_sitting_a_side_is_no_limit() -> None:
    answer = compared(SLOW[::-1], SLOW, APART)
    assert (cell(answer).verdict, cell(answer).sittings) == ("no evidence", (1, 1))
    assert "One sitting" not in line(answer.headline) + "".join(sentences(cell(answer).caveats))


def test_without_starts_the_runs_decide_and_that_is_said() -> None:
    answer = compared(FAST, SLOW, UNKNOWN)
    assert cell(answer).verdict == "better"
    assert "One sitting" not in line(answer.headline)
    assert any(sentence.startswith("Not every run's start is on record") for sentence in sentences(answer.caveats))


def test_a_noisy_machine_takes_the_verdict_back_and_widens_the_interval() -> None:
    alone, noisy = compared(FAST, SLOW, APART), compared(FAST, SLOW, APART, noise=SittingNoise(0.15, 8))
    assert cell(noisy).verdict == "no evidence"
    narrow, wide = cell(alone).interval, cell(noisy).interval
    assert narrow
    assert wide
    assert wide[0] < narrow[0]
    assert narrow[1] < wide[1]
    assert (cell(noisy).required_sittings or 0) >= 4, "more runs of the same sitting would not help"
    assert "One sitting" not in line(noisy.headline)


def test_a_quiet_machine_leaves_the_verdict() -> None:
    answer = compared(FAST, SLOW, APART, noise=SittingNoise(0.005, 8))
    assert cell(answer).verdict == "better"
    assert not cell(answer).has_one_sitting_a_side


def test_another_machines_noise_is_none_of_ours() -> None:
    question = ComparisonQuestion(baseline="old")
    runs = [*observations(SLOW, "old", APART[1]), *observations(FAST, "new", APART[0])]
    answer = tabulate(question, runs, {("elsewhere", "requests_per_second"): SittingNoise(0.5, 8)})
    assert cell(answer).verdict == "better"


def test_a_drift_through_both_sides_is_named() -> None:
    drifting = [100 + 0.5 * place for place in range(12)]
    starts = every(MINUTE, 0, 12)
    after = compared(drifting[6:], drifting[:6], (starts[6:], starts[:6]))
    turns = compared(drifting[1::2], drifting[::2], (starts[1::2], starts[::2]))
    assert cell(after).verdict == "cannot be told from drift"
    assert "cannot be told from drift" in line(after.headline)
    assert cell(turns).verdict != "better"
    untimed = compared(drifting[6:], drifting[:6], UNKNOWN)
    assert cell(untimed).verdict == "better", "nobody knows when they were made"


@pytest.mark.parametrize(("hours", "sittings"), [(None, (6, 6)), (1.9, (1, 1))])
def test_a_drift_through_runs_of_more_than_an_hour_is_named(hours: float | None, sittings: tuple[int, int]) -> None:
    """Without their ends they look like runs with long gaps between them: a drift through so many sittings."""
    drifting = [100 + 0.5 * place for place in range(12)]
    runs = [
        replace(one, start=7200.0 * place, duration=None if hours is None else 3600 * hours)
        for place, (name, one) in enumerate(
            (name, one)
            for name, values in (("old", drifting[:6]), ("new", drifting[6:]))
            for one in observations(values, name, UNKNOWN[0])
        )
    ]
    answer = tabulate(ComparisonQuestion(metrics=("requests_per_second",), baseline="old"), runs)
    assert (cell(answer).verdict, cell(answer).sittings) == ("cannot be told from drift", sittings)


@pytest.mark.parametrize(
    ("metric", "verdict"), [("requests_failed", "worse"), ("responses", "differs"), ("requests_completed", "better")]
)
def test_over_a_baseline_of_zero_there_is_a_verdict_and_an_interval_of_the_difference(
    metric: str, verdict: Verdict
) -> None:
    answer = compared([7.0, 8, 6, 7, 9, 7], [0.0] * 6, UNKNOWN, metric)
    one = cell(answer)
    assert (one.verdict, one.change, one.interval) == (verdict, None, None)
    assert one.difference
    assert 0 < one.difference[0] <= 7 <= one.difference[1]
    assert ": 6 runs against 6: " not in line(answer.headline)
    assert line(answer.headline).endswith(f"new 7, old 0. 6 runs against 6: {verdict}.")


def test_a_metric_without_a_better_direction_differs() -> None:
    answer = compared([0.9, 0.92, 0.91, 0.93, 0.9], [0.5, 0.52, 0.51, 0.53, 0.5], ([None] * 5, [None] * 5), "cpu_used")
    assert cell(answer).verdict == "differs"
    assert line(answer.headline).endswith("5 runs against 5: differs.")


def bundled(bundles: dict[str, int], **conditions: str) -> Comparison:
    """Runs without a start, those of each side from one bundle; sides of one kernel differ in their zone."""
    runs = [
        replace(one, bundle=bundles[name], conditions={**one.conditions, **conditions})
        for name, values in (("old", SLOW), ("new", FAST))
        for one in observations(values, name, UNKNOWN[0])
    ]
    return tabulate(ComparisonQuestion(metrics=("requests_per_second",), baseline="old"), runs)


def test_runs_that_came_apart_are_taken_for_two_sittings_and_that_is_said() -> None:
    answer = bundled({"old": 7, "new": 8}, kernel="Linux 6.1")
    assert (cell(answer).verdict, cell(answer).sittings, cell(answer).assumes_sittings) == ("better", (1, 1), True)
    assert ONE_SITTING in line(answer.headline)
    assert any("Assumed: runs that came together" in sentence for sentence in sentences(answer.caveats))


def test_runs_that_came_together_are_taken_for_one_sitting() -> None:
    answer = bundled({"old": 7, "new": 7}, kernel="Linux 6.1")
    assert cell(answer).sitting_basis == "same sitting"
    assert any("Assumed: runs that came together" in sentence for sentence in sentences(answer.caveats))
    assert not any("verdicts rest on the runs alone" in sentence for sentence in sentences(answer.caveats))


def test_two_kernels_of_one_bundle_are_two_boots() -> None:
    assert cell(bundled({"old": 7, "new": 7})).sitting_basis == "one sitting a side"


def test_more_sittings_are_named_with_their_order() -> None:
    answer = compared(FAST, SLOW, APART, noise=SittingNoise(0.15, 8))
    (more,) = sittings_lacking(answer)
    assert more.sittings == cell(answer).required_sittings
    assert more.order[:6] == ("old", "new", "new", "old", "old", "new"), "neither side is always the earlier one"


def test_nothing_is_lacking_where_the_sides_were_told_apart_or_nobody_knows_the_sittings() -> None:
    assert list(sittings_lacking(compared(FAST, SLOW, APART))) == []
    assert list(sittings_lacking(compared(FAST, SLOW, APART, noise=SittingNoise(0.001, 8)))) == []
    assert list(sittings_lacking(compared(SLOW[::-1], SLOW, UNKNOWN))) == []


def test_a_drift_asks_for_runs_that_take_turns() -> None:
    drifting, starts = [100 + 0.5 * place for place in range(12)], every(MINUTE, 0, 12)
    (more,) = sittings_lacking(compared(drifting[6:], drifting[:6], (starts[6:], starts[:6])))
    assert (more.sittings, more.runs, len(more.order)) == (0, 6, 12)


def test_a_drift_over_nights_that_hides_a_difference_is_said() -> None:
    nights = [DAY * place for place in range(24)]
    level = [100 * (1 - 0.1 * place / 23) + 0.2 * (-1) ** place for place in range(24)]
    answer = compared([1.1 * one for one in level[12:]], level[:12], (nights[12:], nights[:12]))
    assert cell(answer).verdict == "better"
    assert "Both sides drifted the other way (−10% in all" in line(answer.headline)
    assert any("beside that the difference is +10%" in words for words in sentences(cell(answer).caveats))


def drifting(slope: float, step: float) -> Comparison:
    """Twelve nights after twelve others, all of one drift."""
    nights = [DAY * place for place in range(24)]
    level = [100 * (1 + slope) ** place + 0.2 * (-1) ** place for place in range(24)]
    return compared([(1 + step) * one for one in level[12:]], level[:12], (nights[12:], nights[:12]))


def test_a_drift_of_both_sides_that_is_in_their_difference_is_said() -> None:
    answer = drifting(-0.003, -0.08)
    assert (cell(answer).verdict, round(cell(answer).change or 0, 2)) == ("worse", -0.11)
    words = "Both sides drift by about −0.3% from one sitting to the next, and this is in the difference"
    assert words in line(answer.headline)
    assert any(one.startswith(words) for one in sentences(cell(answer).caveats))
    assert "drift" not in line(drifting(0.0, -0.08).headline)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (0.084, "A drift on both sides (about −0.7% from one sitting to the next) may hide a difference"),
        (0.092, "Both sides drifted the other way (−15% in all, one side measured after the other)"),
    ],
)
def test_where_a_drift_may_hide_a_difference_more_sittings_are_no_advice(step: float, words: str) -> None:
    answer = drifting(-0.007, step)
    one = cell(answer)
    assert one.verdict == "no evidence"
    assert any(sentence.startswith(words) for sentence in sentences(one.caveats))
    assert words in line(answer.headline)
    assert (one.required_n, one.required_sittings) == (None, None)
    assert not [more for more in sittings_lacking(answer) if more.sittings]


def test_a_few_shared_nights_that_cannot_decide_are_said() -> None:
    def runs(column: str, nights: range) -> list[Observation]:
        own = int(column == "new")
        starts = [DAY * night + MINUTE * (2 * turn + own) for night in nights for turn in range(2)]
        values = [100 + place % 5 / 10 for place in range(len(starts))]
        return [replace(one, conditions=SAME_KERNEL) for one in observations(values, column, starts)]

    some, none = (
        cell(tabulate(ComparisonQuestion(baseline="old"), [*runs("old", range(8)), *runs("new", range(first, 14))]))
        for first in (6, 8)
    )
    words = "2 of 14 sittings have both sides: too few to compare within them"
    assert words in sentences(some.caveats)
    assert words not in sentences(none.caveats)


def test_a_drift_over_nights_is_not_blamed_on_the_kernel() -> None:
    nights = [DAY * place for place in range(24)]
    level = [100 * (1 - 0.1 * place / 23) + 0.2 * (-1) ** place for place in range(24)]
    answer = compared(level[12:], level[:12], (nights[12:], nights[:12]))
    assert cell(answer).verdict == "cannot be told from drift"
    assert any("one side was measured after the other" in words for words in sentences(cell(answer).caveats))


def test_a_difference_whose_interval_holds_no_change_says_so() -> None:
    """Ranks are sure that most runs are faster; of the mean one wild run leaves everything open."""
    fast = [*FAST[:5], 20.0]
    question = ComparisonQuestion(metrics=("requests_per_second",), baseline="old", aggregation="mean")
    runs = [*observations(SLOW * 2, "old", UNKNOWN[0] * 2), *observations([*FAST, *fast], "new", UNKNOWN[0] * 2)]
    one = cell(tabulate(question, runs))
    assert one.verdict == "better"
    assert one.interval is not None
    assert one.interval[0] <= 0 <= one.interval[1]
    assert any(
        words.startswith("The 95% interval, of the figure, includes no change") for words in sentences(one.caveats)
    )
    clear = cell(compared(FAST, SLOW, APART))
    assert not any("includes no change" in words for words in sentences(clear.caveats))


@pytest.mark.parametrize(("few", "more"), [(2, 1), (1, 2)])
def test_few_runs_against_many_want_more_on_their_own_side_alone(few: int, more: int) -> None:
    """Two nights against forty: one night more is enough, and nothing of the answer asks for another number."""
    nights = [DAY * place for place in range(44)]
    many = [100 + place % 3 for place in range(40)]
    answer = compared([80.0, 81, 80][:few], many, (nights[40 : 40 + few], nights[:40]))
    one, words = cell(answer), f"{more} more run{'s' if more > 1 else ''} on the side that has fewer."
    assert (one.verdict, one.more_runs and one.more_runs.in_one_sitting) == ("too few runs", more)
    assert words in line(answer.headline)
    assert "on each side" not in line(answer.headline)
    assert (one.runs_needed, one.required_sittings) == (3, 3)
    assert [lacking.sittings for lacking in sittings_lacking(answer)] == [3]
    enough = compared([80.0, 81, 80], many, (nights[40:43], nights[:40]))
    assert cell(enough).verdict == "worse"


def in_nights(nights: Sequence[tuple[int, int, float]], step: float) -> Comparison:
    """Runs of the zone and of the global one in each night, in turn, and the night's level."""
    made = list[Observation]()
    for own, zone in enumerate(("web", "global")):
        rows = [(number, turn, night[2]) for number, night in enumerate(nights) for turn in range(int(night[own]))]
        for place, (number, turn, level) in enumerate(rows):
            value = level * (1 if own else 1 + step) * (1 + turn / 1000)
            made.append(replace(seen(1000 * own + place, value, zone), start=DAY * number + MINUTE * (2 * turn + own)))
    return tabulate(QUESTION, made)


def test_a_change_within_nights_is_shown_where_pooled_runs_say_the_opposite() -> None:
    answer = in_nights([(4, 1, 900.0), (1, 4, 1100.0)] * 5, 0.02)
    cell = answer.rows[0].cells["web"]
    assert (cell.verdict, cell.sitting_basis) == ("better", "interleaved")
    assert cell.change == pytest.approx(0.02, abs=0.005)
    assert cell.ratio == pytest.approx(1 + cell.change)
    assert cell.cliffs_delta == 1
    assert "All runs put together say −16%" in line(answer.headline)
    assert "The change is that within the sittings." in " ".join(sentences(cell.caveats))


def test_of_nights_of_which_one_served_nothing_the_difference_within_them_is_shown() -> None:
    """Without a relative change within them, “better” stood beside one of −16% of all runs, and was taken back."""
    answer = in_nights([*[(4, 1, 900.0), (1, 4, 1100.0)] * 5, (1, 1, 0.0)], 0.02)
    cell = answer.rows[0].cells["web"]
    assert (cell.verdict, cell.change, cell.ratio, cell.interval) == ("better", None, None, None)
    assert cell.difference
    assert 10 < cell.difference[0] <= cell.difference[1] < 30
    assert "The difference is that within the sittings. All runs put together say −16%" in " ".join(
        sentences(cell.caveats)
    )


def test_nights_of_one_side_are_said_and_decide_nothing() -> None:
    answer = in_nights([(2, 2, 1100.0), (0, 2, 900.0)] * 8, 0.0)
    cell = answer.rows[0].cells["web"]
    assert (cell.verdict, cell.sittings, cell.change) == ("no evidence", (8, 8), 0.0)
    assert "8 of 16 sittings have both sides, and these alone decide: within them" in line(answer.headline)
