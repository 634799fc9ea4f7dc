"""What a scaling page claims of gains and falls is what its runs show."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from benchdb.dev.error_rates.__main__ import published
from benchdb.dev.error_rates.scaling_claims import CHANGED, SEED, UNCHANGED, counted
from benchdb.domain import statistics
from benchdb.questions.scaling.contrasts import contrasts
from benchdb.tests.scaling.test_scaling import answered, seen
from benchdb.wording import full_sentences, line

FEW, MOST = 100, 0.05
#: Requests per second of `ab -t 3`, three runs at each load: the last two overlap wholly.
AB = {1: (13_650, 13_700, 13_900), 2: (14_000, 14_100, 14_300), 4: (11_800, 12_100, 12_900),
      8: (13_542, 16_640, 15_637), 16: (16_558, 15_346, 16_278)}  # fmt: skip


def headline(points: dict[int, tuple[float, ...]], x: str = "concurrency") -> str:
    numbered = enumerate((n, value) for n, values in points.items() for value in values)
    made = [seen(run, n, value, "a", **{"cpus": "4", x: f"{n:g}"}) for run, (n, value) in numbered]
    return line(answered(made, x=x).headline)


@pytest.mark.thorough
@pytest.mark.parametrize("case", UNCHANGED, ids=lambda case: case.title)
def test_of_flat_curves_few_are_said_to_gain_or_fall(case) -> None:  # type: ignore[no-untyped-def]
    assert counted(case, FEW)[0] <= binom.ppf(0.9999, FEW, MOST)


@pytest.mark.thorough
@pytest.mark.parametrize("case", CHANGED[2:], ids=lambda case: case.title)
def test_a_gain_that_is_there_is_told(case) -> None:  # type: ignore[no-untyped-def]
    assert counted(case, FEW)[1] >= 0.9 * FEW


def test_the_published_table_keeps_what_it_promises() -> None:
    text = published("scaling_claims")
    assert f"Statistics version {statistics.VERSION}, seed {SEED}." in text
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")][1:]
    assert [row[0] for row in rows] == [case.title for case in (*UNCHANGED, *CHANGED)]
    assert all(float(share.rstrip("%")) <= 100 * MOST for title, _, share, _ in rows if title.startswith("flat"))


def test_a_last_step_that_the_runs_do_not_show_is_no_gain() -> None:
    words = headline(AB)
    assert "still gains" not in words
    assert words == "Requests per second: a reaches 16,300/s at concurrency 16 and shows no gain from 8 on."


def test_a_last_step_that_they_show_is_one() -> None:
    rising = {n: tuple(1000.0 * n * share for share in (0.98, 1.0, 1.02)) for n in (1, 2, 4, 8)}
    assert headline(rising).startswith("a still gains at concurrency 8. ")
    level = rising | {16: rising[8]}
    assert "has its knee at about concurrency 8 " in headline(level) or "shows no gain from 8 on" in headline(level)


def test_single_figures_are_tested_by_nobody_and_the_headline_says_so() -> None:
    words = headline({n: (1000.0 * n,) for n in (1, 2, 4)}, x="cpus")
    assert "a is highest at 4 CPUs (4,000/s, 4 times as much as at 1)" in words
    assert "One figure at each point: no gain or fall is tested." in words


def test_noise_alone_has_no_peak_and_no_fall_in_any_note() -> None:
    noisy = {1: (900.0, 1100.0), 2: (1150.0, 950.0), 4: (1000.0, 1200.0), 8: (1050.0, 850.0)}
    numbered = enumerate((n, value) for n, values in noisy.items() for value in values)
    answer = answered([seen(run, n, value, "a") for run, (n, value) in numbered])
    assert "a shows no gain or fall from 1 to 8 CPUs." in line(answer.headline)
    notes = " ".join(full_sentences(answer.curves[0].notes))
    assert "The runs show no difference between any two points" in notes
    assert "falls by" not in notes
    assert answer.curves[0].peak is None


@given(st.lists(st.lists(st.floats(1, 1e6), min_size=1, max_size=5), min_size=2, max_size=6), st.floats(0.001, 1000))
def test_neither_unit_nor_order_decides_and_no_two_points_are_higher_than_each_other(
    values: list[list[float]], unit: float
) -> None:
    one = contrasts([np.array(own) for own in values])
    other = contrasts([np.array(own[::-1]) * unit for own in values])
    np.testing.assert_allclose(np.diff(one.means), np.diff(other.means), atol=1e-9)
    pairs = [(a, b) for a in range(len(values)) for b in range(len(values)) if a != b]
    assert not any(one.is_higher(a, b) and one.is_higher(b, a) for a, b in pairs)
    assert one.can_tell == any(len(own) > 1 for own in values)
