"""Of a comparison of many columns, the cell that its page begins with, and what any cell says when chosen. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from benchdb.wording import counted
from frontend.answers.comparison.many import Head
from frontend.answers.comparison.page_table import Compared, PageRow, PageTable, RowSide
from frontend.answers.shown_tables import MOST_LINKED


@dataclass(frozen=True, slots=True)
class Chosen:
    """One cell, with its row and its column."""

    row: PageRow
    cell: Compared
    head: Head
    place: int  #: of the column, among those besides the baseline
    beside: tuple[str, str]  #: names of the columns before and after it; "" at an end

    @property
    def sides(self) -> tuple[tuple[str, RowSide | None], ...]:
        return ("base", self.row.base), ("cell", self.cell.side)


def first_chosen(table: PageTable) -> Chosen | None:
    """The largest loss; without one the largest gain, then whatever was run first."""
    cells = [(row, place, cell) for row in table.rows for place, cell in enumerate(row.compared) if cell]
    if not cells:
        return None
    row, place, cell = max(cells, key=lambda known: (known[2].tone == "worse", known[2].step))
    names = ["", *(head.name for head in table.heads), ""]
    return Chosen(row, cell, table.heads[place], place, (names[place], names[place + 2]))


def as_data(table: PageTable) -> dict[str, Any]:
    """The texts of all cells, for the script that shows the one that is chosen."""
    columns = [
        {
            "name": head.full,
            "short": head.name,
            "alone": head.path,
            "before": head.before,
            "baseline": head.as_baseline,
            "without": head.without,
        }
        for head in table.heads
    ]
    rows = [
        {
            "label": row.label,
            "base": side_data(row.base) if row.base else None,
            "cells": [cell_data(cell, table.has_strip_of_column) if cell else None for cell in row.compared],
        }
        for row in table.rows
    ]
    return {"columns": columns, "rows": rows}


def side_data(side: RowSide) -> dict[str, Any]:
    drawn = {"dots": side.dots.path, "tick": side.dots.tick} if side.dots else {}
    return {
        "value": side.text,
        "whole": side.whole,
        "range": side.range,
        "cv": side.cv,
        "n": counted(side.n, "run"),
        "steps": steps(side.runs),
        **drawn,
    }


def steps(runs: Sequence[int]) -> list[int]:
    """The first run, and from each to the next one: a third of a link's length. [] of more than a link can name."""
    return [run - before for before, run in pairwise((0, *runs))] if len(runs) <= MOST_LINKED else []


def cell_data(cell: Compared, is_drawn: bool) -> dict[str, Any]:
    strip = cell.strip if is_drawn else None
    return {
        **side_data(cell.side),
        **({"strip": [strip.low, strip.high, strip.dot]} if strip else {}),
        "sign": cell.sign,
        "change": cell.change,
        "tone": cell.tone,
        "interval": cell.interval,
        "against": cell.against,
        "needed": list(cell.needed),
        "notes": list(cell.notes),
    }
