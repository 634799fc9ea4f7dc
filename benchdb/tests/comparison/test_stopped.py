"""Runs that were stopped before they printed a figure are missing from an answer, which says so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.utils import timezone
from scipy.stats import fisher_exact

from benchdb.cli.gating.cells import judged
from benchdb.cli.gating.gate import Gate
from benchdb.cli.gating.losses import incomparable, unsaid
from benchdb.models import Run
from benchdb.questions.base import Question
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.kinds import ask
from benchdb.questions.permalinks.drift import drift
from benchdb.questions.permalinks.freeze import canonical, freeze
from benchdb.questions.replies.lost_runs import as_many_by_chance
from benchdb.questions.replies.stopped import many_stopped_at_rows
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.questions.unfinished import STOPPED
from benchdb.wording import line, sentences
from frontend.answers.comparison.data import as_dict
from frontend.tests.constructed import runs, setup

OLD, NEW = "Linux 6.1", "Linux 6.6"
OF_KERNELS = ComparisonQuestion.from_query([("machine", "built"), ("cols", "kernel")])
LEFT_OUT = "5 runs that were stopped before the end are left out."
LIMIT = "5 of 8 runs of Linux 6.6 were stopped before the end and are not in its figures."


@pytest.fixture
def stopped(db: None) -> Sequence[Run]:
    """Eight runs of one kernel; of the other three came to their end, and five printed nothing but that they were
    stopped: not even their concurrency."""
    runs(setup(OLD, 10), {"requests_per_second": [1000.0 + n for n in range(8)]})
    runs(setup(NEW, 10), {"requests_per_second": [1200.0, 1201.0, 1203.0]})
    return stopped_runs(NEW, 5)


def stopped_runs(kernel: str, count: int, status: str = "aborted") -> Sequence[Run]:
    made = runs(setup(kernel, None), {"requests_completed": [1.0 * n for n in range(count)]})
    for run in made:
        run.measurements.all().delete()
        run.status = status
        run.save()
    return made


@pytest.mark.usefixtures("stopped")
def test_a_side_that_lost_most_of_its_runs_says_so_in_its_headline_and_every_export() -> None:
    answer = ask(OF_KERNELS)
    assert LIMIT in line(answer.headline)
    assert sentences(answer.caveats)[0] == LEFT_OUT


def test_runs_that_were_excluded_do_not_count_as_lost(stopped: Sequence[Run]) -> None:
    Run.objects.filter(pk__in=[run.pk for run in stopped[1:]]).update(
        excluded_at=timezone.now(), excluded_because="disk"
    )
    answer = ask(OF_KERNELS)
    assert sentences(answer.caveats)[0] == "1 run that was stopped before the end is left out."
    assert "1 of 4 runs of Linux 6.6 was stopped" in line(answer.headline)


@pytest.mark.usefixtures("stopped")
def test_a_question_that_takes_them_in_says_which_it_could_not() -> None:
    runs_in = ask(OF_KERNELS.narrowed("status", "complete", "aborted"))
    assert sentences(runs_in.caveats)[0] == "5 runs that were stopped before the end have no figure here."
    assert LIMIT in line(runs_in.headline)


@pytest.mark.usefixtures("stopped")
def test_other_questions_count_them_too() -> None:
    history: Question = HistoryQuestion.from_query([("machine", "built")])
    assert LEFT_OUT in sentences(ask(history).caveats)


def test_few_of_many_that_somebody_interrupted_are_no_limit_and_other_machines_have_none(
    stopped: Sequence[Run],
) -> None:
    Run.objects.filter(pk__in=[run.pk for run in stopped]).update(status="interrupted")
    runs(setup(NEW, 10), {"requests_per_second": [1200.0 + n for n in range(18)]})
    answer = ask(OF_KERNELS)
    assert verdict_of(answer) == "better"
    assert sentences(answer.caveats)[0] == LEFT_OUT
    assert "stopped" not in line(answer.headline)
    elsewhere = ask(replace(OF_KERNELS, where=(("machine", ("other",)),)))
    assert LEFT_OUT not in sentences(elsewhere.caveats)


def verdict_of(answer: Any) -> str | None:
    return next(cell.verdict for row in answer.rows for column, cell in row.cells.items() if column == NEW)


@pytest.mark.parametrize(
    ("rate", "crashed", "other", "verdict"),
    [
        (1200.0, 1, 0, "not comparable"),
        (1200.0, 0, 1, "better"),
        (1000.0, 0, 1, "not comparable"),
        (800.0, 1, 0, "worse"),
        (800.0, 0, 1, "not comparable"),
        (1200.0, 1, 1, "better"),
        (1200.0, 7, 1, "not comparable"),
        (1200.0, 2, 1, "better"),
    ],
)
def test_a_crash_of_one_side_alone_lets_it_gain_nothing_and_is_named(
    db: None, rate: float, crashed: int, other: int, verdict: str
) -> None:
    """One of eight runs was reset by its server, and the gate had a tick: “+8.8%. 7 runs against 8: better.”"""
    for kernel, level, lost in ((OLD, 1000.0, other), (NEW, rate, crashed)):
        runs(setup(kernel, 10), {"requests_per_second": [level + n % 7 for n in range(30)]})
        stopped_runs(kernel, lost) if lost else None
    answer = ask(OF_KERNELS)
    assert verdict_of(answer) == verdict
    name, few = (NEW, crashed) if crashed > other else (OLD, other)
    is_told = crashed == 7 or not (crashed and other)
    verb = "was stopped before the end and is" if few == 1 else "were stopped before the end and are"
    assert (f"{few} of {30 + few} runs of {name} {verb} not in its figures." in line(answer.headline)) == is_told
    data = as_dict(answer)
    assert data.get("stopped_on_one_side", []) == [{"column": name, "runs": few, "of": 30 + few}] * is_told
    assert bool(unsaid(data, "")) == is_told, "which a gate prints whatever it decides"
    assert Gate().sentence(judged(data)).startswith("✅") == (verdict == "better")
    then = ask(OF_KERNELS.at_moment(timezone.now()))
    assert (then.headline, verdict_of(then)) == (answer.headline, verdict)
    assert drift(freeze(OF_KERNELS, timezone.now())) == ()


@pytest.mark.usefixtures("stopped")
def test_the_page_has_the_verdict_of_a_gate() -> None:
    """“Better” stood on the page, and “not comparable” in the gate's summary above it."""
    answer = ask(OF_KERNELS)
    words = "3 runs against 8: not comparable, because runs of it were stopped before the end."
    assert words in line(answer.headline)
    assert verdict_of(answer) == "not comparable"
    (cell,) = [cell for row in as_dict(answer)["rows"] for cell in row["cells"] if cell["column"] == NEW]
    assert cell["not_comparable_because"] == "runs of it were stopped before the end"


@pytest.mark.django_db
def test_a_crash_at_a_known_load_is_of_this_load_alone() -> None:
    for load in (1, 8):
        for kernel, level in ((OLD, 1000.0), (NEW, 1200.0)):
            runs(setup(kernel, load), {"requests_per_second": [level + n for n in range(8)]})
    crashed(NEW, 8, 1)
    answer = ask(ComparisonQuestion.from_query([("machine", "built"), ("cols", "kernel"), ("rows", "concurrency")]))
    assert [row.cells[NEW].verdict for row in answer.rows] == ["better", "not comparable"]
    assert "1 of 9 runs of Linux 6.6 at concurrency 8 was stopped before the end" in line(answer.headline)
    (one,) = as_dict(answer)["stopped_on_one_side"]
    assert one == {"column": NEW, "row": "8", "runs": 1, "of": 9}


def crashed(kernel: str, load: int, count: int) -> None:
    """Runs that say their load, and were stopped before they printed a figure."""
    made = runs(setup(kernel, load), {"requests_completed": [1.0 * n for n in range(count)]})
    for run in made:
        run.measurements.all().delete()
        run.status = "aborted"
        run.save()


@pytest.mark.django_db
def test_a_load_at_which_many_runs_were_stopped_is_named_however_few_they_are_of_all() -> None:
    """All six at 64, half at 16, of 60 runs."""
    for load in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512):
        runs(setup(OLD, load), {"requests_per_second": [1000.0 + n for n in range(6)]})
        held_out = {64: 0, 16: 3}.get(load, 6)
        runs(setup(NEW, load), {"requests_per_second": [1200.0 + n for n in range(held_out)]}) if held_out else None
        crashed(NEW, load, 6 - held_out) if held_out < 6 else None
    by_load = ComparisonQuestion.from_query([("machine", "built"), ("cols", "kernel"), ("rows", "concurrency")])
    answer = ask(by_load)
    limit = "9 of 12 runs of Linux 6.6 at concurrency 16 and 64 were stopped before the end and are not in its figures."
    assert limit in line(answer.headline)
    assert many_stopped_at_rows(answer.headline) == [(NEW, "16", 3, 6), (NEW, "64", 6, 6)]
    then = ask(by_load.at_moment(timezone.now()))
    assert then.headline == answer.headline
    curves = ask(ScalingQuestion.from_query([("machine", "built"), ("by", "kernel"), ("x", "concurrency")]))
    assert limit in line(curves.headline)
    link = freeze(by_load, timezone.now())
    assert limit in link.headline
    assert drift(link) == ()


@pytest.mark.usefixtures("stopped")
def test_three_sides_are_counted_and_not_named() -> None:
    for name in ("Linux 6.7", "Linux 6.8"):
        runs(setup(name, 10), {"requests_per_second": [1200.0, 1201.0, 1203.0]})
        stopped_runs(name, 2)
    assert "3 sides lost a fifth of their runs or more" in line(ask(OF_KERNELS).headline)


@pytest.mark.usefixtures("stopped")
def test_a_permalink_has_the_limit_and_its_check_finds_nothing_else() -> None:
    link = freeze(OF_KERNELS, timezone.now())
    assert LIMIT in link.headline
    assert drift(link) == ()
    stopped_runs(NEW, 1)
    assert drift(link) == (), "no figure of the answer is another one"


@pytest.mark.usefixtures("stopped")
def test_a_permalink_that_was_made_before_such_runs_were_counted_stands() -> None:
    link = freeze(OF_KERNELS, timezone.now())
    data = json.loads(link.result)
    data["caveats"] = [one for one in data["caveats"] if one["kind"] != STOPPED]
    data["headline"] = data["headline"][:1]
    link.result = canonical(data)
    assert drift(link) == ()


@pytest.mark.usefixtures("stopped")
@pytest.mark.parametrize("more", [(), (("status", "aborted"), ("status", "complete"))])
def test_an_answer_of_a_moment_says_the_same(more: tuple[tuple[str, str], ...]) -> None:
    question = ComparisonQuestion.from_query([("machine", "built"), ("cols", "kernel"), *more])
    now, then = ask(question), ask(question.at_moment(timezone.now()))
    assert (then.headline, then.caveats) == (now.headline, now.caveats)
    before = ask(question.at_moment(timezone.now() - timedelta(days=1)))
    assert before.caveats == ()


def test_a_side_that_lost_every_run_is_named(db: None) -> None:
    """The page said that there is one column, and nothing of what became of the other."""
    runs(setup(OLD, 10), {"requests_per_second": [1000.0 + n for n in range(4)]})
    stopped_runs(NEW, 6)
    answer = ask(OF_KERNELS)
    words = "Every run of Linux 6.6 was stopped before the end (6 runs), so there is nothing of it to compare."
    assert line(answer.headline) == words
    assert as_dict(answer)["stopped"] == [{"column": NEW, "runs": 6, "of": 6}]
    reason = incomparable(as_dict(answer), [])
    gone = "6 of 6 runs of Linux 6.6 were stopped before the end."
    assert reason == f"there is nothing to compare with Linux 6.1. {gone}"
    runs(setup("Linux 5.10", 10), {"requests_per_second": [1000.0 + n for n in range(4)]})
    assert words in line(ask(OF_KERNELS).headline), "beside two others, too"
    assert Gate().status(judged(as_dict(ask(OF_KERNELS)))) == 3


def test_a_side_without_the_metric_is_named(db: None) -> None:
    runs(setup(OLD, 10), {"requests_per_second": [1000.0], "latency_mean": [0.01]})
    runs(setup(NEW, 10), {"requests_per_second": [1000.0]})
    answer = ask(replace(OF_KERNELS, metrics=("latency_mean",)))
    assert line(answer.headline) == "No run of Linux 6.6 has a figure for “Latency, mean”, so nothing is compared."


def test_a_side_without_the_metric_is_named_beside_one_that_lost_every_run(db: None) -> None:
    runs(setup(OLD, 10), {"requests_per_second": [1000.0], "latency_mean": [0.01]})
    runs(setup("Linux 6.5", 10), {"requests_per_second": [1000.0]})
    stopped_runs(NEW, 6)
    headline = line(ask(replace(OF_KERNELS, metrics=("latency_mean",))).headline)
    assert "No run of Linux 6.5 has a figure for “Latency, mean”" in headline
    assert "Every run of Linux 6.6 was stopped before the end (6 runs)" in headline


def test_of_many_sides_that_lost_every_run_none_is_passed_over(db: None) -> None:
    runs(setup(OLD, 10), {"requests_per_second": [1000.0 + n for n in range(4)]})
    names = [f"Linux 6.{n}" for n in range(2, 7)]
    for name in names:
        stopped_runs(name, 2)
    answer = ask(OF_KERNELS)
    assert line(answer.headline).endswith("compare. Every run of 2 more sides was stopped, too.")
    assert [side["column"] for side in as_dict(answer)["stopped"]] == names
    assert "No run of" not in line(answer.headline)
    link = freeze(OF_KERNELS, timezone.now())
    assert "Every run of 2 more sides was stopped, too." in link.headline
    assert drift(link) == ()
    assert incomparable(as_dict(answer), []).endswith(
        "2 of 2 runs of Linux 6.5 were stopped before the end, and 1 more."
    )


def test_many_rows_of_one_side_have_their_ends(db: None) -> None:
    for n in range(12):
        runs(setup(f"Linux 6.{n}", 10), {"requests_per_second": [1000.0 + 100 * n]})
    question = ComparisonQuestion.from_query([("machine", "built"), ("rows", "kernel"), ("cols", "machine")])
    assert line(ask(question).headline) == (
        "Requests per second of built: from 1,000/s (Linux 6.0) to 2,100/s (Linux 6.11). There is only one side, so "
        "nothing is compared."
    )


def test_a_filter_that_leaves_one_run_has_its_figure(db: None) -> None:
    """The headline was empty."""
    runs(setup(OLD, 10), {"requests_per_second": [1000.0]})
    where = "Requests per second of built, Linux 6.1, at concurrency 10"
    words = f"{where}: 1,000/s (1 run). There is only one side, so nothing is compared."
    assert line(ask(OF_KERNELS).headline) == words
    runs(setup(OLD, 10), {"requests_per_second": [1020.0, 1040.0]})
    assert f"{where}: 1,020/s, median of 3 runs (1,000 to 1,040)." in line(ask(OF_KERNELS).headline)


def test_chance_is_that_of_fishers_exact_test() -> None:
    for (lost, every), (others, of_others) in product([(1, 8), (3, 8), (8, 8), (7, 37), (90, 400)], repeat=2):
        expected = fisher_exact([[lost, every - lost], [others, of_others - others]], alternative="greater").pvalue
        assert as_many_by_chance(lost, every, lost + others, every + of_others) == pytest.approx(expected, rel=1e-9)
