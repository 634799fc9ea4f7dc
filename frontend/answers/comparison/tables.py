"""Comparison -> its tables as texts. Pure."""

from __future__ import annotations

import math
from dataclasses import replace

from benchdb.domain.digits import MOST_DECIMALS
from benchdb.domain.metrics import Metric, metric
from benchdb.domain.statistics import AGGREGATIONS
from benchdb.domain.units import probability, spread
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.replies.failures import NOISE, are_redirects
from benchdb.wording import words
from benchdb.wording.verdicts import VERDICTS, verdict_words
from frontend.answers.comparison.change_words import change_words, interval_words
from frontend.answers.export import Column, Group, Line, Table
from frontend.answers.presentation import PUBLISHED

RUNS = Column("n")  #: left out where it is the same everywhere: the summary has it
BASE = (Column(""), RUNS)
OTHER = (
    Column("change"), Column(""), RUNS, Column("95% interval", is_extra=True), Column("q", is_extra=True),
    Column("verdict"),
)  # fmt: skip
DIRECTIONS = {"higher": "higher is better", "lower": "lower is better", "neither": ""}
WIDEST = 10.0  #: a coefficient of variation that is told as a figure


def summary(comparison: Comparison) -> str:
    """`Median of all runs; 1 to 4 runs per value; published figures.`"""
    counts = run_counts(comparison)
    if not counts:
        return words("no runs answer")
    runs = f"n = {counts[0]}" if len(counts) == 1 else f"n = {counts[0]} to {counts[-1]}"
    given = {"how": AGGREGATIONS[comparison.question.aggregation].title, "n": runs}
    if not comparison.published:
        return words("what a cell is", **given)
    return words(
        "what a cell is, in part published", **given, published=comparison.published, runs=len(comparison.runs)
    )


def run_counts(comparison: Comparison) -> list[int]:
    """Of its cells, each once."""
    return sorted({cell.n for row in comparison.rows for cell in row.cells.values()})


def has_one_count(comparison: Comparison) -> bool:
    """Whether the summary says all that a column of n would say: no n differs, and none has a mark."""
    return len(run_counts(comparison)) == 1 and not comparison.published


def tables(comparison: Comparison) -> tuple[Table, ...]:
    """One table per metric; one for all where the metrics are the rows."""
    along = comparison.along
    names = list(dict.fromkeys(row.metric for row in comparison.rows))
    if comparison.question.rows == "metric":
        return (table(comparison, "", along, list(comparison.rows)),) if names else ()
    return tuple(
        table(comparison, headed(comparison, name), along, [row for row in comparison.rows if row.metric == name])
        for name in names
    )


def directed(known: Metric) -> str:
    """The metric's title, and which way is better."""
    return f"{known.title} ({DIRECTIONS[known.better]})" if DIRECTIONS[known.better] else known.title


def headed(comparison: Comparison, name: str) -> str:
    """The metric, its unit where its title does not say it, and which way is better."""
    known, unit = metric(name), comparison.figures[name].unit.name
    return directed(known).replace(known.title, f"{known.title}, {unit}", 1) if unit else directed(known)


def table(comparison: Comparison, heading: str, along: str, rows: list[Row]) -> Table:
    first, *others = columns(comparison)
    mark = " (baseline)" if others else ""
    groups = (Group(f"{first}{mark}", BASE), *(Group(name, OTHER) for name in others))
    lines = tuple(line(comparison, row, first, others) for row in rows)
    whole = Table(heading, along, groups, lines)
    return without(whole, RUNS) if has_one_count(comparison) else whole


def without(table: Table, column: Column) -> Table:
    """The table without the columns of that head."""
    kept = [[place for place, one in enumerate(group.columns) if one != column] for group in table.groups]
    groups = tuple(
        replace(group, columns=tuple(group.columns[place] for place in places))
        for group, places in zip(table.groups, kept, strict=True)
    )
    lines = tuple(
        replace(
            line,
            texts=tuple(
                texts and tuple(texts[place] for place in places)
                for texts, places in zip(line.texts, kept, strict=True)
            ),
        )
        for line in table.lines
    )
    return replace(table, groups=groups, lines=lines)


def line(comparison: Comparison, row: Row, first: str, others: list[str]) -> Line:
    base, cells = row.cells.get(first), [row.cells.get(name) for name in others]
    compared = (compared_texts(comparison, row, cell) if cell else () for cell in cells)
    brief = tuple(brief_text(comparison, row, cell) if cell else "" for cell in cells)
    unit = comparison.figures[row.metric].unit.name if comparison.question.rows == "metric" else ""
    label = f"{row.label} ({unit})" if unit else row.label
    return Line(label, (base_texts(comparison, row, base) if base else (), *compared), brief)


def columns(comparison: Comparison) -> tuple[str, ...]:
    """The baseline, then the others."""
    return (comparison.baseline, *(name for name in comparison.columns if name != comparison.baseline))


def base_texts(comparison: Comparison, row: Row, cell: Cell) -> tuple[str, str]:
    """(value ± cv, and how many of its requests failed; n)"""
    value = comparison.figures[row.metric].text(cell, row.digits)
    if cell.cv is not None:
        value += f" ± {spread(cell.cv)}" if cell.cv < WIDEST else " ± >999%"
    if failed := failing_words(cell):
        value += f" ({failed})"
    return value, f"{cell.n}{PUBLISHED if cell.is_published else ''}"


def failing_words(cell: Cell) -> str:
    """`40% failed`, `40% no 2xx`, of more than a tenth of a percent; where nobody knows of how many: `some failed`."""
    if cell.failed is None or cell.failed <= NOISE:
        return ""
    if not math.isfinite(cell.failed):
        return words("some of them failed")
    return words("so many no 2xx" if are_redirects((cell,)) else "so many failed", share=cell.failed)


def compared_texts(comparison: Comparison, row: Row, cell: Cell) -> tuple[str, ...]:
    """What the columns of one compared group say of one cell."""
    value, n = base_texts(comparison, row, cell)
    return (
        change_words(cell) or difference(comparison, row, cell),
        value,
        n,
        interval_words(cell),
        "" if cell.q is None else probability(cell.q),
        verdict(comparison, cell),
    )


def brief_text(comparison: Comparison, row: Row, cell: Cell) -> str:
    """`−12% ▼`: a change and the sign of its verdict; the value where it was set against nothing."""
    change = change_words(cell) or difference(comparison, row, cell)
    sign = VERDICTS[cell.verdict][0] if cell.verdict else ""
    return f"{change} {sign}".strip() if change else base_texts(comparison, row, cell)[0]


def difference(comparison: Comparison, row: Row, cell: Cell) -> str:
    """`+6.64 to +8 ms`, where no change can be told: the interval of the difference to a baseline of 0."""
    if not cell.difference:
        return ""
    unit = comparison.figures[row.metric].unit
    low, high = (("+" if end > 0 else "") + unit.digits(end, MOST_DECIMALS, 0, row.digits) for end in cell.difference)
    return f"{low} to {high} {unit.name}".rstrip()


def verdict(comparison: Comparison, cell: Cell) -> str:
    """As the page says it: `cannot tell`, `same within 5%`."""
    return verdict_words(cell.verdict, comparison.question.equivalence_margin) if cell.verdict else ""
