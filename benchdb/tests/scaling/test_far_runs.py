"""One run far from the others of its point denies no gain that these show, and is named."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.far import runs as rule
from benchdb.questions.scaling.far.runs import far_runs
from benchdb.questions.scaling.far.runs import tested as without_far
from benchdb.questions.scaling.laws import Array
from benchdb.tests.scaling.test_scaling import answered, seen
from benchdb.wording import full_sentences, line

Points = dict[int, tuple[float, ...]]
#: Requests per second by CPUs; the third run at 16 is wild.
WILD: Points = {1: (994, 1016, 1016, 1002), 2: (1941, 1933, 1947, 1930), 4: (3710, 3665, 3663, 3723),
                8: (6489, 6589, 6649, 6554), 16: (11053, 11028, 2500, 10920)}  # fmt: skip


def measured(points: Points, **parameters: str) -> ScalingAnswer:
    numbered = enumerate((n, value) for n, values in points.items() for value in values)
    return answered([seen(run, n, value, "a") for run, (n, value) in numbered], **parameters)


def test_a_wild_run_denies_no_gain_that_the_others_show_and_is_named() -> None:
    answer = measured(WILD)
    note = (
        "At 16 CPUs, 1 run of 4 lies far from the others (run 18: 2,500/s where their middle is 11,000/s): gains and "
        "falls are tested without it."
    )
    assert line(answer.headline) == (
        "a still gains at 16 CPUs. Requests per second: a is highest at 16 CPUs (11,000/s, 10.9 times as much as at "
        f"1). {note}"
    )
    assert note in full_sentences(answer.curves[0].notes)


def test_a_run_of_nothing_is_as_wild() -> None:
    assert "still gains at 16 CPUs" in line(measured(WILD | {16: (11053, 11028, 0, 10920)}).headline)


def test_of_three_runs_it_is_named_and_counts() -> None:
    three = {n: values[1:] for n, values in WILD.items()}
    words = line(measured(three).headline)
    assert "still gains" not in words
    assert "and cannot be judged from 8 on. " in words, "that the others gain up to there is shown"
    assert "(10,900/s, 10.7 times as much as at 1)" in words, "its digits are those of the other two"
    assert "1 run of 3 lies far from the others (run 13: 2,500/s" in words
    assert "which may hide a gain or a fall." in words


def test_a_gain_by_one_wild_run_alone_is_none() -> None:
    level = dict.fromkeys((1, 2, 4), (1000.0, 1010.0, 990.0, 1005.0))
    answer = measured(level | {8: (1000.0, 1010.0, 990.0, 9000.0)}, aggregation="mean")
    assert line(answer.headline).startswith("Requests per second: a shows no gain or fall from 1 to 8 CPUs. ")
    assert "run 15: 9,000/s" in line(answer.headline)


@pytest.mark.parametrize("last", [(11053, 2510, 2500, 10920), (11053, 9000, 7000, 2500), (11053, 11028, 10200, 10920)])
def test_what_varies_or_falls_into_two_groups_is_not_left_out(last: tuple[float, ...]) -> None:
    assert far_runs([*[*WILD.values()][:-1], last]) == {}


def test_of_a_curve_with_many_none_is_left_out() -> None:
    assert far_runs([*WILD.values()]) == {4: (2,)}
    every = [(*values[:3], values[3] / 4) for values in list(WILD.values())[:4]]
    assert far_runs(every) == {}


def test_neither_unit_nor_place_decides() -> None:
    for scale in (1e-6, 1e6):
        assert far_runs([[scale * value for value in own] for own in WILD.values()]) == {4: (2,)}
    assert [len(own) for own in without_far([*WILD.values()], {4: (2,)})] == [4, 4, 4, 4, 3]
    assert far_runs([(1.0, 1.0, 1.0, 3.0), (2.0, 2.0, 2.0, 2.0)], (1.0, 1.0)) == {}, "two steps of what was printed"


def test_noise_that_comes_with_the_load_has_few_wild_runs() -> None:
    random, tables = np.random.default_rng(1), 400
    for runs in (4, 6):
        noisy = [
            [1000 * np.exp(noise * random.normal(0, 1, runs)) for noise in (0.01, 0.01, 0.01, 0.15)]
            for _ in range(tables)
        ]
        assert sum(bool(far_runs(one)) for one in noisy) <= binom.ppf(0.9999, tables, 0.01)


def one_by_one(own: Array, usual: float, step: float) -> tuple[int, ...]:
    """What `far_at` says, by its definition: of the most that may be, down to one."""
    middle = float(np.median(own))
    apart = np.abs(own - middle)
    order = np.argsort(-apart, kind="stable")
    bound = max(rule.FAR * usual * middle, rule.LEAST * middle, rule.STEPS * step)
    ranges = rule.RANGES.get(len(own), rule.RANGES_OF_MORE)
    for count in range(max(1, int(rule.MOST_SHARE * len(own))), 0, -1):
        if apart[order[:count]].min() > max(bound, ranges * float(np.ptp(own[order[count:]]))):
            return tuple(sorted(order[:count].tolist()))
    return ()


@given(
    st.lists(st.sampled_from([100.0, 100.5, 101.0, 99.0, 20.0, 22.0, 300.0, 130.0]), min_size=3, max_size=60),
    st.sampled_from([0.0, 0.01, 0.05]),
)
def test_far_runs_are_those_of_their_definition(values: list[float], usual: float) -> None:
    """Found with one sort: a point of 60,000 runs took seconds for each of its 6,000 candidates together."""
    own = np.array(values)
    assert rule.far_at(own, usual, 0.0) == one_by_one(own, usual, 0.0)
