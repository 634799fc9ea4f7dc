"""A condition that is on record of some runs, and of one value there, is no difference."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.history.analysis.analyse import analyse as history
from benchdb.questions.history.answer import Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.scaling.analysis import analyse as scaling
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line, sentences

SOME_WORDS = "CPUs online 2 is on record of 5 of 10 runs only; the others are taken to have the same."
OF_ONE_SIDE = "CPUs online 2 is on record of one side only"
WORDS = f"{OF_ONE_SIDE} (5 of 10 runs) and taken to be the same on the other: check that it was."
SOME = [seen(n, 100 + n, cpus="2") for n in range(5)]
NONE = [seen(20 + n, 200 + n, zone="web", cpus="not recorded") for n in range(5)]


def test_a_comparison_of_runs_with_and_without_a_recording_has_a_verdict() -> None:
    answer = tabulate(QUESTION, [*SOME, *NONE])
    assert (answer.conflicts, answer.rows[0].cells["web"].verdict) == ((), "better")
    assert sentences(answer.caveats)[0] == WORDS
    assert dict(answer.held_constant)["cpus"] == "2"
    assert f"{OF_ONE_SIDE}, and taken to be the same on the other." in line(answer.headline)


def test_of_three_sides_none_is_the_one_side() -> None:
    third = [replace(one, run=one.run + 500, column="third") for one in SOME]
    answer = tabulate(QUESTION, [*SOME, *NONE, *third])
    assert "is on record of 10 of 15 runs only" in " ".join(sentences(answer.caveats))
    assert "one side only" not in " ".join([line(answer.headline), *sentences(answer.caveats)])


def test_what_some_runs_of_a_side_record_is_no_word_of_the_headline() -> None:
    mixed = [replace(one, column="web" if one.column == "global" else "global") for one in (SOME[0], NONE[0])]
    answer = tabulate(QUESTION, [*SOME[1:], *NONE[1:], *mixed])
    assert SOME_WORDS in sentences(answer.caveats)
    assert "one side only" not in line(answer.headline)


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ({"cpus": "4"}, {}),
        ({"tuning.sendfile": "on"}, {}),
        ({"machine": "other"}, {}),
        ({"kernel": "not recorded"}, {}),
    ],
)
def test_what_is_recorded_otherwise_or_stated_of_one_side_differs(here: dict[str, str], there: dict[str, str]) -> None:
    ours = [replace(one, conditions={**one.conditions, **here}) for one in NONE]
    answer = tabulate(QUESTION, [*SOME, *ours])
    assert answer.rows[0].cells["web"].verdict == "not comparable"


@pytest.mark.parametrize(("tool", "verdict"), [("hey", "better"), ("ab", "not comparable")])
def test_one_request_that_failed_is_no_other_document(tool: str, verdict: str) -> None:
    """hey names its document in errors alone; of other tools one side was stated to have another."""
    runs = [seen(n, 100 + n, tool=tool, path="not recorded") for n in range(5)]
    runs += [
        seen(20 + n, 200 + n, zone="web", tool=tool, path="not recorded" if n else "/", cpus="2") for n in range(5)
    ]
    runs = [replace(one, conditions={**one.conditions, "cpus": "2"}) for one in runs]
    answer = tabulate(QUESTION, runs)
    assert answer.rows[0].cells["web"].verdict == verdict
    assert any(sentence.startswith("Document /") for sentence in sentences(answer.caveats)) is (tool == "hey")


def test_what_is_compared_is_not_taken_for_granted() -> None:
    columns = [replace(one, column=one.conditions["cpus"]) for one in (*SOME, *NONE)]
    answer = tabulate(replace(QUESTION, cols="cpus"), columns)
    assert set(answer.columns) == {"2", "not recorded"}


def test_a_history_is_one_curve_of_both() -> None:
    both = [replace(one, column="requests_per_second", row=str(one.run)) for one in (*SOME, *NONE)]
    alike = [replace(one, conditions={**one.conditions, "zone": "global"}) for one in both]
    moments = {one.run: Moment(datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=one.run), True) for one in alike}
    answer = history(HistoryQuestion(), alike, moments)
    assert [curve.runs for curve in answer.curves] == [10]
    assert SOME_WORDS in sentences(answer.caveats)


def test_a_scaling_of_both_keeps_its_headline() -> None:
    loads = [
        replace(one, row=str(8 * 2**place), conditions={**one.conditions, "concurrency": str(8 * 2**place)})
        for group in (SOME, NONE)
        for place, one in enumerate(group)
    ]
    answer = scaling(ScalingQuestion(x="concurrency", by="zone"), loads)
    assert answer.conflicts == ()
    assert WORDS in sentences(answer.caveats)
    assert "Not comparable" not in line(answer.headline)
