"""Fitting all resamples at once finds what SciPy's bounded search finds one by one."""

import numpy as np
import pytest

from benchdb.questions.scaling.batch import Batch, refitted
from benchdb.questions.scaling.fit import Objective, best, searched
from benchdb.questions.scaling.laws import AMDAHL, LAWS, USL, Array, Law, capacity

N = np.array([1.0, 2, 4, 8, 16, 32])
TRUTHS = {
    "in the middle": (0.05, 0.002),
    "no coherency": (0.05, 0.0),
    "no contention": (0.0, 0.002),
    "neither": (0.0, 0.0),
    "all contention": (1.0, 0.0),
}


def tables(alpha: float, beta: float) -> Array:
    """Sixty noisy tables of a law, scaled to about 1."""
    random = np.random.default_rng(11)
    x = capacity(N, alpha, beta)
    return np.asarray(x / x.max() * random.normal(1, 0.03, (60, len(N))))


def squares(problem: Objective, p: Array) -> float:
    return float(np.sum(problem.residuals(p) ** 2))


@pytest.mark.parametrize("law", list(LAWS))
@pytest.mark.parametrize("truth", list(TRUTHS))
def test_it_is_never_worse_than_the_bounded_search(law: str, truth: str) -> None:
    ys = tables(*TRUTHS[truth])
    begin = best(Objective(LAWS[law], N, ys.mean(axis=0), None))
    parameters = refitted(Batch(LAWS[law], N, ys, None), begin)
    for p, y in zip(parameters, ys, strict=True):
        problem = Objective(LAWS[law], N, y, None)
        low, high = problem.bounds
        assert (p >= low).all()
        assert (p <= high).all()
        assert squares(problem, p) <= 2 * searched(problem, np.clip(begin, 1e-9, 0.999))[0] * (1 + 1e-4) + 1e-12


@pytest.mark.parametrize("law", [AMDAHL, USL])
def test_a_curve_that_must_hit_a_point_does(law: Law) -> None:
    ys = tables(0.05, 0.002)
    begin = best(Objective(law, N[1:], ys.mean(axis=0)[1:], (1.0, float(ys.mean(axis=0)[0]))))
    parameters = refitted(Batch(law, N[1:], ys[:, 1:], (1.0, ys[:, 0])), begin)
    for p, y in zip(parameters, ys, strict=True):
        problem = Objective(law, N[1:], y[1:], (1.0, float(y[0])))
        assert squares(problem, p) <= 2 * searched(problem, np.clip(begin, 1e-9, 0.999))[0] * (1 + 1e-4) + 1e-12
