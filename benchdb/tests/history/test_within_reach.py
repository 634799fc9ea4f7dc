"""Histories say how many runs it takes where no change of one curve among so many could have been shown."""

from __future__ import annotations

import pytest

from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.level_changes.within_reach import fewest_runs
from benchdb.tests.history.test_history import answered
from benchdb.wording import line


def stepped(curves: int, runs: int) -> HistoryAnswer:
    """So many curves of so many runs, one of which falls to 40% in the middle."""
    loads, values = list[str](), list[float]()
    for night in range(runs):
        for load in range(curves):
            falls = load == 1 and night >= runs // 2
            values.append((1000 + load) * (0.4 if falls else 1.0) * (1 + 0.001 * ((7 * night + 3 * load) % 11)))
            loads.append(str(load + 1))
    return answered(values, HistoryQuestion(by="concurrency"), concurrency=loads)


@pytest.mark.parametrize("curves", [2, 5, 6, 10])
def test_so_many_runs_are_what_it_takes(curves: int) -> None:
    needs = fewest_runs(curves)
    short, enough = stepped(curves, 8), stepped(curves, needs)
    assert not any(curve.changes for curve in short.curves)
    flat = "one of the curves shows no change" if curves == 2 else f"none of {curves - 1} curves shows a change"
    apart = "one of the curves has no proven change, and last runs that lie apart from those before"
    words = f"{flat}; {apart}; 8 runs of a curve cannot prove a change in one of {curves} alone: it takes {needs}."
    assert line(short.headline) == f"Requests per second: {words}"
    assert [curve.name for curve in enough.curves if curve.changes] == ["2"]
    assert "cannot prove" not in line(enough.headline)


def test_curves_that_could_have_shown_one_show_none_and_that_is_all() -> None:
    flat = answered([1000.0 + (7 * place) % 11 for place in range(48)], HistoryQuestion(by="concurrency"),
                    concurrency=["1", "2"] * 24)  # fmt: skip
    assert "cannot prove" not in line(flat.headline)
