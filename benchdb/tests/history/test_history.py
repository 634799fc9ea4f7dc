"""What a history answers: where its level changed, by how much, what changed with it, and what nobody can tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.questions.base import BadQuestion
from benchdb.questions.conditions import Observation
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import AXES, HistoryQuestion
from benchdb.wording import full_sentences, line
from frontend.charts.history import tone_of

START = datetime(2026, 1, 1, tzinfo=UTC)


def answered(
    values: Sequence[float],
    question: HistoryQuestion | None = None,
    failed: Sequence[float | None] = (),
    **conditions: Sequence[str],
) -> HistoryAnswer:
    """The answer about one run a day with these values and conditions."""
    question = question or HistoryQuestion()
    seen = []
    for place, value in enumerate(values):
        here = {name: several[place] for name, several in conditions.items()}
        row = str(place) if question.x == "time" else here[AXES[question.x]]
        column = here.get(question.by, question.metric)
        share = failed[place] if failed else None
        seen.append(Observation(place + 1, question.metric, value, row, column, here, failed=share))
    moments = {place + 1: Moment(START + timedelta(days=place), is_start=True) for place in range(len(values))}
    return analyse(question, seen, moments)


BEFORE, AFTER = [100.0, 101, 99, 102, 98, 100.5], [88.0, 89, 87, 88.5, 87.5, 88.2]


@pytest.mark.parametrize(
    ("levels", "failed", "verdict", "words"),
    [
        (AFTER + BEFORE, [0.0] * 6 + [0.9] * 6, "not comparable", "failed requests went from 0% to 90%"),
        (BEFORE + AFTER, [0.9] * 6 + [0.0] * 6, "not comparable", "failed requests went from 90% to 0%"),
        (BEFORE + AFTER, [0.0] * 6 + [0.9] * 6, "worse", "failed requests went from 0% to 90%"),
        (AFTER + BEFORE, [0.0] * 6 + [math.inf] * 6, "not comparable", "more requests failed"),
        (AFTER + BEFORE, [0.0] * 12, "better", "rose by"),
    ],
)
def test_a_level_that_answers_errors_is_no_better_one(
    levels: list[float], failed: list[float], verdict: str, words: str
) -> None:
    answer = answered(levels, failed=failed)
    (change,) = answer.curves[0].changes
    assert change.after.cell.verdict == verdict
    assert words in line(answer.headline)
    assert any(
        text.startswith("Requests failed in 6 of 12 runs") for text in full_sentences(answer.curves[0].notes)
    ) == (max(failed) > 0)
    assert tone_of("requests_per_second", change.after.cell) == ("q2" if verdict == "not comparable" else verdict)


def test_failures_without_a_change_are_in_the_headline() -> None:
    headline = line(answered(BEFORE, failed=[0.9] * 6).headline)
    assert "Requests failed in 6 of 6 runs: up to 90% of a run's requests." in headline


def test_a_rate_that_was_offered_and_served_is_no_change() -> None:
    served = [1000 + (value - 100) / 1e4 for value in BEFORE + AFTER]
    (change,) = (answer := answered(served, rate=["1000"] * 12)).curves[0].changes
    assert change.after.cell.verdict == "no evidence"
    assert "while all of the offered rate was served" in line(answer.headline)


def test_the_headline_says_where_and_by_how_much() -> None:
    kernels = ["Linux 6.1.0"] * 6 + ["Linux 6.2.0"] * 6
    answer = answered(BEFORE + AFTER, HistoryQuestion(x="kernel"), kernel=kernels)
    assert line(answer.headline) == (
        "Requests per second fell by 12% between Linux 6.1.0 and Linux 6.2.0; no other change in 12 runs."
    )
    (change,) = answer.curves[0].changes
    assert change.after.cell.verdict == "worse"
    assert change.after.cell.interval is not None
    assert change.after.cell.interval[0] < -0.121 < change.after.cell.interval[1]


def test_more_of_a_latency_is_worse_and_less_is_better() -> None:
    question = HistoryQuestion(metric="latency_mean")
    verdicts = [answered(values, question).curves[0].changes[0].after.cell.verdict for values in
                (BEFORE + AFTER, AFTER + BEFORE)]  # fmt: skip
    assert verdicts == ["better", "worse"]


def test_a_kernel_that_changed_with_the_level_is_named_beside_the_verdict() -> None:
    answer = answered(BEFORE + AFTER, kernel=["Linux 6.1"] * 6 + ["Linux 6.2"] * 6, concurrency=["10"] * 12)
    cell = answer.curves[0].changes[0].after.cell
    assert (cell.verdict, [part.dimension for part in cell.differs]) == ("worse", ["kernel"])
    assert "with a change of kernel" in line(answer.headline)
    assert "not comparable" not in line(answer.headline)
    assert answer.held_constant == (("concurrency", "10"),)
    assert answer.along == (("kernel", ("Linux 6.1", "Linux 6.2")),)
    assert "2 values of kernel here: Linux 6.1, Linux 6.2." in full_sentences(answer.curves[0].notes)


def test_the_title_of_a_curve_says_what_its_values_are_of() -> None:
    """Its name, by which permalinks and watches know it, has them bare: `no, cpus online 4`."""
    answer = answered(
        BEFORE + AFTER, keepalive=["no"] * 6 + ["yes"] * 6, cpus=["4"] * 12, zone=["web"] * 6 + ["not recorded"] * 6
    )
    titles = ["web, keep-alive off", "zone not recorded, keep-alive on"]
    assert sorted(curve.title for curve in answer.curves) == titles


def test_runs_of_several_setups_are_one_curve_each() -> None:
    answer = answered(BEFORE + AFTER, concurrency=["10"] * 6 + ["50"] * 6)
    assert [curve.name for curve in answer.curves] == [curve.title for curve in answer.curves]
    assert [curve.name for curve in answer.curves] == ["concurrency 10", "concurrency 50"]
    assert [curve.changes for curve in answer.curves] == [(), ()], "another load is no change"
    assert answer.conflicts == ()
    assert "One curve for each setup: the runs differ in concurrency." in full_sentences(answer.caveats)
    pooled = answered(BEFORE + AFTER, HistoryQuestion(accepted=("concurrency",)), concurrency=["10"] * 6 + ["50"] * 6)
    assert len(pooled.curves) == 1


def test_more_setups_than_curves_are_asked_about() -> None:
    answer = answered(BEFORE + AFTER + BEFORE, concurrency=[str(10 * place) for place in range(18)])
    assert answer.conflicts == ("concurrency",)
    assert "Not one history" in line(answer.headline)


def test_what_changes_from_a_run_to_the_next_is_marked() -> None:
    answer = answered(BEFORE + AFTER, kernel=["Linux 6.1"] * 5 + ["Linux 6.2"] * 7, concurrency=["10"] * 12)
    notes = full_sentences(answer.curves[0].notes)
    assert "Kernel from 2026-01-06 00:00 on: Linux 6.2 (before: Linux 6.1)." in notes
    often = answered(BEFORE + AFTER, kernel=[f"Linux 6.{place}" for place in range(12)])
    assert "3 more changes of conditions from run to run." in full_sentences(often.curves[0].notes)


def test_a_drift_is_no_change_of_level_that_anybody_can_tell() -> None:
    random = np.random.default_rng(4)
    drifting = answered([100 + place + float(random.normal(0, 0.5)) for place in range(24)])
    verdicts = {change.after.cell.verdict for change in drifting.curves[0].changes}
    assert verdicts == {"cannot be told from drift"}
    assert "cannot be told from drift" in line(drifting.headline)
    clear = answered(BEFORE + AFTER)
    assert [change.after.cell.verdict for change in clear.curves[0].changes] == ["worse"]


def test_versions_stand_in_their_order_not_in_that_of_time() -> None:
    kernels = ["Linux 6.10"] * 6 + ["Linux 6.2"] * 6
    answer = answered(BEFORE + AFTER, HistoryQuestion(x="kernel"), kernel=kernels)
    assert answer.labels == ("Linux 6.2", "Linux 6.10")
    assert "rose by 14% between Linux 6.2 and Linux 6.10" in line(answer.headline)


def test_few_runs_say_so() -> None:
    assert line(answered(BEFORE).headline) == "Requests per second has too few runs to show a change (6 runs)."
    assert "6 runs are too few to find a change: it takes 4 on each side." in full_sentences(
        answered(BEFORE).curves[0].notes
    )
    assert line(answered([]).headline) == ""


def test_each_value_of_by_is_a_curve() -> None:
    zones = ["global"] * 12 + ["one"] * 12
    answer = answered(BEFORE + AFTER + BEFORE + BEFORE, HistoryQuestion(by="zone"), zone=zones)
    assert [len(curve.changes) for curve in answer.curves] == [1, 0]
    assert "; one shows no change." in line(answer.headline)


def test_many_curves_are_counted_not_named() -> None:
    zones = [str(zone) for zone in range(5) for _ in range(12)]
    still = answered(BEFORE * 10, HistoryQuestion(by="zone"), zone=zones)
    first, _, rest = line(still.headline).partition(". ")
    assert first == "Requests per second: none of 5 curves shows a change"
    assert "(zone from 3 to 4)" in rest
    assert rest.endswith("Before that 3 more setups ended where others began."), "the newest alone is told"
    few = answered([*BEFORE, *AFTER, *BEFORE * 8], HistoryQuestion(by="zone"), zone=zones[:54] + ["5"] * 6)
    assert "none of 3 others shows a change; 2 others have too few runs to show one." in line(few.headline)
    none = answered(BEFORE * 4, HistoryQuestion(by="zone"), zone=[str(zone) for zone in range(4) for _ in range(6)])
    assert line(none.headline).startswith("Requests per second: 4 curves have too few runs to show a change.")


def test_a_change_to_nothing_has_no_ratio() -> None:
    answer = answered([0.0] * 6 + [5.0] * 6, HistoryQuestion(metric="requests_failed"))
    assert "went from 0 to 5" in line(answer.headline)


@given(
    st.sampled_from([*AXES]),
    st.sampled_from(["", "zone", "machine", "item"]),
    st.sampled_from(["requests_per_second", "latency_mean"]),
    st.dictionaries(st.sampled_from(["server", "tag", "tuning.X"]), st.sets(st.text("ab +&=", min_size=1), max_size=3)),
)
def test_a_question_survives_its_address(x: str, by: str, metric: str, where: dict[str, set[str]]) -> None:
    from urllib.parse import parse_qsl

    pairs = [("x", x), ("by", by), ("metric", metric), *((key, value) for key in where for value in where[key])]
    question = HistoryQuestion.from_query(pairs)
    assert HistoryQuestion.from_query(parse_qsl(question.to_query())) == question


@pytest.mark.parametrize(
    "pairs",
    [[("x", "zone")], [("by", "metric")], [("x", "kernel"), ("by", "kernel")], [("rows", "zone")],
     [("protocol", "mean")],
     [("metric", "speed")], [("metric", "latency_mean"), ("metric", "latency_median")], [("item", "a"), ("item", "b")],
     [("by", "tag")]],
)  # fmt: skip
def test_a_question_that_contradicts_itself_is_refused(pairs: list[tuple[str, str]]) -> None:
    with pytest.raises(BadQuestion):
        HistoryQuestion.from_query(pairs)


def test_of_many_changes_the_newest_is_named_and_those_that_may_be_drift_are_counted() -> None:
    random = np.random.default_rng(44)
    levels = [value * float(1 + random.normal(0, 0.01)) for value in (60, 70, 80, 90, 100) for _ in range(12)]
    assert "changed 4 times in 60 runs; the newest change: rose by" in line(answered(levels).headline)
    assert "drift" not in line(answered(levels).headline)
    drifting = [*levels, *(100 + place / 2 + float(random.normal(0, 0.5)) for place in range(40))]
    cells = [change.after.cell for change in answered(drifting).curves[0].changes]
    marked = sum(cell.verdict == "cannot be told from drift" for cell in cells)
    assert marked > 0
    assert f"{marked} of the {len(cells)} changes cannot be told from drift." in line(answered(drifting).headline)


#: Twelve runs of `ab` in as many seconds, each slower than the one before.
DRIFTING = [1000 - 15.0 * place + (3 if place % 2 else -3) for place in range(24)]


def test_a_drift_is_no_step_with_a_change_of_what_changed_elsewhere() -> None:
    """The build became another in the middle of the level, not where the level was cut."""
    answer = answered(DRIFTING, **{"tuning.build": ["41"] * 14 + ["42"] * 10})
    changes, words = answer.curves[0].changes, line(answer.headline)
    assert changes
    apart = [change for change in changes if not change.there]
    assert apart, "no cut where the build changed"
    assert all(change.after.cell.verdict == "cannot be told from drift" for change in changes)
    assert words.count("cannot be told from drift") == len(changes)
    assert words.count("with a change of") == len(changes) - len(apart)
    assert "(the levels also differ in build)" in words
    assert "no recorded condition changed there" in words


def test_what_changes_at_the_place_is_told_with_its_values_accepted_or_not() -> None:
    kernels = ["Linux 6.1"] * 6 + ["Linux 6.2"] * 6
    for question in (HistoryQuestion(), HistoryQuestion(accepted=("kernel",))):
        answer = answered(BEFORE + AFTER, question, kernel=kernels)
        assert "with a change of kernel from Linux 6.1 to Linux 6.2" in line(answer.headline)
        assert "no recorded condition changed there" not in line(answer.headline)
    assert "no recorded condition changed there" in line(answered(BEFORE + AFTER).headline)


@pytest.mark.parametrize("stray", [[5], [6], [6, 7]])
def test_a_single_run_of_another_kernel_beside_a_step_explains_nothing(stray: list[int]) -> None:
    """The level of eleven other runs was blamed on the kernel of the one at its end."""
    kernels = ["Linux 6.2" if place in stray else "Linux 6.1" for place in range(12)]
    words = line(answered(BEFORE + AFTER, kernel=kernels).headline)
    assert "with a change of kernel" not in words
    assert "(the levels also differ in kernel)" in words


def test_of_kernels_that_follow_one_another_the_one_at_the_step_is_named() -> None:
    kernels = [f"Linux 6.{place}" for place in range(12)]
    words = line(answered(BEFORE + AFTER, kernel=kernels).headline)
    assert "with a change of kernel from Linux 6.5 to Linux 6.6" in words


def test_a_curve_of_runs_without_a_record_says_of_what() -> None:
    zones = ["global"] * 12 + ["not recorded"] * 12
    words = line(answered((BEFORE + AFTER) * 2, HistoryQuestion(by="zone"), zone=zones).headline)
    assert "the curve of runs without a recorded zone" in words


def test_a_change_that_stands_is_told_before_one_that_may_be_drift() -> None:
    """A drift of 0.8% opened the sentence in bold, and the upgrade that cost a tenth followed."""
    slow = [1000.0 + 1.2 * place + (2 if place % 2 else -2) for place in range(14)]
    answer = answered([*slow, *(900.0 + place % 3 for place in range(12))])
    verdicts = [change.after.cell.verdict for change in answer.curves[0].changes]
    assert verdicts[-1] == "worse"
    assert "cannot be told from drift" in verdicts
    words = line(answer.headline)
    assert words.startswith("Requests per second fell by 1")
    assert words.index("fell by 1") < words.index("cannot be told from drift")
