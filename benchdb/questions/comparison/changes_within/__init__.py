"""Cells whose verdict may rest on a level that changed in the course of time within one of their sides. Pure.

What parts the sides alone is not why they differ where part of the runs of one are as the other side's
(`level_changes.within_sides`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from benchdb.domain.caveats import Caveat
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Row
from benchdb.questions.comparison.changes_within.caveats import MOVED_OR_DRIFTED, of_change_within
from benchdb.questions.comparison.changes_within.sought import sought_sides
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.level_changes.within_sides import TimedRuns, change_within
from benchdb.questions.numbers.places import Places


def with_changes_within(question: ComparisonQuestion, rows: Sequence[Row], baseline: str, places: Places) -> list[Row]:
    """The rows, with a caveat in each cell whose verdict may rest on a change in time within one side. Of stretches of
    time as columns nothing is said: time is what parts them."""
    if question.stretches:
        return list(rows)
    decided = [(row, name) for row in rows for name, cell in row.cells.items() if cell.verdict in MOVED_OR_DRIFTED]
    decided.sort(key=lambda one: by_size(one[0].cells[one[1]]))
    sought = sought_sides(places, (key for row, name in decided for key in sides_of(places, row, name, baseline)))
    if not sought:
        return list(rows)
    noted: dict[tuple[str, str], dict[str, Cell]] = {}
    for row, name in decided:
        here, there = sides_of(places, row, name, baseline)
        made = (
            *caveats_within(question, row.metric, (name, baseline), sought.get(here), places, there),
            *caveats_within(question, row.metric, (baseline, name), sought.get(there), places, here),
        )
        if made:
            cell = row.cells[name]
            noted.setdefault((row.metric, row.key), {})[name] = cell.but(caveats=(*cell.caveats, *made))
    return [Row(row.metric, row.key, {**row.cells, **noted.get((row.metric, row.key), {})}) for row in rows]


def sides_of(places: Places, row: Row, column: str, baseline: str) -> tuple[int, int]:
    """Their places."""
    return places.place[row.metric, row.key, column], places.place[row.metric, row.key, baseline]


def by_size(cell: Cell) -> float:
    """What sorts the largest differences first, those from nothing before all others."""
    return -abs(math.log(cell.ratio)) if cell.ratio and 0 < cell.ratio < math.inf else -math.inf


def caveats_within(
    question: ComparisonQuestion,
    metric: str,
    sides: tuple[str, str],
    sought: tuple[TimedRuns, list[int]] | None,
    places: Places,
    other: int,
) -> list[Caveat]:
    """That the level of the first of the two changed, and part of it is as the other."""
    own, numbers = places.slice(other), places.numbers
    within = sought and change_within(*sought, numbers.values[own], numbers.starts[own])
    return [of_change_within(metric, question.cols, sides, within)] if within else []
