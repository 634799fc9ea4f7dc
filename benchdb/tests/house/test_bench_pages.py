"""`make bench-pages`: what it leaves alone, and when it fails."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from benchdb.dev.benchmarks.pages import Cost, is_missed, of_folder, sizes
from benchdb.host.embedded import hold_folder
from benchdb.host.paths import Paths


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    with ExitStack() as another:
        hold_folder(Paths(tmp_path / "data"), another)
        with pytest.raises(RuntimeError, match=rf"already running on {tmp_path / 'data'}"):
            of_folder(10, tmp_path)
    assert not (tmp_path / "data" / "postgres").exists()


@pytest.mark.parametrize(
    ("web", "bare", "expected"), [(22, 2.0, False), (23, 2.0, True), (85, 8.0, False), (95, 8.0, True)]
)
def test_a_goal_is_missed_in_bare_pages_of_the_same_machine(web: float, bare: float, *, expected: bool) -> None:
    cost = Cost("runs, deep page", 200, web, 0.0, wall=900.0, queries=3, size=8192, first=1000.0)
    assert is_missed(cost.row(bare).strip()) is expected, "the goal is 7.5 of them: 15 ms where one takes 2"


def test_what_has_no_goal_is_not_missed() -> None:
    assert not is_missed(Cost("run", 200, 500.0, 0.0, 500.0, 3, 8192, 1000.0).row(2.0).strip())


def test_ten_million_runs_are_asked_for() -> None:
    assert max(sizes({})) == 1_000_000
    assert max(sizes({"BENCH_BIG": "1"})) == 10_000_000
