"""A comparison's JSON -> the cells that a gate looks at, with those that no run came to the end of. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SPLIT_SIGN = " · "  #: between what a row is split by and its own value


@dataclass(frozen=True, slots=True)
class Judged:
    """One cell of a comparison that stands beside its baseline."""

    metric: str
    row: str
    column: str
    verdict: str
    change: float | None  #: a fraction; None where there is no ratio
    better: str = "higher"  #: lower, or neither
    span: tuple[float, float] = (-math.inf, math.inf)  #: all that the change may be
    is_tested: bool = False  #: too few runs beside so many other cells, not for a test at all
    rounding: tuple[float, float] | None = None  #: what the change may be, as figures are rounded; None = as it is
    rounding_forbids: str = ""  #: a verdict that a test has, and rounding alone could be: difference, or equivalence
    runs: int = 0
    base_runs: int = 0  #: of the baseline
    because: str = ""  #: why it is not comparable, in the site's words
    is_coarse: bool = False  #: its change is shown as the range that rounding allows
    is_below_steps: bool = False  #: both figures are less than the step in which they were printed

    @property
    def is_rounding(self) -> bool:
        """Whether rounding alone could be what a test saw, or is all that it saw."""
        return self.verdict == "no evidence" and (bool(self.rounding_forbids) or self.is_below_steps)

    @property
    def printed(self) -> tuple[float, float]:
        """Its change as its figures were printed. What has no ratio rose from 0."""
        change = math.inf if self.change is None else self.change
        return change, change


def judged(answer: Mapping[str, Any]) -> list[Judged]:
    """The compared cells of a comparison's JSON.

    Of a side that lost many of its runs before their end, or did in a row, the others are those that held out: worse,
    or not comparable. The site's own verdicts say so; those that were frozen before they did are the same here. So is
    a row of the baseline in which the one other side has no run: it may have died there without a word.
    """
    better = {metric["name"]: metric["better"] for metric in answer["metrics"]}
    lost = places_that_lost(answer)
    cells = [
        Judged(
            *(row["metric"], row["row"], cell["column"]),
            cell["verdict"]
            if cell["verdict"] == "worse" or (row["row"], cell["column"]) not in lost
            else "not comparable",
            cell["change"],
            better=better.get(row["metric"], "neither"),
            span=span_of(cell),
            is_tested=cell.get("p") is not None,
            rounding=rounding_of(cell),
            rounding_forbids=cell.get("rounding_forbids", ""),
            runs=cell["n"],
            base_runs=base["n"],
            because=cell.get("not_comparable_because", ""),
            is_coarse=cell.get("is_coarse", False),
            is_below_steps="below" in cell and "below" in base,
        )
        for row in answer["rows"]
        for base in [one for one in row["cells"] if one["column"] == answer["baseline"]]
        for cell in row["cells"]
        if cell["verdict"]
    ]
    return [*cells, *without_runs(answer), *wholly_stopped(answer)] if cells else []


def wholly_stopped(answer: Mapping[str, Any]) -> list[Judged]:
    """The sides of which every run was stopped: none is in any row."""
    gone = (side["column"] for side in answer.get("stopped", ()) if side["column"] not in answer["columns"])
    return [Judged("", "", column, "not comparable", None) for column in gone]


def places_that_lost(answer: Mapping[str, Any]) -> set[tuple[str, str]]:
    """(row, column) in which many runs were stopped: of all rows of a side, or of some. `64` is said of `web · 64`."""
    sides = {side["column"] for side in answer.get("stopped", ())}
    own = {(one["row"], one["column"]) for one in answer.get("stopped_at_rows", ())}
    is_split = bool(answer.get("split_dimension"))
    return {
        (row["row"], column)
        for row in answer["rows"]
        for column in answer["columns"]
        if column in sides or (row["row"].split(SPLIT_SIGN, 1)[-1] if is_split else row["row"], column) in own
    }


def without_runs(answer: Mapping[str, Any]) -> list[Judged]:
    """The rows of the baseline that the other side was not run at, where there is one other: of several, most have not
    been run at everything."""
    if len(answer["columns"]) != 2 or answer["row_dimension"] in ("metric", "item"):
        return []
    (other,) = (column for column in answer["columns"] if column != answer["baseline"])
    of_rows = [
        (row, {cell["column"]: cell["n"] for cell in row["cells"] if cell["value"] is not None})
        for row in answer["rows"]
    ]
    return [
        Judged(row["metric"], row["row"], other, "not comparable", None, base_runs=counts[answer["baseline"]])
        for row, counts in of_rows
        if answer["baseline"] in counts and other not in counts
    ]


def span_of(cell: Mapping[str, Any]) -> tuple[float, float]:
    """All that the change of a cell may be: its interval, and what coarse figures leave open."""
    if not cell.get("interval"):
        return -math.inf, math.inf
    low, high = cell["interval"]
    least, most = rounding_of(cell) or (low, high)
    return min(low, least), max(high, most)


def rounding_of(cell: Mapping[str, Any]) -> tuple[float, float] | None:
    """What its change may be, as its figures are rounded; None where that is no more than the change. From a printed 0
    it is none, or a rise of any size."""
    if not cell.get("ratio_between"):
        rose = cell["change"] is None and cell.get("rounding_forbids") == "difference"
        return (0.0, math.inf) if rose else None
    least, most = cell["ratio_between"]
    return least - 1, math.inf if most is None else most - 1
