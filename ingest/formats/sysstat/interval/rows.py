"""Which lines of a piece can only be rows, by their first and last bytes; and whose they are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.interval.table import Table
from ingest.formats.sysstat.kit.numbers import BLANK, Bytes, Floats, Mask
from ingest.formats.sysstat.kit.pieces import Lines, Text
from ingest.formats.sysstat.kit.sections import MOST_ITEMS, times_of
from ingest.formats.sysstat.kit.words import text_of

SHORTEST = 12  #: bytes of any row
CLOCK = 8  #: bytes of 19:02:03
NO_LINES: Lines = np.zeros(0, dtype=np.int64)


def among(characters: bytes) -> Mask:
    """Which bytes are among `characters`."""
    among_them = np.zeros(256, dtype=bool)
    among_them[list(characters)] = True
    return among_them


DIGITS = among(b"0123456789")
BLANK_OR_DIGIT = among(b" 0123456789")


def byte(text: Text, place: int) -> Bytes:
    """The byte at `place` of each line, from its end where negative; any where a line is shorter."""
    places = text.starts + place if place >= 0 else text.starts + text.lengths + place
    return text.buffer[np.clip(places, 0, len(text.buffer) - 1)]


def begins_with_time(text: Text) -> Mask:
    """Whether a line is long enough and begins with a digit, or with a blank and a digit."""
    begins: Mask = DIGITS[byte(text, 0)] | ((byte(text, 0) == BLANK) & DIGITS[byte(text, 1)])
    return begins & (text.lengths >= SHORTEST)


class Turns:
    """Whose rows stand after which line of a piece, and when they were, where rows do not tell that."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self._time = math.nan
        self.rest()

    def turn(self, index: int, table: Table | None, time: float = math.nan) -> None:
        """Rows after line `index` are the table's."""
        self.table, self._time = table, time
        self._lines.append(index)
        self._owners.append(self._numbers.setdefault(table, len(self._numbers)))
        self._times.append(time)

    def rest(self) -> None:
        """A new piece begins, or what stood before is read."""
        self._numbers: dict[Table | None, int] = {self.table: 0}
        self._lines, self._owners, self._times = [0], [0], [self._time]

    def of(self, lines: Lines) -> tuple[Lines, Floats]:
        """Of each line the number of its table, and its time."""
        turns = np.searchsorted(np.array(self._lines, dtype=np.int64), lines, side="right") - 1
        return np.array(self._owners, dtype=np.int64)[turns], np.array(self._times)[turns]

    def tables(self, owners: Lines) -> Iterator[tuple[Table, Lines]]:
        """Each table with the places of its lines."""
        for table, number in self._numbers.items():
            places = np.flatnonzero(owners == number) if table is not None else NO_LINES
            if table is not None and len(places):
                yield table, places

    def ownerless(self, owners: Lines) -> Lines:
        """The places of lines below which no header stands."""
        number = self._numbers.get(None)
        return NO_LINES if number is None else np.flatnonzero(owners == number)


def add(table: Table, text: Text, lines: Lines, times: Floats, problems: Problems) -> None:
    """Give a table its rows; those that are none are told."""
    for line, expected in table.add(text, lines, times):
        problems.add(text.first_line + line, expected, text_of(text.line(line)[:200]))
    if len(table.items.names) > MOST_ITEMS:
        problems.add_once(table.line, f"more than {MOST_ITEMS} items under this header: not all were read")


def times_before(text: Text, lines: Lines, width: int, seconds: Callable[[bytes], float]) -> Floats:
    """The times in the first `width` bytes of each line, NaN where there is none."""
    times = np.full(len(lines), np.nan)
    starts = text.starts[lines]
    inside = starts + width <= len(text.buffer)
    if not width or not inside.any():
        return times
    cells = np.lib.stride_tricks.sliding_window_view(text.buffer, width)[starts[inside]]
    if width > CLOCK and (cells[:, CLOCK:] == BLANK).all():
        cells = cells[:, :CLOCK]
    times[inside] = times_of(cells, seconds)
    return times
