"""What the same numbers come to is remembered, and nothing is taken for the same that is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from benchdb.domain.statistics import Contrast, Side, SittingNoise, judgements
from benchdb.questions.level_changes import change_points
from benchdb.questions.level_changes.change_points import Series

MODULE = import_module("benchdb.domain.statistics.judgements")
HERE = Side((101.0, 103.5, 102.25, 104.0), (1.0, 1.0, 2.0, 2.0), (1.0, 60.0, 9e5, 9.1e5), (10.0,) * 4)
THERE = Side((90.0, 91.5, 92.25, 89.0), (3.0, 3.0, 4.0, 4.0), (5.0, 70.0, 8e5, 8.1e5), (10.0,) * 4)
CONTRAST = Contrast(HERE, THERE, "higher")


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[int]:
    calls, real = list[int](), getattr(module, name)

    def counting(*arguments: Any) -> Any:
        calls.append(1)
        return real(*arguments)

    monkeypatch.setattr(module, name, counting)
    return calls


def test_the_same_contrasts_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    MODULE.remembered.cache_clear()
    calls = counted(monkeypatch, MODULE, "evidence_of")
    first = judgements([CONTRAST, replace(CONTRAST, here=THERE, there=HERE)])
    again = judgements([CONTRAST, replace(CONTRAST, here=THERE, there=HERE)])
    assert again == first
    assert len(calls) == 1


@pytest.mark.parametrize(
    "other",
    [
        replace(CONTRAST, here=replace(HERE, values=(101.0, 103.5, 102.25, 104.5))),
        replace(CONTRAST, here=replace(HERE, sittings=(1.0, 2.0, 2.0, 2.0))),
        replace(CONTRAST, here=replace(HERE, starts=(1.0, 60.0, 9e5, 9.2e5))),
        replace(CONTRAST, here=replace(HERE, durations=(10.0, 10.0, 10.0, 11.0))),
        replace(CONTRAST, here=replace(HERE, durations=())),
        replace(CONTRAST, here=THERE, there=HERE),
        replace(CONTRAST, better="lower"),
        replace(CONTRAST, is_comparable=False),
        replace(CONTRAST, margin=0.05),
        replace(CONTRAST, noise=SittingNoise(0.02, 7)),
        replace(CONTRAST, delta=0.5),
    ],
)
def test_nothing_else_is_taken_for_them(other: Contrast) -> None:
    assert MODULE.digest([other], "median") != MODULE.digest([CONTRAST], "median")
    assert MODULE.digest([CONTRAST], "mean") != MODULE.digest([CONTRAST], "median")
    assert MODULE.digest([CONTRAST, other], "median") != MODULE.digest([other, CONTRAST], "median")


def series(change: Callable[[list[float], list[float], list[int]], object] = lambda *_: None) -> Series:
    values, places, runs = [100.0 + n % 3 for n in range(12)] + [80.0 + n % 3 for n in range(12)], [], list(range(24))
    places += [float(n) for n in range(24)]
    change(values, places, runs)
    return Series(values, places, runs)


def test_changes_of_the_same_curve_are_sought_once(monkeypatch: pytest.MonkeyPatch) -> None:
    change_points.remembered_splits.cache_clear()
    calls = counted(monkeypatch, Series, "sought")
    first = series().splits()
    assert [split.index for split in first] == [12]
    assert series().splits() == first
    assert len(calls) == 1
    series().splits(0.001)
    assert len(calls) == 2, "among other curves"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_another_value_place_or_run_is_another_curve(place: int) -> None:
    def change(*columns: list[Any]) -> None:
        columns[place][3] += 1

    assert series(change).digest(0.0) != series().digest(0.0)
