"""The longest time in which no request ran: a log to which a second test was appended shows itself by it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ingest.formats.requests.tally import Window

LEAST_GAP = 30  #: seconds without any request from which on a second test is suspected
GAP_SHARE = 0.1  #: of the whole time that such a gap takes at least
BACK_SHARE = 0.5  #: of the whole time that rows go back at least, where a test begins again
FEW_ROWS = 20  #: among which parts of the first request may stand


class Gap:
    """The longest time in which no request ran, of rows that come as they end."""

    def __init__(self, per_second: int) -> None:
        self.least = LEAST_GAP * per_second
        self.length = 0  #: in parts of a second, of which there are `per_second`
        self.back = 0  #: how far a row ended before one above it, likewise
        self.rows = 0  #: before it
        self.again = 0  #: how far a row went back that neither began nor ended after the first one, likewise
        self._first: tuple[int, int] | None = None  #: when the first row began and ended
        self._few: list[tuple[int, int]] = []  #: the first rows, of a short log all, likewise
        self._rows = 0
        self._last = 0  #: the latest end of all rows so far; 0: there is none

    def add(self, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
        """A start of 0 was not measured."""
        if starts.size:
            latest = np.maximum.accumulate(np.concatenate(([self._last], ends)))
            idle = np.where((starts > 0) & (latest[:-1] > 0), starts - latest[:-1], 0)
            row = int(idle.argmax())
            if idle[row] > self.length:
                self.length, self.rows = int(idle[row]), self._rows + row
            back = latest[1:] - ends
            self.back = max(self.back, int(back.max()))
            self._first = self._first or (int(starts[0]), int(ends[0]))
            before = (starts > 0) & (starts <= self._first[0]) & (ends <= self._first[1])
            before[: max(0, FEW_ROWS - self._rows)] = False
            self.again = max(self.again, int(back[before].max(initial=0)))
            self._last = int(latest[-1])
            few = slice(2 * FEW_ROWS - len(self._few))
            self._few += zip(starts[few].tolist(), ends[few].tolist(), strict=True)
        self._rows += starts.size

    @property
    def goes_back(self) -> bool:
        """Rows come as they end: these were put behind those of a later test."""
        return self.back >= self.least

    @property
    def is_doubled(self) -> bool:
        """A short log whose second half is its first."""
        half, odd = divmod(self._rows, 2)
        return 1 < half <= FEW_ROWS and not odd and self._few[:half] == self._few[half:]

    def begins_again(self, window: Window) -> bool:
        """The same rows once more, or those of an earlier test, however short they are."""
        return self.is_doubled or (self.again > 0 and self.again >= BACK_SHARE * (window.last - window.first))

    def share(self, window: Window) -> float:
        """Of the whole time, if it is long enough to be another test's beginning; else 0."""
        whole = window.last - window.first
        share = self.length / whole if whole > 0 else 0.0
        return share if self.length >= self.least and share >= GAP_SHARE else 0.0
