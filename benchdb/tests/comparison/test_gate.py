"""Nothing is pooled that nobody asked to pool, and what was accepted by name is compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line


def mixed() -> list[Observation]:
    """Two zones, each on two kernels: more runs on one of them."""
    here = [seen(n, 100 + n, kernel="k1") for n in range(4)] + [seen(9, 100, kernel="k2")]
    there = [seen(20 + n, 80 + n, zone="web", kernel="k1") for n in range(4)] + [seen(29, 80, zone="web", kernel="k2")]
    return [*here, *there]


def test_what_mixes_conditions_gets_no_ratio_in_its_headline() -> None:
    answer = tabulate(QUESTION, mixed())
    assert answer.conflicts == ("kernel",)
    assert line(answer.headline) == "Not comparable: cells mix kernel."


def test_what_both_sides_mix_alike_is_not_comparable() -> None:
    """Half as fast again on one kernel and half as slow on the other come to nothing in the middle."""
    sides = {"global": {"k1": 100, "k2": 200}, "web": {"k1": 150, "k2": 100}}
    runs = [
        seen(1000 * place + n, rate + n, zone=zone, kernel=kernel)
        for place, (zone, kernel, rate) in enumerate(
            (zone, kernel, rate) for zone, rates in sides.items() for kernel, rate in rates.items()
        )
        for n in range(6)
    ]
    answer = tabulate(QUESTION, runs)
    cell = answer.rows[0].cells["web"]
    assert (cell.verdict, cell.differs) == ("not comparable", ())
    assert line(answer.headline) == "Not comparable: cells mix kernel."
    accepted = tabulate(replace(QUESTION, accepted=("kernel",)), runs)
    assert accepted.rows[0].cells["web"].verdict == "no evidence"


def test_one_row_that_mixes_is_the_gate_of_all_and_the_others_keep_their_verdicts() -> None:
    clean = [seen(n, 100 + n, concurrency="10") for n in range(6)]
    clean += [seen(100 + n, 50 + n, zone="web", concurrency="10") for n in range(6)]
    mixing = [replace(one, run=one.run + 1000) for one in mixed()]
    answer = tabulate(QUESTION, [*clean, *mixing])
    verdicts = {row.key: row.cells["web"].verdict for row in answer.rows}
    assert verdicts == {"10": "worse", "100": "not comparable"}
    assert line(answer.headline) == "Not comparable: cells mix kernel, in 1 of 2 comparisons."


def test_one_row_that_differs_leaves_no_middle_of_the_others() -> None:
    """A page refuses such an answer; its exports told a median of the rest."""
    rates = {"10": "k1", "20": "k1", "30": "k1", "40": "k2"}
    runs = [
        seen(1000 * place + 100 * side + n, 100 + n, zone=zone, concurrency=load, kernel=kernel if side else "k1")
        for place, (load, kernel) in enumerate(rates.items())
        for side, zone in enumerate(("global", "web"))
        for n in range(6)
    ]
    answer = tabulate(QUESTION, runs)
    assert [row.cells["web"].verdict == "not comparable" for row in answer.rows] == [False, False, False, True]
    assert line(answer.headline) == "Not comparable: kernel differs, in 1 of 4 comparisons."


def test_a_side_that_mixes_beside_no_baseline_is_the_gate_as_well() -> None:
    clean = [seen(n, 100 + n, concurrency="10") for n in range(6)]
    clean += [seen(100 + n, 50 + n, zone="web", concurrency="10") for n in range(6)]
    lone = [seen(200 + n, 80, zone="web", concurrency="20", kernel=f"k{n}") for n in range(2)]
    answer = tabulate(QUESTION, [*clean, *lone])
    assert answer.conflicts == ("kernel",)
    assert line(answer.headline) == "Not comparable: cells mix kernel."


def test_the_largest_groups_of_like_runs_come_first() -> None:
    groups = tabulate(QUESTION, mixed()).groups
    assert [(group.conditions, group.runs) for group in groups] == [((("kernel", "k1"),), 8), ((("kernel", "k2"),), 2)]


def test_a_group_that_two_sides_are_in_is_offered_before_a_larger_one_of_one_side() -> None:
    here = [seen(n, 100 + n, kernel="k1") for n in range(6)] + [seen(9, 100, kernel="k2")]
    answer = tabulate(QUESTION, [*here, seen(29, 80, zone="web", kernel="k2")])
    assert answer.comparable is not None
    assert (answer.comparable.conditions, answer.comparable.runs) == ((("kernel", "k2"),), 2)
    assert tabulate(QUESTION, [*here[:6], seen(29, 80, zone="web", kernel="k2")]).comparable is None


def test_what_each_side_has_of_a_condition_is_counted_by_runs() -> None:
    here = [seen(n, 100 + n, kernel="k1") for n in range(6)] + [seen(9, 100, kernel="k2")]
    answer = tabulate(QUESTION, [*here, seen(29, 80, zone="web", kernel="k2")])
    (spread,) = answer.spreads
    assert answer.columns.index("web") == 1
    assert (spread.dimension, spread.runs) == ("kernel", {"k1": (6, 0), "k2": (1, 1)})
    assert answer.comparable is not None
    assert answer.comparable.by_side == (1, 1)


@pytest.mark.parametrize("accepted", [("kernel",), ("all",)])
def test_an_accepted_difference_is_compared_and_named(accepted: tuple[str, ...]) -> None:
    sides = [*(seen(n, 100 + n) for n in range(4)), *(seen(20 + n, 80 + n, zone="web", kernel="k2") for n in range(4))]
    assert tabulate(QUESTION, sides).rows[0].cells["web"].verdict == "not comparable"
    answer = tabulate(replace(QUESTION, accepted=accepted), sides)
    assert answer.rows[0].cells["web"].verdict == "worse"
    assert (answer.conflicts, answer.also_differs) == ((), ())
    assert [str(one) for one in answer.accepted] == ["Kernel: k against k2"]


def test_acceptance_is_part_of_the_address() -> None:
    question = ComparisonQuestion.from_query([("accept", "zone, tuning.vm.swappiness"), ("accept", "kernel")])
    assert question.accepted == ("kernel", "tuning.vm.swappiness", "zone")
    assert ComparisonQuestion.from_query([("accept", "all,zone")]).path() == "/compare/?accept=all"
    assert ScalingQuestion().accepting("zone").path() == "/scaling/?accept=zone"
    with pytest.raises(BadQuestion, match="“colour” is not a condition"):
        ComparisonQuestion.from_query([("accept", "colour")])


@pytest.mark.parametrize("text", ["1 (3 runs)", "1"])
def test_a_link_that_counts_its_runs_works(text: str) -> None:
    """Older pages made such links."""
    question = ComparisonQuestion.from_query([("threads", text), ("threads", "2")])
    assert question.where == (("threads", ("1", "2")),)
