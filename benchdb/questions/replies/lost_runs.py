"""Runs of a side that were stopped before their end -> no verdict by which it gains. Pure but for what it is given.

Who crashes is no better, and a side of which many runs were stopped shows those that held out. A run that somebody
interrupted (`^C`, as its log says) is an accident as long as few are; one that its tool gave up, or whose log breaks
off, may be a crash, and one alone counts where the other side has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from benchdb.domain.dimensions import MISSING
from benchdb.domain.statistics.rank_test import log_ways
from benchdb.questions.cells import EMPTY, Cell, not_comparable
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.replies.failures import LOST, LOST_THERE
from benchdb.reads.search.stopped import Stopped, is_of_setups

MANY = 0.2  #: share of a side's runs, from which on its answer is one of those that held out
#: Of as many crashes of both sides together, that one side has so many or more by chance: Fisher's exact test (Fisher
#: 1934), one-sided.
CHANCE = 0.05
BROKEN_OFF = frozenset(("aborted",))  #: statuses of runs that nobody interrupted

Count = tuple[int, int]  #: runs that were stopped, all of the runs
NO_RUNS: Count = (0, 0)


@dataclass(frozen=True, slots=True)
class LostRuns:
    """Of a comparison's sides."""

    comparison: Comparison
    stopped: Stopped
    broken_off: Stopped  #: those among them that nobody interrupted

    def judged(self) -> Comparison:
        """The comparison without the verdicts that these runs forbid."""
        if not any(cell.verdict for row in self.comparison.rows for cell in row.cells.values()):
            return self.comparison
        return replace(self.comparison, rows=tuple(map(self.row, self.comparison.rows)))

    def row(self, row: Row) -> Row:
        return replace(row, cells={column: self.cell(row, column, cell) for column, cell in row.cells.items()})

    def cell(self, row: Row, column: str, cell: Cell) -> Cell:
        """What is worse stays so, though it is of those that held out; and what is better than a baseline that
        crashed. Neither side gains by its own crashes: what is worse than a baseline of which few held out may be none.
        """
        if not cell.verdict or cell.verdict == "not comparable":
            return cell
        baseline = self.comparison.baseline
        if cell.verdict != "worse" and self.lost_more(row, column, baseline):
            return not_comparable(cell, LOST)
        if cell.verdict != "better" and self.lost_more(row, baseline, column):
            return not_comparable(cell, LOST_THERE)
        return cell

    def lost_more(self, row: Row, column: str, other: str) -> bool:
        """Whether the one side lost many runs, or clearly more than the other to no interruption."""
        lost, every = self.count(self.stopped, row, column)
        if lost and lost >= MANY * every:
            return True
        return are_more(*(self.count(self.broken_off, row, name) for name in (column, other)))

    def count(self, of: Stopped, row: Row, column: str) -> Count:
        """At a row, with those whose log does not say at which: each may have been there."""
        runs = row.cells.get(column, EMPTY).n
        if not self.has_places:
            return of.by_side.get(column, (0, runs))
        value = self.comparison.question.row_values(row.key)[-1]
        places = (of.by_place.get((value, column), (0, runs)), of.by_place.get((MISSING, column), NO_RUNS))
        lost, every = zip(*places[: 1 if value == MISSING else 2], strict=True)
        return sum(lost), sum(every)

    @property
    def has_places(self) -> bool:
        return is_of_setups(self.comparison.question.rows)

    def of_sides(self) -> Iterator[tuple[str, str | None, Count]]:
        """(column, row, runs) of those that count though few are; the row is None where a log does not say which."""
        compared = [
            (row, column)
            for row in self.comparison.rows
            for column, cell in row.cells.items()
            if cell.verdict and column != self.comparison.baseline
        ]
        named = dict[tuple[str, str | None], Count]()
        for row, column in compared:
            for here, there in ((column, self.comparison.baseline), (self.comparison.baseline, column)):
                few = self.count(self.broken_off, row, here)
                if are_more(few, self.count(self.broken_off, row, there)):
                    named |= self.places(row, here)
        yield from ((column, row, lost) for (column, row), lost in named.items())

    def places(self, row: Row, column: str) -> dict[tuple[str, str | None], Count]:
        value = self.comparison.question.row_values(row.key)[-1]
        has_others = len({one.key for one in self.comparison.rows}) > 1
        if has_others and self.has_places and (lost := self.broken_off.by_place.get((value, column))):
            return {(column, value): lost}
        return {(column, None): self.broken_off.by_side[column]}


@lru_cache(maxsize=4_096)  # of a whole table that is not by load, the same few counts
def are_more(few: Count, fewer: Count) -> bool:
    """Whether one side has runs that broke off where the other one has none, or more than chance."""
    (lost, every), (others, of_others) = few, fewer
    if not lost or not others:
        return lost > 0
    return as_many_by_chance(lost, every, lost + others, every + of_others) <= CHANCE


def as_many_by_chance(lost: int, every: int, of_both: int, runs: int) -> float:
    """The tail of a hypergeometric distribution; that of `scipy.stats` is not worth its import in a web process."""
    counts = np.arange(max(lost, every + of_both - runs), min(of_both, every) + 1)
    ways = log_ways(np.array(of_both), counts) + log_ways(np.array(runs - of_both), every - counts)
    return float(np.exp(ways - log_ways(np.array(runs), np.array(every))).sum())
