"""The lines of one panel -> the curves that a reader can tell apart. Pure.

Lines that lie on each other are one curve with all their names; those that stay at 0 are named, and not drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.domain.activity.panels import Series

ALIKE = 0.02  #: of the panel's highest value: lines that are nowhere farther apart are drawn as one


@dataclass(frozen=True, slots=True)
class Curve:
    names: tuple[str, ...]
    series: Series

    @property
    def title(self) -> str:
        """`lo received = sent`: what its names begin with alike is not repeated."""
        first, *others = self.names
        start = first.rpartition(" ")[0] + " "
        return " = ".join([first, *(name.removeprefix(start) for name in others)])


@dataclass(frozen=True, slots=True)
class Curves:
    drawn: tuple[Curve, ...]
    still: tuple[str, ...]  #: the lines that stay at 0


def curves(lines: Sequence[tuple[str, Series]]) -> Curves:
    """Of a panel in which nothing moves the first line is drawn."""
    moving = [(name, series) for name, series in lines if not is_still(series)] or list(lines[:1])
    near = ALIKE * max((float(np.nanmax(np.abs(values), initial=0.0)) for _, (_, values) in moving), default=0.0)
    drawn: list[Curve] = []
    for name, series in moving:
        place = next((place for place, one in enumerate(drawn) if are_alike(one.series, series, near)), None)
        if place is None:
            drawn.append(Curve((name,), series))
        else:
            drawn[place] = Curve((*drawn[place].names, name), drawn[place].series)
    names = {name for name, _ in moving}
    return Curves(tuple(drawn), tuple(name for name, _ in lines if name not in names))


def is_still(series: Series) -> bool:
    """Whether it was sampled, and each time 0."""
    return is_sampled(series) and not np.nan_to_num(series[1]).any()


def is_sampled(series: Series) -> bool:
    return bool(np.isfinite(series[1]).any())


def are_alike(one: Series, other: Series, near: float) -> bool:
    if not np.array_equal(one[0], other[0]) or not np.array_equal(np.isfinite(one[1]), np.isfinite(other[1])):
        return False
    apart = np.abs(one[1] - other[1])
    return bool(np.nanmax(apart, initial=0.0) <= near)
