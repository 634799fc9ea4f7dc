"""Where another vmstat begins in a log that several appended to. Its first row is since boot, too, and no sample.

vmstat prints its header again after each screen of rows, of which a log has 21; no word tells that from a new start.
A header that comes too early does, if the row below it says much the same as the first row since boot; so does a row
below any header that says the same as that one, when the row above does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ingest.formats.sysstat.interval.columns import gauges

SCREEN = 15  #: rows that stand between two headers of one vmstat at least, on the smallest terminal
MUCH, SAME = 0.5, 0.03  #: by how much the numbers of two rows differ at most
FEWEST = 8  #: numbers by the second, below which two rows have too little in common
FEWEST_PAIRS = 2
COARSE = 1  #: what is printed is whole

Row = dict[str, int]


class Starts:
    """What is known of the headers and rows so far."""

    def __init__(self) -> None:
        self._first: Row = {}  #: the first row of all
        self._screen = SCREEN  #: rows between the headers so far, the most

    def is_new(self, metrics: Sequence[str], above: Sequence[bytes], below: Sequence[bytes], rows: int) -> bool:
        """Whether the header between two rows is another vmstat's; `rows`: since the header before it."""
        row, before = rates(metrics, below), rates(metrics, above)
        if not self._first or not row:
            self._first = self._first or row
            return False
        is_early, self._screen = rows < self._screen, max(self._screen, rows)
        if is_early:
            return are_alike(row, self._first, MUCH)
        return are_alike(row, self._first, SAME) and not are_alike(before, self._first, SAME)


def are_of_two(rows: Sequence[Row]) -> bool:
    """Whether two vmstats wrote these rows by turns: both say the same of every moment, and not the same of all."""
    pairs = [(one, other) for one, other in zip(rows[::2], rows[1::2], strict=False) if one and other]
    moments = [one for one, _ in pairs]
    return (
        len(pairs) >= FEWEST_PAIRS
        and all(are_alike(one, other, SAME) for one, other in pairs)
        and not any(are_alike(one, later, SAME) for one, later in pairwise(moments))
    )


def rates(metrics: Sequence[str], cells: Sequence[bytes]) -> Row:
    """What a row says by the second, not how it is now; empty where the cells are no row."""
    values = cells[: len(metrics)]
    if len(values) < len(metrics) or not all(value.isdigit() for value in values):
        return {}
    return {name: int(value) for name, value in zip(metrics, values, strict=True) if name not in gauges()}


def are_alike(some: Row, others: Row, share: float) -> bool:
    """Whether no number that both have differs by more than this share of itself; `-w` has a column more."""
    both = some.keys() & others.keys()
    return len(both) >= FEWEST and all(
        abs(some[name] - others[name]) <= share * max(some[name], others[name]) + COARSE for name in both
    )
