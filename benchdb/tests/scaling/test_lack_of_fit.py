"""A law that the runs do not lie on is said not to fit, and one that they lie on hardly ever."""

from __future__ import annotations

import numpy as np

from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.contrasts import contrasts
from benchdb.questions.scaling.fit import fit
from benchdb.questions.scaling.lack_of_fit import missed_by
from benchdb.questions.scaling.laws import USL, capacity
from benchdb.tests.scaling.test_scaling import answered, seen
from benchdb.wording import full_sentences


def repeated_runs(points: dict[int, float], noise: float = 0.01) -> ScalingAnswer:
    """Five runs at each number of CPUs."""
    steps = (-noise, -noise / 2, 0, noise / 2, noise)
    return answered(
        [seen(100 * n + i, n, x * (1 + step), "a") for n, x in points.items() for i, step in enumerate(steps)]
    )


def test_a_law_that_the_runs_do_not_lie_on_is_said_not_to_fit() -> None:
    stops = {1: 1000.0, 2: 2000.0, 4: 4000.0, 8: 4000.0, 16: 4000.0}
    notes = full_sentences(repeated_runs(stops).curves[0].notes)
    assert any(text.startswith("Neither law fits these points: even the Universal") for text in notes)
    usl = {n: 1000 * n / (1 + 0.05 * (n - 1) + 0.002 * n * (n - 1)) for n in stops}
    for noise in (0.001, 0.01, 0.1):
        notes = full_sentences(repeated_runs(usl, noise).curves[0].notes)
        assert not any("Neither law fits" in text for text in notes)


def test_how_often_a_law_that_holds_is_said_not_to_fit() -> None:
    """At a level of 1%: among 200 curves of the law itself, at most 8 (once in 1,000 times more)."""
    random = np.random.default_rng(20261127)
    ns, missed = np.array([1.0, 2, 4, 8, 16]), 0
    for _ in range(200):
        alpha, beta = random.uniform(0, 0.2), random.uniform(0, 0.01)
        runs = [x * np.exp(random.normal(0, 0.1, 5)) for x in 1000 * capacity(ns, alpha, beta)]
        law = fit(USL, [(n, float(np.median(own))) for n, own in zip(ns.tolist(), runs, strict=True)])
        assert law
        missed += missed_by(law, ns, contrasts(runs)) is not None
    assert missed <= 8
