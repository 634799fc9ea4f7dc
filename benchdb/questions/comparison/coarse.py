"""The rows of a comparison, with what the steps in which tools print leave open of each cell. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from benchdb.questions.comparison.answer import Row
from benchdb.questions.numbers.places import Places
from benchdb.questions.rounding.spans import Printed, rounded
from benchdb.questions.rounding.steps import published_step, step_of


def with_steps(rows: Sequence[Row], baseline: str, places: Places, margin: float) -> tuple[Row, ...]:
    """A caveat in each cell whose figures are coarse, and in each whose ratio then is; no verdict that rounding may be.

    `margin` is the one of equivalence, a fraction.
    """
    names = {row.metric for row in rows}
    steps = {
        name: published_step(name, (cell for row in rows if row.metric == name for cell in row.cells.values()))
        for name in names
    }
    return tuple(with_row_steps(row, baseline, places, steps[row.metric], margin) for row in rows)


def with_row_steps(row: Row, baseline: str, places: Places, published: float, margin: float) -> Row:
    every = {
        column: Printed(cell, step_of(row.metric, cell, partial(tools, places, row, column), published))
        for column, cell in row.cells.items()
    }
    if not any(one.step for one in every.values()):
        return row
    base = every.get(baseline)
    made = {column: rounded(row.metric, one, base, margin) for column, one in every.items()}
    return Row(row.metric, row.key, made)


def tools(places: Places, row: Row, column: str) -> set[str]:
    """Whose figures are in a cell."""
    own = places.slice(places.place[row.metric, row.key, column])
    coded = places.numbers.condition("tool")
    return {coded.texts[code] for code in np.unique(coded.codes[places.numbers.kind[own]])}
