"""Points whose every request failed are no gain, no knee, no fit and no highest point of a curve."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from benchdb.questions.conditions import Observation
from benchdb.questions.numbers import numbers_of
from benchdb.questions.replies.unserved import without_unserved
from benchdb.tests.scaling.test_scaling import answered, seen
from benchdb.wording import full_sentences, line

SIZES = {1: 1000.0, 2: 1900.0, 4: 3500.0, 8: 12_800.0, 16: 25_600.0}
LOADS = {1: 100.0, 5: 500.0, 10: 1000.0, 20: 2000.0, 40: 4000.0, 60: 4010.0, 80: 6000.0, 120: 6000.0}


def measured(points: dict[int, float], fails: set[int], share: float = 1.0, name: str = "a") -> list[Observation]:
    """Three runs at each point."""
    rows = [(n, value * noise) for n, value in points.items() for noise in (0.99, 1.0, 1.01)]
    made = [seen(place, n, value, name) for place, (n, value) in enumerate(rows)]
    return [replace(one, failed=share if int(one.row) in fails else 0.0) for one in made]


def test_cpus_with_which_every_request_fails_gain_nothing() -> None:
    answer = answered(measured(SIZES, {8, 16}))
    words = line(answer.headline)
    assert words.startswith("a still gains at 4 CPUs.")
    assert "is highest at 4 CPUs" in words
    assert "Beyond 4 CPUs nothing was served: at 8 and 16 CPUs every request failed." in words
    assert "linear" not in words
    (curve,) = answer.curves
    assert [point.n for point in curve.points] == [1, 2, 4]
    assert [point.n for point in curve.every_point] == [1, 2, 4, 8, 16]
    assert curve.usl is not None
    assert curve.usl.fit.points == 3


def test_nearly_all_is_all() -> None:
    assert "Beyond 4 CPUs nothing was served" in line(answered(measured(SIZES, {8, 16}, 0.9995)).headline)
    assert "nothing was served" not in line(answered(measured(SIZES, {8, 16}, 0.99)).headline)


def test_a_knee_is_where_the_server_answers_still() -> None:
    answer = answered(measured(LOADS, {80, 120}), x="concurrency")
    words = line(answer.headline)
    assert "has its knee at about concurrency 40" in words
    assert "Beyond concurrency 60 nothing was served: at concurrency 80 and 120 every request failed." in words
    assert answer.curves[0].holds_to == 60


def test_every_point_is_named_also_between_good_ones() -> None:
    answer = answered(measured(LOADS, {5, 10, 20, 40}), x="concurrency")
    words = "At concurrency 5, 10, 20 and 40 every request failed: the figures there do not count."
    assert words in full_sentences(answer.curves[0].notes)
    assert words in line(answer.headline)


def test_one_curve_that_fails_beside_others_is_named() -> None:
    both = [*measured(LOADS, {80, 120}), *(replace(one, run=100 + one.run) for one in measured(LOADS, set(), name="b"))]
    words = line(answered(both, x="concurrency").headline)
    assert "a: Beyond concurrency 60 nothing was served: at concurrency 80 and 120 every request failed." in words
    assert "a holds up to the last load" not in words


@pytest.mark.parametrize("fails", [set(SIZES), set()])
def test_the_points_of_errors_alone_are_those_of_their_curve(fails: set[int]) -> None:
    (curve,) = answered(measured(SIZES, fails)).curves
    assert [point.n for point in curve.points] == [*SIZES]
    assert [point.n for point in curve.errors_alone] == sorted(fails)
    assert curve.serves_nothing == bool(fails)


NOWHERE = "Nothing was served at any point: every request failed, and no figure counts."


@pytest.mark.parametrize(("points", "x"), [(SIZES, "cpus"), (LOADS, "concurrency")])
def test_of_errors_alone_no_shape_is_said(points: dict[int, float], x: str) -> None:
    answer = answered(measured(points, set(points)), x=x)
    assert line(answer.headline) == NOWHERE
    (curve,) = answer.curves
    assert full_sentences(curve.notes) == (NOWHERE,)
    assert (curve.knee, curve.fall, curve.drop, curve.laws) == (None, None, None, ())


def test_a_curve_of_errors_does_not_lead_one_that_serves() -> None:
    failing = [replace(one, run=100 + one.run) for one in measured(SIZES, set(SIZES), name="b")]
    answer = answered([*measured(SIZES, {8, 16}), *failing], x="concurrency")
    words = line(answer.headline)
    assert words.startswith("a still gains at concurrency 4.")
    assert f"b: {NOWHERE}" in words
    assert "b reaches" not in words
    assert [curve.name for curve in answer.curves] == ["a", "b"]


def of_five(fails: set[int], share: float, failing: int) -> str:
    """The headline of five curves, of which so many fail."""
    curves = (measured(SIZES, fails if place < failing else set(), share, f"v{place}") for place in range(5))
    runs = [replace(one, run=100 * place + one.run) for place, own in enumerate(curves) for one in own]
    return line(answered(runs).headline)


def test_of_many_curves_of_errors_their_number_is_said() -> None:
    assert "Along 4 of 5 curves nothing was served at any point: every request failed." in of_five({*SIZES}, 1.0, 4)


def test_failures_at_the_highest_point_are_those_of_their_curve() -> None:
    failed = "At 16 CPUs, 20% of the requests failed: less was served than the figure says."
    assert f"v0: {failed}" in of_five({16}, 0.2, 1)
    assert "Requests failed at the highest point of 4 of 5 curves" in of_five({16}, 0.2, 4)
    assert of_five({16}, 0.2, 5).startswith(failed), "that of all needs no name"


def test_one_good_point_is_no_curve_and_the_headline_says_why() -> None:
    words = line(answered(measured(SIZES, {2, 4, 8, 16})).headline)
    assert words == "Beyond 1 CPU nothing was served: at 2, 4, 8 and 16 CPUs every request failed."


def test_points_of_several_machines_open_the_headline() -> None:
    numbered = enumerate((n, value * noise) for n, value in SIZES.items() for noise in (0.99, 1.0, 1.01))
    made = [seen(run, n, value, "a", machine="small" if n < 8 else "large") for run, (n, value) in numbered]
    words = line(answered(made).headline)
    assert words.startswith(
        "Not one machine: along a curve machine changes too, so no gain or fall is of CPUs online alone. a still gains"
    )


def one_fails(n: int, runs: int = 1) -> list[Observation]:
    """Of three runs at `n` the first ones answered nothing but errors, three times as quickly."""
    every = measured(GROWING, set())
    places = [place for place, one in enumerate(every) if int(one.row) == n][:runs]
    return [
        replace(one, failed=1.0, value=3 * one.value) if place in places else one for place, one in enumerate(every)
    ]


GROWING = {1: 1000.0, 2: 1900.0, 4: 3500.0, 8: 5500.0}


@pytest.mark.parametrize("runs", [1, 2])
def test_runs_that_served_nothing_beside_others_that_did_are_in_no_figure(runs: int) -> None:
    answer = answered(one_fails(4, runs))
    clean = answered(measured(GROWING, set()))
    assert line(answer.headline) == line(clean.headline)
    (curve,) = answer.curves
    assert [len(point.values) for point in curve.points] == [3, 3, 3 - runs, 3]
    sentence = "At 4 CPUs, 1 run of 3 answered nothing but errors: no figure counts it."
    several = "At 4 CPUs, 2 runs of 3 answered nothing but errors: no figure counts them."
    assert (sentence if runs == 1 else several) in full_sentences(curve.notes)


def test_runs_that_served_nothing_at_the_highest_point_are_in_the_headline() -> None:
    words = line(answered(one_fails(8)).headline)
    assert "At 8 CPUs, 1 run of 3 answered nothing but errors" in words


@pytest.mark.parametrize("failing", [{4}, {2, 4}])
def test_runs_of_whose_failures_the_share_is_unknown_are_in_their_figure(failing: set[int]) -> None:
    """Infinite is what says so: "1 run of 3 answered nothing but errors" was said of it, and its figure left out."""
    places = {3 * place for place, n in enumerate(GROWING) if n in failing}
    every = [replace(one, failed=math.inf if one.run in places else 0.0) for one in measured(GROWING, set())]
    (curve,) = answered(every).curves
    assert [len(point.values) for point in curve.points] == [3, 3, 3, 3]
    notes = full_sentences(curve.notes)
    assert "At 4 CPUs some requests failed; of how many is not on record." in notes
    assert "nothing but errors" not in " ".join(notes)


def partly(curves: int, share: float = 0.02) -> list[Observation]:
    """Curves of whose runs at 8 CPUs the first one served nothing, and the others failed by a share of their own."""
    return [
        replace(one, run=100 * curve + one.run, column=f"v{curve}", failed=one.failed or share * (curve + 1))
        if one.row == "8"
        else replace(one, run=100 * curve + one.run, column=f"v{curve}")
        for curve in range(curves)
        for one in one_fails(8)
    ]


def test_of_highest_points_that_fail_curves_are_counted_and_not_notes() -> None:
    words = line(answered(partly(5)).headline)
    assert words.startswith(
        "Requests failed at the highest point of all 5 curves: less was served than their figures say. "
        "At 8 CPUs, 1 run of 3 answered nothing but errors: no figure counts it."
    )
    few = line(answered(partly(2)).headline)
    assert "At 8 CPUs, 1 run of 3 answered nothing but errors" in few
    assert "v1: At 8 CPUs, 4% of the requests failed" in few
    assert "curves" not in few.partition("serves")[0]


def test_of_runs_in_no_figure_it_is_not_said_that_figures_are_too_high() -> None:
    served = [replace(one, run=900 + one.run, column="w") for one in measured(GROWING, set())]
    words = line(answered([*partly(4, 0.0), *served]).headline)
    assert words.startswith(
        "At the highest point of 4 of 5 curves some runs answered nothing but errors: no figure counts them. "
    )
    assert "less was served" not in words


def test_runs_in_no_figure_are_among_the_runs_of_the_answer() -> None:
    """A permalink has to notice that one of them was excluded, since its headline counts it."""
    answer = answered(one_fails(4, 2))
    assert [*answer.runs] == [*range(12)]
    assert sorted({*answer.runs} - {run for point in answer.curves[0].points for run in point.runs}) == [6, 7]
    assert answered(measured(GROWING, set())).runs == answered(measured(GROWING, set())).comparison.runs


def test_places_of_unserved_runs_are_each_sought_once() -> None:
    runs = [
        replace(one, run=10 * curve + place, column=f"v{curve}", failed=float(place == curve % 2))
        for curve in range(6)
        for place, one in enumerate(measured({1: 1000.0}, set()))
    ]
    kept, unserved = without_unserved(numbers_of(runs[::-1]))
    assert {key: runs.tolist() for key, runs in unserved.items()} == {
        ("requests_per_second", "1", f"v{curve}"): [10 * curve + curve % 2] for curve in range(6)
    }
    assert len(kept) == len(runs) - 6


def test_failures_are_told_before_the_document_that_they_seem_to_change() -> None:
    """At exactly half errors ab prints the error page's length, and the headline named the document alone."""
    half = measured(LOADS, {80, 120}, 0.5)
    pages = [
        replace(one, conditions={**one.conditions, "document_bytes": "153" if one.failed and one.run % 2 else "8000"})
        for one in half
    ]
    assert line(answered(pages, x="concurrency").headline) == (
        "At concurrency 80 and 120, 50% and 50% of the requests failed: without these no more was served than at 60, "
        "so no gain, fall or fit counts these points. Not comparable: document size differs."
    )
