"""A column of many numbers, of which some are known at a time: as codes, as long as few of them are different."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.columns import Repeated, small

FEW = 8  #: numbers for each different one, at the least: the search for more takes longer, and saves less


class Gathered:
    """So many numbers, all of them `empty` until they are put there. Each keeps all its bits."""

    def __init__(self, count: int, empty: float = np.nan) -> None:
        """Of whole numbers where `empty` is one, else of floats."""
        self.levels = np.array([empty])  #: in the order in which they came
        self.rising, self.places = self.levels.view(np.int64), np.zeros(1, np.int32)  #: their bits, and codes
        self.codes: NDArray[Any] = np.zeros(count, np.int8)
        self.plain: NDArray[Any] | None = None  #: the numbers themselves, once too many are different

    def put(self, own: slice, column: NDArray[Any] | Repeated) -> None:
        """These stand there."""
        numbers = np.asarray(column)
        if self.plain is None and not self._has_room(bits := numbers.view(np.int64)):
            self.plain, self.codes = np.asarray(self.column()), self.codes[:0]
        if self.plain is not None:
            self.plain[own] = numbers
            return
        codes = self.places[np.searchsorted(self.rising, bits)]
        self.codes = self.codes.astype(np.promote_types(self.codes.dtype, small(codes).dtype), copy=False)
        self.codes[own] = codes

    def _has_room(self, bits: NDArray[np.int64]) -> bool:
        """Whether they are few still with those that are new, which become levels then."""
        nearest = np.minimum(np.searchsorted(self.rising, bits), len(self.rising) - 1)
        new = np.unique(bits[self.rising[nearest] != bits])
        if len(self.levels) + len(new) > max(len(self.codes) // FEW, 1):
            return False
        before = np.searchsorted(self.rising, new)
        self.places = np.insert(self.places, before, len(self.levels) + np.arange(len(new), dtype=np.int32))
        self.rising = np.insert(self.rising, before, new)
        self.levels = np.append(self.levels, new.view(self.levels.dtype))
        return True

    def column(self) -> Any:
        """The numbers: as codes, or as they are."""
        return Repeated(self.codes, self.levels) if self.plain is None else self.plain
