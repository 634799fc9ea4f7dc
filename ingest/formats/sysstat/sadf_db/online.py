"""Which processors were online when: `INTR;CPU*` counts columns, and the rows of processors have the numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from ingest.formats.sysstat.kit.numbers import Floats


class OnlineCpus:
    """Of one host, from when each of its processors has a row."""

    def __init__(self, times: Mapping[int, Floats]) -> None:
        self._numbers = tuple(sorted(times))
        first = times[self._numbers[0]] if times else np.empty(0)
        self.varies = any(not np.array_equal(moments, first) for moments in times.values())
        self._by_time = numbers_by_time(times) if self.varies else {}
        self._count: int | None = None  #: of the first row, where no row names the processors

    def at_time(self, time: float, count: int) -> tuple[int, ...] | None:
        """The numbers of the `count` processors of a row; None where they cannot be known."""
        known = self._by_time.get(time, ()) if self.varies else self._numbers
        if len(known) == count:
            return known
        if known or self.varies:
            return None
        self._count = count if self._count is None else self._count
        return tuple(range(count)) if count == self._count else None


def numbers_by_time(times: Mapping[int, Floats]) -> dict[float, tuple[int, ...]]:
    """Time -> the processors that have a row of it, in order."""
    by_time: dict[float, list[int]] = defaultdict(list)
    for number in sorted(times):
        for moment in times[number].tolist():
            by_time[moment].append(number)
    return {moment: tuple(numbers) for moment, numbers in by_time.items()}
