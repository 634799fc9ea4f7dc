"""Comparison: the answer to a ComparisonQuestion, as a value. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchdb.domain.caveats import Caveat, Phrase
from benchdb.domain.dimensions import ITEM, dimension
from benchdb.domain.metrics import Metric, metric
from benchdb.domain.units import MOST_PLACES, places
from benchdb.questions.base import question_named
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.question import SPLIT_SIGN, ComparisonQuestion
from benchdb.questions.conditions import Difference
from benchdb.questions.figures.of_metric import Figures, figures_of, row_digits
from benchdb.questions.gate import LikeRuns, Spread, conflicts

AT_ONCE = 100  #: fractions that are looked at, before it is asked whether that was enough


@dataclass(frozen=True)
class Row:
    """One value of the row dimension, for one metric."""

    metric: str
    key: str
    cells: Mapping[str, Cell]  #: column key -> cell; absent = no runs

    @property
    def known_metric(self) -> Metric:
        return metric(self.metric)

    @cached_property
    def digits(self) -> int:
        """Significant digits of its values."""
        return row_digits(self.cells)

    @property
    def label(self) -> str:
        return self.known_metric.title if self.key == self.metric else self.key


def decimals(cells: Iterable[Cell]) -> int:
    """Of the values and the runs of some cells; whole numbers have none, and nobody needs more than two."""
    most = 0
    for cell in cells:
        numbers = np.append(np.asarray(cell.values, float), np.nan if cell.value is None else cell.value)
        fractions = np.unique(numbers[numbers != np.floor(numbers)])
        for first in range(0, len(fractions), AT_ONCE):
            if (most := max(most, places(fractions[first : first + AT_ONCE].tolist()))) == MOST_PLACES:
                return most
    return most


@dataclass(frozen=True)
class Comparison:
    """What the page, the chart and every export show."""

    query: str  #: the canonical question
    columns: tuple[str, ...]
    baseline: str  #: one of the columns; "" if there are none
    rows: tuple[Row, ...]
    held_constant: tuple[tuple[str, str], ...]  #: (dimension key, the one value of all runs)
    unknown: tuple[str, ...]  #: conditions that no run records
    also_differs: tuple[Difference, ...]
    caveats: tuple[Caveat, ...]
    runs: Sequence[int]
    published: int  #: how many of the runs are published figures
    accepted: tuple[Difference, ...] = ()  #: that may be there on purpose
    groups: tuple[LikeRuns, ...] = ()  #: the largest, where conditions are in conflict
    comparable: LikeRuns | None = None  #: the largest that two sides are in
    spreads: tuple[Spread, ...] = ()  #: of the conditions in conflict
    headline: tuple[Phrase, ...] = ()

    @property
    def is_compared(self) -> bool:
        """Some row has a cell beside its baseline."""
        return any(cell.verdict for row in self.rows for cell in row.cells.values())

    @property
    def runs_by_column(self) -> dict[str, set[int]]:
        """Column -> the ids of the runs in its cells."""
        of_rows = {name: [row.cells[name].runs for row in self.rows if name in row.cells] for name in self.columns}
        return {name: set().union(*runs) for name, runs in of_rows.items()}

    @property
    def has_others(self) -> bool:
        """There are columns besides the baseline."""
        return len(self.columns) > 1

    @property
    def is_part_published(self) -> bool:
        """Some of the runs are published figures, others measured here."""
        return 0 < self.published < len(self.runs)

    @property
    def is_worth_a_chart(self) -> bool:
        """There is more than one value of a metric to draw."""
        return self.has_others or len({row.key for row in self.rows}) > 1

    @cached_property
    def places(self) -> dict[str, int]:
        """Decimals of each metric's values, where it is a rate: as many as its runs' values have."""
        cells: dict[str, list[Cell]] = {}
        for row in self.rows:
            cells.setdefault(row.metric, []).extend(row.cells.values())
        return {name: decimals(own) for name, own in cells.items()}

    @cached_property
    def figures(self) -> dict[str, Figures]:
        """How the values of each metric are written."""
        cells: dict[str, list[Cell]] = {}
        for row in self.rows:
            cells.setdefault(row.metric, []).extend(row.cells.values())
        return {name: figures_of(name, own) for name, own in cells.items()}

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Conditions that differ between the sides or within a cell, and that nobody accepted."""
        every = [cell for row in self.rows for cell in row.cells.values()]
        return conflicts(self.also_differs, (caveat for cell in every for caveat in cell.caveats))

    @property
    def mixes(self) -> bool:
        """Some cell holds runs made under different conditions."""
        return any(cell.mixes for row in self.rows for cell in row.cells.values())

    @property
    def along(self) -> str:
        """What the rows are values of."""
        return SPLIT_SIGN.join(dimension(key).title for key in self.question.row_keys)

    def along_of(self, known: Metric) -> str:
        """The same of the rows of one metric, whose items have a name: `Lock`."""
        return (known.items if self.question.rows == ITEM.key else "") or self.along

    @property
    def question(self) -> ComparisonQuestion:
        return question_named(ComparisonQuestion, self.query)
