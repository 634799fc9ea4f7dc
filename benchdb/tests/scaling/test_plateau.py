"""A curve that gains nothing from some point on is said to, wherever by luck its highest figure lies."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

from benchdb.domain.columns import Mask
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.contrasts import Contrasts, contrasts
from benchdb.questions.scaling.measured_shape import plateau
from benchdb.questions.scaling.question import IDLE
from benchdb.tests.scaling.test_far_runs import Points
from benchdb.tests.scaling.test_scaling import answered, seen
from benchdb.wording import line

#: Limited by the load generator from 4 CPUs on; by luck highest at 12.
LIMITED: Points = {1: (994, 996, 996, 1007), 2: (1989, 2000, 1971, 1976), 4: (3860, 3903, 3890, 3925),
                   6: (3952, 3884, 3896, 3949), 8: (3924, 3863, 3864, 3862), 12: (3893, 3952, 3878, 3943),
                   16: (3847, 3878, 3871, 3897)}  # fmt: skip
LEVEL = "a gains up to 4 CPUs (3,900/s, 3.91 times as much as at 1), and is flat, within 5%, from there to 16 CPUs"


def measured(points: Points, idle: dict[int, float] | None = None, x: str = "cpus") -> ScalingAnswer:
    numbered = list(enumerate((n, value) for n, values in points.items() for value in values))
    made = [seen(run, n, value, "a", **{"cpus": "4", x: f"{n}"}) for run, (n, value) in numbered]
    made += [seen(run, n, idle[n], "a", IDLE) for run, (n, _) in numbered if idle and n in idle]
    return answered(made, x=x)


def test_a_plateau_is_said_as_one() -> None:
    assert line(measured(LIMITED).headline) == f"Requests per second: {LEVEL}."


@pytest.mark.parametrize("seed", range(8))
def test_noise_does_not_move_where_it_begins(seed: int) -> None:
    random = np.random.default_rng(seed)
    drawn = {n: tuple(min(1000.0 * n, 3900.0) * np.exp(random.normal(0, 0.01, 4))) for n in LIMITED}
    words = line(measured(drawn).headline)
    assert "gains up to 4 CPUs" in words
    assert "is flat, within 5%, from there to 16 CPUs" in words


def test_a_plateau_of_loads_is_said_as_one_too() -> None:
    words = line(measured(LIMITED, x="concurrency").headline)
    assert "reaches 3,920/s from concurrency 4 to 6 and shows no gain from 4 on" in words


def test_what_varies_by_more_is_not_called_flat() -> None:
    noisy: Points = {1: (1000, 1010), 2: (2000, 1990), 4: (3500, 4100), 8: (3600, 4800), 16: (3500, 4100)}
    words = line(measured(noisy).headline)
    assert "is highest at 8 CPUs (4,200/s, 4.18 times as much as at 1) and shows no gain from 4 on" in words
    assert "flat" not in words


def test_what_was_idle_is_said_of_every_point_that_is_as_high() -> None:
    """4.8% idle at 4 CPUs was said of a curve that is highest from 4 to 8, where 52.6% were idle."""
    short = {n: values for n, values in LIMITED.items() if n <= 8}
    words = line(measured(short, {1: 0.03, 2: 0.03, 4: 0.048, 8: 0.526}).headline)
    assert "had 53% of its CPU time idle at 8 CPUs" in words
    assert "4.8%" not in words
    rising: Points = {1: (1000, 1010), 2: (2000, 1990), 4: (3900, 3890)}
    assert "had 5% of its CPU time idle there" in line(measured(rising, {2: 0.3, 4: 0.048}).headline)
    assert "idle" not in line(measured(rising, {2: 0.3, 4: 0.01}).headline)


class Counting(Contrasts):
    """Contrasts that count how often points are asked about."""

    asked_for: ClassVar[list[int]] = []

    def are_higher(self, ones: slice, other: int, by: float = 0.0) -> Mask:
        self.asked_for.append(other)
        return super().are_higher(ones, other, by)


@pytest.mark.parametrize("count", [20, 300])
def test_each_new_end_of_a_plateau_is_tested_once(count: int) -> None:
    """Each pair was, with the deviation of all points pooled anew: 51 s of a flat curve of 1,000."""
    random = np.random.default_rng(1)
    values = [100 + random.normal(0, 1, 4) for _ in range(count)]
    made = contrasts(values)
    Counting.asked_for.clear()
    shown = Counting(made.means, made.counts, made.squares, made.is_log)
    assert plateau([(float(n), float(np.median(own))) for n, own in enumerate(values)], shown) == (0, count - 1)
    assert len(Counting.asked_for) == len(set(Counting.asked_for)) == count - 1


def test_several_points_are_tested_as_each_is() -> None:
    made = contrasts([np.array(own) for own in ((1.0, 1.1), (2.0,), (2.0, 2.0, 2.0), (0.9, 3.0))], {3})
    for other in range(4):
        singly = [made.is_higher(one, other) for one in range(4)]
        assert made.are_higher(slice(0, 4), other).tolist() == singly
    assert made.is_higher(2, 0)
