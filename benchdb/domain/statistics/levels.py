"""What a test must reach, and how many runs it takes at the least."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.columns import floats

SIGNIFICANCE = 0.05
POWER = 0.8
FEWEST = 4  #: runs on each side with which the exact test can reach 5% at all

Values = Sequence[float]
Pair = tuple[Values, Values]  #: (values, baseline)
Interval = tuple[float, float]


def level_of_one_more(significant: Sequence[float], tests: int) -> float:
    """The p at which one more of so many tests gets a q of 5%, beside those that have it (their p).

    By the procedure of Benjamini and Hochberg (1995): it rejects the k smallest of m up to 5% k / m.
    """
    beside = len(significant) + 1
    return max([SIGNIFICANCE * beside / max(tests, beside), *significant])


@dataclass(frozen=True, slots=True)
class Alike:
    """Pairs of equal sizes, as the rows of two arrays."""

    indexes: NDArray[np.int64]  #: which of all pairs they are
    here: NDArray[np.float64]  #: [pair, run]
    there: NDArray[np.float64]

    @property
    def sizes(self) -> tuple[int, int]:
        return self.here.shape[1], self.there.shape[1]

    def of(self, rows: NDArray[np.bool_]) -> Alike:
        """Only some of them."""
        return self if rows.all() else Alike(self.indexes[rows], self.here[rows], self.there[rows])


class Pairs(Sequence[Pair]):
    """Pairs that several methods are asked of: those of equal sizes are put together once."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self._pairs = pairs

    def __len__(self) -> int:
        return len(self._pairs)

    @overload
    def __getitem__(self, index: int) -> Pair: ...
    @overload
    def __getitem__(self, index: slice) -> Pairs: ...
    def __getitem__(self, index: int | slice) -> Pair | Pairs:
        return Pairs(self._pairs[index]) if isinstance(index, slice) else self._pairs[index]

    @cached_property
    def alike(self) -> list[Alike]:
        places: dict[tuple[int, int], list[int]] = defaultdict(list)
        for index, (values, baseline) in enumerate(self._pairs):
            places[len(values), len(baseline)].append(index)
        return [Alike(np.array(indexes), *map(stacked, self._sides(indexes))) for indexes in places.values()]

    def _sides(self, indexes: Sequence[int]) -> Iterable[list[Values]]:
        return ([self._pairs[index][side] for index in indexes] for side in (0, 1))


def alike(pairs: Sequence[Pair]) -> list[Alike]:
    """The pairs by their sizes."""
    return (pairs if isinstance(pairs, Pairs) else Pairs(pairs)).alike


def stacked(samples: Iterable[Values]) -> NDArray[np.float64]:
    """Samples of one size as the rows of an array."""
    rows = [*map(floats, samples)]
    return np.concatenate(rows).reshape(len(rows), -1)
