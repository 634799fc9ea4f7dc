"""What a gate of builds decides of the rows of an answer, and in which words: a tick only where the runs show it."""

from __future__ import annotations

import math
from argparse import ArgumentTypeError
from dataclasses import replace
from typing import Any

import pytest

from benchdb.cli.__main__ import main
from benchdb.cli.gating.cells import Judged
from benchdb.cli.gating.gate import Gate
from benchdb.cli.gating.losses import lost_runs
from benchdb.cli.gating.named_rows import named_rows, percent
from benchdb.cli.gating.options import share, with_signs
from benchdb.tests.cli.gating.gates import decided

EXACT = (-math.inf, math.inf)


def seen(
    verdict: str, change: float, span: tuple[float, float] = EXACT, better: str = "higher", row: str = "", **more: Any
) -> Judged:
    return Judged("requests_per_second", row, "42", verdict, change, better, span, **more)


def test_what_is_better_or_the_same_did_not_get_worse() -> None:
    cells = (seen("better", 0.1), seen("equivalent", -0.001))
    assert decided(Gate(), *cells) == (0, "✅ Nothing got worse.")


def test_what_the_runs_cannot_tell_is_not_shown_to_be_worse() -> None:
    unsure = seen("no evidence", -0.18, (-0.185, 0.003))
    assert decided(Gate(), unsure) == (0, "❔ Not shown to be worse: cannot tell.")
    assert decided(Gate(), unsure, seen("better", 0.1)) == (
        0,
        "❔ Not shown to be worse: of 2 comparisons 1 cannot tell.",
    )


def test_an_interval_that_ends_before_what_was_to_fail_shows_it() -> None:
    near = seen("no evidence", -0.002, (-0.012, 0.011))
    assert decided(Gate(by=0.02), near) == (0, "✅ Nothing got worse by 2% or more.")
    assert decided(Gate(by=0.01), near) == (0, "❔ Not shown to be worse by 1% or more: cannot tell.")
    slower = seen("no evidence", 0.002, (-0.012, 0.011), better="lower")
    assert decided(Gate(by=0.0115), slower)[1].startswith("✅"), "a latency gets worse upwards"
    assert decided(Gate("better", by=0.0115), slower)[1].startswith("❔")
    assert decided(Gate(), seen("no evidence", 0.0, (0.0, 0.0)))[1] == "✅ Nothing got worse.", "every run was equal"


def test_what_is_worse_by_less_passes_and_is_said() -> None:
    cell = seen("worse", -0.01, (-0.03, -0.005))
    assert decided(Gate(by=0.02), cell) == (
        0,
        "❔ Not shown to be worse by 2% or more: changed by less, perhaps by as much.",
    )
    assert decided(Gate(), cell) == (1, "❌ It got worse.")
    assert decided(Gate(by=0.01), cell) == (1, "❌ It got worse by 1% or more.")


def test_a_drift_that_could_be_what_was_to_fail_is_no_pass() -> None:
    down = seen("cannot be told from drift", -0.044, (-0.06, 0.01))
    assert decided(Gate(), down) == (4, "⚠️ A drift could be the difference, so measure both sides in turn.")
    assert Gate(by=0.05).status([down]) == 0, "smaller than what was to fail"
    assert Gate("better").status([down]) == 0, "it goes the other way"
    assert Gate("differs").status([down]) == 4
    assert decided(Gate(excused=frozenset(["drift"])), down) == (
        0,
        "❔ A drift could be the difference, and let pass.",
    )
    assert Gate("not-equivalent").status([down]) == 1


def test_too_few_runs_beside_many_rows_are_no_pass_where_they_may_hide_what_was_to_fail() -> None:
    """A test was made of them, and no q could have reached 5%."""
    fallen = seen("too few runs", -0.95, (-0.951, -0.949), is_tested=True)
    same = seen("too few runs", 0.0, (-0.01, 0.01), is_tested=True)
    assert decided(Gate(by=0.02), fallen, same) == (4, "⚠️ Too few runs to judge.")
    assert decided(Gate(by=0.02), same) == (0, "✅ Nothing got worse by 2% or more.")
    assert Gate().status([same]) == 4, "what may have got worse by less than a hundredth"
    assert Gate("not-equivalent").status([same]) == 1


def test_what_is_let_pass_gets_no_tick() -> None:
    for verdict, name, status in (("too few runs", "too-few-runs", 4), ("not comparable", "not-comparable", 3)):
        cell = seen(verdict, -0.3)
        assert Gate().status([cell]) == status
        words = {"too few runs": "Too few runs to judge", "not comparable": "Not comparable"}[verdict]
        assert decided(Gate(excused=frozenset([name])), cell) == (0, f"❔ {words}, and let pass.")
    assert Gate(excused=frozenset(["too-few-runs"])).status([seen("cannot be told from drift", -0.1)]) == 4
    assert decided(Gate()) == (3, "⚠️ Not comparable.")
    assert decided(Gate(excused=frozenset(["not-comparable"]))) == (0, "❔ Not comparable, and let pass.")


def test_of_what_is_let_pass_every_row_counts_that_the_site_cannot_judge() -> None:
    """One fell by 60%, and the interval of another alone shows that it did not: four were counted of twelve."""
    fallen = seen("too few runs", -0.6, (-0.62, -0.58), is_tested=True)
    same = [seen("too few runs", 0.0, (-0.01, 0.01), is_tested=True)] * 11
    words = "❔ Too few runs to judge, and let pass: of 12 comparisons 12 too few runs."
    assert decided(Gate(by=0.02, excused=frozenset(["too-few-runs"])), fallen, *same) == (0, words)
    assert decided(Gate(by=0.02), *same) == (0, "✅ Nothing got worse by 2% or more.")


ANSWER = {"row_dimension": "concurrency", "metrics": [{"name": "requests_per_second"}]}


def test_the_last_words_name_the_rows_with_their_side_and_their_runs() -> None:
    few = replace(seen("too few runs", -0.697, row="64"), runs=1, base_runs=8)
    fine = replace(seen("no evidence", -0.002, (-0.004, 0.001), row="8"), runs=8, base_runs=8)
    gate = Gate(by=0.02)
    assert named_rows(gate, [fine, few], ANSWER) == "concurrency 64: 42 −70% (1 run against 8)"
    assert gate.sentence([fine, few], named_rows(gate, [fine, few], ANSWER)) == (
        "⚠️ Too few runs to judge: concurrency 64: 42 −70% (1 run against 8)."
    )
    assert named_rows(Gate(), [replace(few, row="1", change=-0.01), few], ANSWER).startswith("concurrency 64: ")
    worse = [replace(seen("worse", -0.05, row=str(row)), runs=5, base_runs=5) for row in range(6)]
    words = named_rows(gate, [few, *worse], {**ANSWER, "row_dimension": "tuning.worker_count"})
    assert words.startswith("worker count 0: 42 −5.0% (5 runs against 5); worker count 1: ")
    assert words.endswith("; and 2 more")
    assert named_rows(gate, [fine], ANSWER) == ""
    several = {**ANSWER, "metrics": [{"name": "requests_per_second"}, {"name": "latency_mean"}]}
    assert named_rows(gate, [few], several).startswith("requests_per_second, concurrency 64: ")


def test_the_last_words_begin_with_what_rose_from_nothing() -> None:
    fallen = replace(seen("worse", -0.6, row="8"), runs=5, base_runs=5)
    risen = replace(fallen, row="64", change=None)
    assert named_rows(Gate(), [fallen, risen], ANSWER).startswith("concurrency 64: 42 from 0 (5 runs against 5); ")


@pytest.mark.parametrize(
    ("change", "words"),
    [(0.0, "0%"), (-0.00001, "0%"), (-0.0004, "−0.04%"), (0.001, "+0.1%"), (-0.05, "−5.0%"), (0.0996, "+10%")],
)
def test_a_change_is_never_a_nought_with_a_sign(change: float, words: str) -> None:
    assert percent(change) == words


def test_a_side_of_which_every_run_was_stopped_is_in_no_row() -> None:
    gone = Judged("", "", "6.2", "not comparable", None)
    absent = Judged("requests_per_second", "64", "6.1", "not comparable", None, base_runs=6)
    assert named_rows(Gate(), [gone, absent], ANSWER) == (
        "6.2 (no run to its end); concurrency 64: 6.1 (no run against 6)"
    )
    answer = {"baseline": "6.1", "stopped": [{"column": "6.2", "runs": 1, "of": 1}]}
    assert lost_runs(answer) == "1 run of 6.2, the only one, was stopped before the end."
    at_rows = {"baseline": "6.1", "stopped_at_rows": [{"column": "6.2", "row": "64", "runs": 1, "of": 5}]}
    assert lost_runs(at_rows) == "1 of 5 runs of 6.2 at 64 was stopped before the end."


def test_the_first_of_several_faults_counts() -> None:
    few, apart, worse = seen("too few runs", 0.1), seen("not comparable", 0.1), seen("worse", -0.1)
    assert [Gate().status(cells) for cells in ([few], [few, apart], [few, apart, worse])] == [4, 3, 1]


def test_a_metric_without_a_better_direction_cannot_get_worse() -> None:
    assert decided(Gate(), seen("differs", 0.1, better="neither")) == (0, "✅ Nothing got worse.")
    assert decided(Gate("differs"), seen("differs", 0.1, better="neither")) == (1, "❌ It differs.")


def test_a_change_of_more_than_all_can_be_let_pass() -> None:
    assert [share(text) for text in ("300%", "2", "0")] == [3.0, 0.02, 0.0]
    assert Gate(by=share("300%")).status([seen("worse", 2.0, better="lower")]) == 0
    for text in ("-1%", "nan", "inf%", "two"):
        with pytest.raises(ArgumentTypeError, match="a percentage of 0 or more"):
            share(text)


@pytest.mark.parametrize("name", ["--by", "--band"])
def test_a_percentage_below_0_is_no_lacking_argument(name: str) -> None:
    assert with_signs(["compare", name, "-2%", "--", "ab", "--by", "-2"]) == [
        *("compare", f"{name}=-2%", "--", "ab", "--by", "-2")
    ]
    assert with_signs(["compare", name, "2", "-5"]) == ["compare", name, "2", "-5"]


def test_a_percentage_below_0_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["compare", "--cols", "kernel", "--fail-if", "worse", "--by", "-2%"])
    assert "'-2%': expected a percentage of 0 or more" in capsys.readouterr().err


def test_a_size_that_rounding_leaves_open_is_neither_worse_nor_a_pass() -> None:
    """1 ms against 2 may be 1.0× to 5.0×: +6% was said to be worse by 20% or more."""
    coarse = seen("worse", 1.0, (0.0, 4.0), better="lower", rounding=(0.0, 4.0))
    assert decided(Gate(by=0.2), coarse) == (
        4,
        "⚠️ Figures are printed too coarsely to judge by 20% or more, so take a metric with more digits.",
    )
    assert decided(Gate(), coarse) == (1, "❌ It got worse.")
    assert decided(Gate(by=4.5), coarse) == (0, "✅ Nothing got worse by 450% or more.")
    assert decided(Gate(by=0.2, excused=frozenset(["rounding"])), coarse) == (
        0,
        "❔ Figures are printed too coarsely to judge by 20% or more, and let pass.",
    )
    large = seen("worse", 2.0, (0.4, 6.0), better="lower", rounding=(0.4, 6.0))
    assert Gate(by=0.2).status([coarse, large]) == 1, "the near end of the range reaches it"
    assert Gate("better", by=0.2).status([coarse]) == 0, "it goes the other way"
    assert Gate("differs", by=0.2).status([coarse]) == 4
    assert Gate("not-equivalent", by=0.2).status([coarse]) == 1, "it is not shown to be the same"


def test_a_difference_that_rounding_alone_could_make_is_no_pass() -> None:
    hidden = seen("no evidence", 0.1, (-0.06, 0.32), "lower", rounding=(-0.06, 0.32), rounding_forbids="difference")
    assert Gate().status([hidden]) == 4
    assert decided(Gate(by=0.4), hidden) == (0, "✅ Nothing got worse by 40% or more.")
    words = named_rows(Gate(), [replace(hidden, row="8", runs=6, base_runs=6)], ANSWER)
    assert words == "concurrency 8: 42 −6.0% to +32% as rounded (6 runs against 6)"
    assert Gate().sentence([hidden], words) == (
        f"⚠️ Figures are printed too coarsely to judge: {words}. Take a metric with more digits."
    )
    alike = seen("no evidence", 0.0, (-0.29, 0.4), "lower", rounding=(-0.29, 0.4), rounding_forbids="equivalence")
    assert decided(Gate(by=0.05), alike) == (
        0,
        "❔ Not shown to be worse by 5% or more: printed too coarsely to tell.",
    )
    let_pass = Gate("not-equivalent", excused=frozenset(["rounding"]))
    words = "❌ Not shown to be the same within the margin, because the figures are rounded."
    assert decided(let_pass, alike) == (1, words)
    assert "rounded" not in decided(Gate("not-equivalent"), alike, seen("worse", -0.5))[1], "of one row alone"


def test_an_improvement_that_rounding_leaves_open_does_not_stop_a_gate_for_worse() -> None:
    """siege's 0.41 s against wrk's 0.407: −0.7%, and may be +0.6%."""
    span = (-0.02, 0.006)
    better = seen("no evidence", -0.007, span, "lower", rounding=span, rounding_forbids="difference")
    assert decided(Gate(), better) == (0, "❔ Not shown to be worse: printed too coarsely to tell.")
    assert Gate("better").status([better]) == 4
    assert Gate("better", by=0.03).status([better]) == 0, "no end of the range reaches it"
    assert Gate("differs").status([better]) == 4
    assert Gate().status([replace(better, change=0.007)]) == 4
    assert Gate().status([replace(better, verdict="cannot be told from drift")]) == 0


def test_a_side_that_lost_its_runs_is_not_comparable_however_its_figures_are_rounded() -> None:
    lost = seen("not comparable", 0.1, EXACT, "lower", rounding=(-0.06, 0.32), rounding_forbids="difference")
    assert Gate().status([lost]) == 3
    assert Gate(excused=frozenset(["rounding"])).status([lost]) == 3
