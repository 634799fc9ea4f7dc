"""The rows that a gate failed for, for its last line: `concurrency 64: b −60% (5 runs against 8)`. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from benchdb.cli.gating.cells import Judged
from benchdb.cli.gating.gate import COARSE, Gate
from benchdb.cli.gating.losses import MOST_NAMED


def named_rows(gate: Gate, cells: Sequence[Judged], answer: Mapping[str, Any]) -> str:
    """Of what fails, the largest change first; where nothing does, of what is in the way of a verdict. "" where nothing
    is."""
    failing = [cell for cell in cells if gate.fails(cell)] or gate.in_the_way(cells)
    if not failing:
        return ""
    failing.sort(key=lambda cell: -size(cell))
    reasons = {cell.because for cell in failing}
    common = f", because {reasons.pop()}" if len(reasons) == 1 and "" not in reasons else ""
    named = [in_words(gate, cell, answer) + ("" if common else why(cell)) for cell in failing[:MOST_NAMED]]
    more = len(failing) - len(named)
    return "; ".join([*named, f"and {more} more"] if more else named) + common


def why(cell: Judged) -> str:
    """`, because kernel differs`; "" where the site did not say why, or need not."""
    return f", because {cell.because}" if cell.because else ""


def size(cell: Judged) -> float:
    """How far it changed; what rose from 0, without end."""
    return math.inf if is_from_nothing(cell) else abs(cell.change or 0.0)


def is_from_nothing(cell: Judged) -> bool:
    """Whether it has no ratio as its baseline is 0."""
    return cell.change is None and not cell.is_below_steps and cell.verdict not in ("not comparable", "too few runs")


def in_words(gate: Gate, cell: Judged, answer: Mapping[str, Any]) -> str:
    """Its place, its change, and how many runs it rests on. A side of which every run was stopped is in no row."""
    if not cell.row:
        return f"{cell.column} (no run to its end)"
    what = cell.row if answer["row_dimension"] in ("metric", "item") else f"{word(answer['row_dimension'])} {cell.row}"
    metric = f"{cell.metric}, " if len(answer["metrics"]) > 1 and answer["row_dimension"] != "metric" else ""
    return f"{metric}{what}: {cell.column}{changed(gate, cell)} ({runs(cell.runs)} against {cell.base_runs})"


def changed(gate: Gate, cell: Judged) -> str:
    """` −60%`; where rounding leaves open what it is, ` 0% to +400% as rounded`."""
    if cell.is_below_steps:
        return " below what its tool prints, as its baseline"
    if cell.rounding and (cell.is_coarse or cell.is_rounding or gate.verdict(cell) == COARSE):
        low, high = cell.rounding
        return f" {percent(low)} {'or more' if math.isinf(high) else f'to {percent(high)}'} as rounded"
    if cell.change is None:
        return " from 0" if is_from_nothing(cell) else ""
    return f" {percent(cell.change)}"


def word(dimension: str) -> str:
    """`tuning.build` is called build."""
    return dimension.rpartition(".")[2].replace("_", " ")


def percent(change: float) -> str:
    """With a sign, except of none at all; less than a tenth of a percent with its first digits."""
    size = abs(100 * change)
    if size < 0.005:
        return "0%"
    digits = 0 if size >= 9.95 else 1 if size >= 0.095 else 2
    return f"{100 * change:+.{digits}f}%".replace("-", "−")


def runs(count: int) -> str:
    return "no run" if not count else "1 run" if count == 1 else f"{count} runs"
