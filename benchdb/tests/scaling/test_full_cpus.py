"""A curve says at which of its points one CPU was full, and of how many of the runs there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from benchdb.domain.activity.limits import Evidence, limits
from benchdb.questions.conditions import Observation
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.tests.scaling.test_scaling import answered, seen
from benchdb.wording import full_sentences, line

FLAT = [seen(100 * n + run, n, 10_000 + 7 * run, "6.1") for n in (1, 2, 4, 8) for run in range(5)]


def full(one: Observation, cpu: int = 0) -> Observation:
    known = Evidence(busy_cpus={str(n): 0.99 if n == cpu else 0.3 for n in range(8)})
    return replace(one, caveats=limits(known))


def of(is_full: Callable[[Observation], bool], runs: list[Observation] = FLAT) -> ScalingAnswer:
    return answered([full(one) if is_full(one) else one for one in runs])


def test_the_runs_at_the_points_are_counted_and_not_those_of_the_curve() -> None:
    """ "(5 of 20 runs)" did not say that these were all runs at 8 CPUs."""
    answer = of(lambda one: one.row == "8")
    words = (
        "At 8 CPUs CPU 0 was full in 5 of 5 runs (at least 99% busy), while none of the others was more than 30% busy: "
        "one CPU may have been the limit."
    )
    assert words in line(answer.headline)
    assert words in full_sentences(answer.curves[0].notes)
    assert sum("CPU 0 was full" in note for note in full_sentences(answer.curves[0].notes)) == 1


def test_another_cpu_in_each_run_and_every_point() -> None:
    turns = answered([full(one, one.run % 2) for one in FLAT])
    assert (
        "At every point one CPU was full in 20 of 20 runs (at least 99% busy; CPU 0 in 12 runs and CPU 1 in 8), while "
    ) in line(turns.headline)


def test_few_runs_of_a_point_are_in_the_notes_alone() -> None:
    answer = of(lambda one: one.row == "8" or one.run == 400)
    notes = " ".join(full_sentences(answer.curves[0].notes))
    assert "At 8 CPUs CPU 0 was full in 5 of 5 runs" in notes
    assert "one CPU may have been the limit (1 of 15 runs)." in notes
    single = of(lambda one: one.run == 400)
    assert "CPU 0" not in line(single.headline)
    assert "(1 of 20 runs)" in " ".join(full_sentences(single.curves[0].notes))


def test_of_several_curves_it_is_said_of_which() -> None:
    others = [seen(one.run + 50, float(one.row), one.value, "6.6") for one in FLAT]
    words = line(of(lambda one: one.row == "8" and one.column == "6.6", [*FLAT, *others]).headline)
    assert "6.6: At 8 CPUs CPU 0 was full" in words or "6.6: at 8 CPUs CPU 0 was full" in words
