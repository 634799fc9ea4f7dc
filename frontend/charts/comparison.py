"""Comparison -> its charts. The browser computes nothing: each coordinate and word is made here."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap

import numpy as np

from benchdb.domain.dimensions import MISSING, dimension
from benchdb.domain.statistics import AGGREGATIONS
from benchdb.domain.statistics.median_intervals import median_interval
from benchdb.domain.units import shown, significant
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.question import SPLIT_SIGN
from benchdb.wording import words
from benchdb.wording.grammar import counted, inside
from benchdb.wording.ratios import change
from benchdb.wording.values import shown_value
from frontend.charts.distribution import distribution, is_distribution
from frontend.charts.model import BETTER, MOST_SINGLE, Axis, Chart, Point, Series, Tick, single_runs, sparse
from frontend.charts.multiples import MOST_PANELS, multiples, on_one_scale
from frontend.charts.scales import Scale, scale_of
from frontend.charts.stacks import is_stack, stack
from frontend.charts.tints import Stretch, tints

MOST_CHARACTERS = 48  #: of labels beside each other; more would be slanted, so the bars lie down instead
LABEL_WIDTH = 24  #: characters; longer labels are broken into lines
MOST_ROWS = 60  #: bars; more are a table's business
FEWEST_PLACES = 3  #: of a part that is drawn by itself
FEWEST_DOTS = 2  #: runs of a cell that are drawn each
FAR = 30  #: times the smallest place; what reaches farther stands on a logarithmic axis


def charts(comparison: Comparison) -> list[Chart]:
    """One chart per metric, in the order asked for; one of all percentiles; none where there is nothing to draw.

    A metric that is 0 everywhere beside others, as failures mostly are, is said by the table alone.
    """
    if is_distribution(comparison):
        return [distribution(comparison, series)]
    names = list(dict.fromkeys(row.metric for row in comparison.rows))
    grouped = {name: [row for row in comparison.rows if row.metric == name] for name in names}
    drawn = {name: rows for name, rows in grouped.items() if not is_flat(rows)} or grouped
    return [sparse(one) for name, rows in drawn.items() for one in of_metric(comparison, name, rows)]


def is_flat(rows: list[Row]) -> bool:
    return not any(np.any(cell.values) for row in rows for cell in row.cells.values())


def columns(comparison: Comparison) -> list[tuple[int, str]]:
    """(number of its colour, column) as they are drawn: two sides as the table has them, more in their own order."""
    numbered = list(enumerate(comparison.columns))
    return sorted(numbered, key=lambda pair: len(numbered) == 2 and pair[1] != comparison.baseline)


def axis_scale(comparison: Comparison, name: str) -> Scale:
    """The unit of the table's column, where it has one: both are read together."""
    unit = comparison.figures[name].unit
    return Scale(1 / unit.factor, unit.name) if unit.name else scale_of(name)


def of_metric(comparison: Comparison, name: str, rows: list[Row]) -> list[Chart]:
    """Mostly one; small ones where there are too many lines for it, or a third dimension."""
    if is_stack(comparison, rows):
        return [stack(comparison, rows, axis_scale(comparison, name))]
    if comparison.question.split:
        return of_parts(comparison, name, rows)
    whole = chart(comparison, name, rows)
    judged = {name: tinted(comparison, rows, name) for name in comparison.columns}
    along = dimension(comparison.question.cols).title
    better = rows[0].known_metric.better
    gain, asides = (
        better if better in BETTER else "",
        {name: last_change(comparison, rows, name) for name in comparison.columns},
    )
    return multiples(whole, comparison.columns.index(comparison.baseline), along, gain, asides, judged)


def tinted(comparison: Comparison, rows: list[Row], column: str) -> tuple[Stretch, ...]:
    """Along an axis of numbers; bars have no area between them."""
    numbered = [row for row in rows if row.key != MISSING]
    if dimension(comparison.question.rows).kind != "number" or not all(map(is_number, numbered)):
        return ()
    return tints(numbered, [float(row.key) for row in numbered], column, comparison.baseline)


def last_change(comparison: Comparison, rows: list[Row], column: str) -> str:
    """`4.46× at 1,024`, in the last row of both sides; "" where there is no ratio, or a coarse one."""
    cells = {row.label: row.cells[column] for row in rows if column in row.cells}
    changed = [(label, cell) for label, cell in cells.items() if cell.change is not None and cell.ratio]
    if not changed or changed[-1][1].ratio_span:
        return ""
    label, ratio = changed[-1][0], changed[-1][1].ratio or 1.0
    return f"{change(ratio - 1, ratio)} at {shown_value(comparison.question.rows, label)}"


def of_parts(comparison: Comparison, name: str, rows: list[Row]) -> list[Chart]:
    """One for each value of what the question is split by, on one scale; all in one where a part is a bar or two."""
    question, parts = comparison.question, dict[str, list[Row]]()
    for row in rows:
        part, key = question.row_values(row.key)
        parts.setdefault(part, []).append(replace(row, key=key))
    if not 1 < len(parts) <= MOST_PANELS or max(map(len, parts.values())) < FEWEST_PLACES:
        return [chart(comparison, name, rows)]
    title = words("one chart for each", title=rows[0].known_metric.title, key=question.split)
    most = highest(rows, axis_scale(comparison, name))
    whole = {part: chart(comparison, name, own) for part, own in parts.items()}
    return on_one_scale(
        [
            replace(one, title=shown_value(question.split, part), panel=title, y=replace(one.y, most=most))
            for part, one in whole.items()
        ]
    )


def chart(comparison: Comparison, name: str, rows: list[Row]) -> Chart:
    """Lines over a numeric row dimension, else groups of bars; the trials are points on either."""
    known, along = rows[0].known_metric, dimension(comparison.question.rows)
    numbered = [row for row in rows if row.key != MISSING]
    is_numeric = along.kind == "number" and len(numbered) > 2 and all(map(is_number, numbered))
    kept = (numbered if is_numeric else rows)[:MOST_ROWS]
    places = [float(row.key) if is_numeric else float(place) for place, row in enumerate(kept)]
    scale = axis_scale(comparison, name)
    is_log = is_numeric and are_far_apart(comparison, kept)
    return Chart(
        kind="lines" if is_numeric else "bars",
        title=known.title,
        x=row_axis(comparison, kept, places, is_numeric=is_numeric),
        y=Axis(unit=scale.unit, most=highest(kept, scale), is_log=is_log),
        series=tuple(series(comparison, column, group, kept, places, scale) for group, column in columns(comparison)),
        better=BETTER.get(known.better, ""),
        is_sideways=not is_numeric and sum(len(row.label) + 2 for row in kept) > MOST_CHARACTERS,
        key=marks(comparison, kept, "lines" if is_numeric else "bars"),
        summary=words("chart by both", title=known.title, rows=along.key, cols=comparison.question.cols),
    )


def are_far_apart(comparison: Comparison, rows: list[Row]) -> bool:
    """Whether the highest point of one line is so far below another's that an axis from 0 shows it as 0."""
    columns = [[cell.value for row in rows if (cell := row.cells.get(name))] for name in comparison.columns]
    lines = [[value for value in column if value is not None] for column in columns]
    tops = [max(line) for line in lines if line]
    return len(tops) > 1 and min(map(min, filter(None, lines))) > 0 and max(tops) > FAR * min(tops)


def marks(comparison: Comparison, rows: list[Row], kind: str) -> str:
    """What the marks stand for; "" where each cell is one run."""
    cells = [cell for row in rows for cell in row.cells.values()]
    if all(len(cell.values) < FEWEST_DOTS for cell in cells):
        return ""
    how = AGGREGATIONS[comparison.question.aggregation].title
    is_median = comparison.question.aggregation == "median"
    has_interval = is_median and any(median_interval(cell.values) for cell in cells)
    is_without = is_median and not has_interval
    has_holes = kind == "lines" and any(len(row.cells) < len(comparison.columns) for row in rows)
    form = f"key of {kind} with intervals" if has_interval else f"key of {kind}"
    dots = [words("key of dots")] if has_dots(cells) else []
    more = [*(["key of too few runs"] if is_without else []), *(["key of holes"] if has_holes else [])]
    return " ".join([*dots, words(form, how=inside(how)), *map(words, more)])


def has_dots(cells: list[Cell]) -> bool:
    """Whether single runs are drawn: not where each cell has too many, or all of them together."""
    runs = [len(single_runs(cell.values, 1.0)) for cell in cells if not cell.is_below_step or cell.is_published]
    return 0 < sum(runs) <= MOST_SINGLE


def is_number(row: Row) -> bool:
    """Not where the key is of two dimensions."""
    return SPLIT_SIGN not in row.key


def row_axis(comparison: Comparison, rows: list[Row], places: list[float], *, is_numeric: bool) -> Axis:
    """Names where there are bars; numbers stand where something was measured."""
    rows_by = comparison.question.rows
    named = comparison.along_of(rows[0].known_metric) if rows else comparison.along
    title = "" if rows_by == "metric" else dimension(rows_by).title if is_numeric else named
    texts = [shown_value(comparison.question.rows, row.label) if is_numeric else row.label for row in rows]
    lines = [tuple(wrap(text, LABEL_WIDTH) or [""]) for text in texts]
    ticks = tuple(Tick(place, text) for place, text in zip(places, lines, strict=True))
    is_log = is_numeric and min(places) > 0 and max(places) / min(places) > FAR
    return Axis(title=title, ticks=ticks, least=min(0.0, *places) if is_numeric else None, is_log=is_log)


def highest(rows: list[Row], scale: Scale) -> float:
    return max((cell.high * scale.factor for row in rows for cell in row.cells.values()), default=0.0)


def series(
    comparison: Comparison, column: str, group: int, rows: list[Row], places: list[float], scale: Scale
) -> Series:
    """One column of the comparison."""
    decimals = max((comparison.places[row.metric] for row in rows), default=0)
    cells = [row.cells.get(column) for row in rows]
    return Series(
        name=column,
        group=group,
        points=tuple(
            point(cell, row, place, scale, decimals, is_median=comparison.question.aggregation == "median")
            for cell, row, place in zip(cells, rows, places, strict=True)
        ),
        is_published=all(cell.is_published for cell in cells if cell),
    )


def point(cell: Cell | None, row: Row, x: float, scale: Scale, decimals: int, *, is_median: bool) -> Point:
    if cell is None:
        return Point(x, None, words="no runs", title=row.label)
    if cell.is_below_step and not cell.is_published:
        return below_step(cell, row, x, scale, decimals)
    interval = median_interval(cell.values) if is_median else None
    return Point(
        x=x,
        y=None if cell.value is None else cell.value * scale.factor,
        text=significant(cell.value, row.known_metric.unit),
        words=tooltip(cell, row, decimals),
        title=row.label,
        low=interval[0] * scale.factor if interval else None,
        high=interval[1] * scale.factor if interval else None,
        trials=single_runs(cell.values, scale.factor),
    )


def below_step(cell: Cell, row: Row, x: float, scale: Scale, decimals: int) -> Point:
    """What a tool printed as 0 is somewhere below its step: it stands at the step, with a line down to nothing."""
    bound = f"< {shown(cell.step, row.known_metric.unit)}"
    there = tooltip(cell, row, decimals).partition(", ")[2]
    most = cell.step * scale.factor
    return Point(x=x, y=most, text=bound, words=f"{bound}, {there}", title=row.label, low=0.0, high=most)


def tooltip(cell: Cell, row: Row, decimals: int) -> str:
    """What a tooltip says of one cell."""
    runs = "published" if cell.is_published else counted(cell.n, "run")
    parts = [shown(cell.value, row.known_metric.unit, decimals), runs]
    if cell.change is not None:
        parts.append(f"{change(cell.change, cell.ratio, cell.ratio_span)} against the baseline")
    return ", ".join(parts)
