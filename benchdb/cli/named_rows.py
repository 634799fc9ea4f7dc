"""The rows that a gate failed for, for its last line: `concurrency 64: b −60% (5 runs against 8)`. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchdb.cli.gate import Gate, Judged

MOST_NAMED = 4  #: rows of one line


def named_rows(gate: Gate, cells: Sequence[Judged], answer: Mapping[str, Any]) -> str:
    """Of what fails, the largest change first; where nothing does, of what is in the way of a verdict. "" where nothing
    is."""
    failing = [cell for cell in cells if gate.fails(cell)] or gate.in_the_way(cells)
    if not failing:
        return ""
    failing.sort(key=lambda cell: -abs(cell.change or 0.0))
    named = [in_words(cell, answer) for cell in failing[:MOST_NAMED]]
    more = len(failing) - len(named)
    return "; ".join([*named, f"and {more} more"] if more else named)


def in_words(cell: Judged, answer: Mapping[str, Any]) -> str:
    """Its place, its change, and how many runs it rests on."""
    what = cell.row if answer["row_dimension"] in ("metric", "item") else f"{word(answer['row_dimension'])} {cell.row}"
    metric = f"{cell.metric}, " if len(answer["metrics"]) > 1 and answer["row_dimension"] != "metric" else ""
    change = "" if cell.change is None else f" {percent(cell.change)}"
    return f"{metric}{what}: {cell.column}{change} ({runs(cell.runs)} against {cell.base_runs})"


def word(dimension: str) -> str:
    """`tuning.build` is called build."""
    return dimension.rpartition(".")[2].replace("_", " ")


def percent(change: float) -> str:
    digits = 0 if abs(change) >= 0.0995 else 1
    return f"{100 * change:+.{digits}f}%".replace("-", "−")


def runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count} runs"
