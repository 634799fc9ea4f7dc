"""A selection's runs in the order of any column, page by page: by what a setup has, by a figure, by the date.

What setups decide is sorted by setups, of which there are far fewer than runs; figures and dates are read as arrays.
The place of a page is the value and the id of the last run before it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchdb.domain.columns import Floats, Ints
from benchdb.domain.dimensions import DIMENSIONS, UnknownDimension, dimension
from benchdb.domain.metrics import UnknownMetric, metric
from benchdb.reads.packed.census import Census, Mask
from benchdb.reads.packed.runs import runs_of, values_of
from benchdb.reads.packed.series import OF_RUNS
from benchdb.reads.search.selection import Selection

DATE = "date"


class CannotOrder(ValueError):
    """A column that runs cannot be sorted by; the message says what they can be sorted by."""


@dataclass(frozen=True, slots=True)
class Order:
    """A column and a direction."""

    column: str  #: DATE, a dimension of setups, or a metric
    is_falling: bool = False

    @classmethod
    def from_text(cls, text: str) -> Order:
        """`-rps` style: a minus for falling. CannotOrder for what is no column."""
        order = cls(text.removeprefix("-"), text.startswith("-"))
        if order.column == DATE or order.is_of_setups or order.is_figure:
            return order
        raise CannotOrder(f"runs cannot be sorted by {order.column!r}: only by date, by a metric or by {SORTABLE}")

    @property
    def is_of_setups(self) -> bool:
        try:
            return dimension(self.column).is_condition
        except UnknownDimension:
            return False

    @property
    def is_figure(self) -> bool:
        try:
            return bool(metric(self.column))
        except UnknownMetric:
            return False


SORTABLE = ", ".join(key for key, known in DIMENSIONS.items() if known.is_condition and key not in OF_RUNS)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page ends: the last run's rank in its column, and its id."""

    rank: float
    run: int

    @classmethod
    def from_text(cls, text: str) -> Place | None:
        """`12.5~77`; None for what is no place."""
        rank, _, run = text.partition("~")
        try:
            return cls(float(rank), int(run))
        except ValueError:
            return None

    def __str__(self) -> str:
        return f"{self.rank!r}~{self.run}"


def in_order(selection: Selection, order: Order, after: Place | None, limit: int) -> list[Place]:
    """The next runs of the selection after a place; runs that have nothing in the column are not among them."""
    if order.is_of_setups:
        return of_setups(selection, order, after, limit)
    runs, ranks = figures(selection, order.column)
    return lowest(runs, -ranks if order.is_falling else ranks, after, limit)


def figures(selection: Selection, column: str) -> tuple[Ints, Floats]:
    """(runs, values) of the selection, from the arrays."""
    rows = selection.mask.copy()
    rows[selection.rows] = True
    if column == DATE:
        columns = runs_of(selection.census, rows, with_times=True)
        values = columns.moments.astype(float)
    else:
        columns = values_of(selection.census, rows, column)
        values = columns.values
    if not len(selection.singles):
        return columns.runs, values
    kept = selection.mask[columns.rows] | np.isin(columns.runs, selection.singles)
    return columns.runs[kept], values[kept]


def lowest(runs: Ints, ranks: Floats, after: Place | None, limit: int) -> list[Place]:
    """The lowest that come after the place; equal ones newest first."""
    if after:
        beyond = (ranks > after.rank) | ((ranks == after.rank) & (runs < after.run))
        runs, ranks = runs[beyond], ranks[beyond]
    if len(runs) > limit:  # all that could be among them: those up to the last one's rank
        some = ranks <= np.partition(ranks, limit - 1)[limit - 1]
        runs, ranks = runs[some], ranks[some]
    chosen = np.lexsort((-runs, ranks))[:limit]
    return [Place(rank, run) for rank, run in zip(ranks[chosen].tolist(), runs[chosen].tolist(), strict=True)]


def of_setups(selection: Selection, order: Order, after: Place | None, limit: int) -> list[Place]:
    """Value by value: only the runs of the values that the page shows are read."""
    ranks = setup_ranks(selection.census, order)
    listed: list[Place] = []
    for rank in np.unique(ranks[selection.counts > 0]).tolist():
        if len(listed) < limit and (after is None or rank >= after.rank):
            runs = runs_of_rows(selection, ranks == rank)
            listed += lowest(runs, np.full(len(runs), float(rank)), after, limit - len(listed))
    return listed


def setup_ranks(census: Census, order: Order) -> Ints:
    """The place of each row's value among all values as readers expect them; falling ones are negative."""
    coded, known = census.coded(order.column), dimension(order.column)
    rising = sorted(range(len(coded.texts)), key=lambda code: known.order(coded.texts[code]))
    places = np.zeros(len(rising), np.int64)
    places[rising] = np.arange(len(rising))
    return -places[coded.codes] if order.is_falling else places[coded.codes]


def runs_of_rows(selection: Selection, rows: Mask) -> Ints:
    """Of the selection, those in some rows of the census."""
    mine = selection.mask & rows
    whole = runs_of(selection.census, mine).runs if mine.any() else selection.singles[:0]
    return np.concatenate([whole, selection.singles[rows[selection.rows]]])
