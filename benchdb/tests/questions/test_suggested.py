"""The comparison that runs are laid out in, where nobody said how."""

from __future__ import annotations

import pytest

from benchdb.questions.comparison.suggest import suggested
from benchdb.questions.kinds import ask
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db


def layout(*setups: dict[str, object]) -> tuple[str, str]:
    """(rows, columns) of runs of these."""
    for one in setups:
        runs(setup("Linux 6.1", machine="laid out", **one), {"requests_per_second": [100.0, 101.0]})  # type: ignore[arg-type]
    question = suggested({"machine": ["laid out"]})
    return question.rows, question.cols


def test_what_differs_runs_down_the_side_where_both_sides_have_it() -> None:
    loads = [{"zone": zone, "concurrency": load} for zone in ("global", "web") for load in (1, 8)]
    assert layout(*loads) == ("concurrency", "zone")


def test_no_rows_are_of_one_side_alone() -> None:
    """CPUs stated of one zone only made a row of each zone, and nothing was compared."""
    sides = ({"zone": "global", "concurrency": 8, "cpus": 2}, {"zone": "web", "concurrency": 8})
    assert layout(*sides) == ("concurrency", "zone")


def test_another_load_on_each_side_is_one_row_that_says_so() -> None:
    sides = ({"keepalive": False, "requests": 600}, {"keepalive": True, "requests": 1600})
    assert layout(*({"concurrency": 8, **side} for side in sides)) == ("concurrency", "keepalive")


def test_runs_that_have_numbers_by_item_alone_are_laid_out_by_item() -> None:
    """A table of ratios was opened with requests per second, of which it had none."""
    for server in ("apache", "nginx"):
        runs(setup("Linux 6.1", 8, machine="laid out", tool=server), {"throughput_ratio:over the default": [1.5]})
    question = suggested({"machine": ["laid out"]})
    assert (question.metrics, question.rows, question.cols) == (("throughput_ratio",), "item", "tool")
    assert {column for row in ask(question).rows for column in row.cells} == {"apache", "nginx"}


def test_a_lone_run_is_a_column_of_what_it_records() -> None:
    """Not of its zone, which it does not record: the only column was called “not recorded”."""
    runs(setup("Linux 6.1", 16, machine="laid out"), {"requests_per_second": [100.0]})
    assert suggested({"machine": ["laid out"]}).cols == "kernel"
