"""The parts of a whole (locks, kernel functions, statuses) over another dimension -> stacked bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import Unit
from benchdb.domain.units import shown
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.wording import words
from frontend.charts.model import BETTER, Axis, Chart, Point, Series, named_places
from frontend.charts.scales import Scale

#: Metrics whose items add up: shares of one whole, times of one request, counts of one run.
ADDITIVE = ("lock_wait_share", "function_share", "lock_wait_per_request", "responses")
COLOURS = 8
MOST_PARTS = 7  #: drawn each by itself; the colours are eight, and the last is for the rest
ROUNDING = 1.01  #: shares that were rounded add up to a little more than a whole, which needs no axis up to 110%
MOST_LYING = 8  #: bars that lie, each a line high; more stand
REST = "all smaller ones"

Parts = dict[str, dict[str, Cell]]  #: item -> bar -> cell


def is_stack(comparison: Comparison, rows: Sequence[Row]) -> bool:
    """Whether several parts of a whole are laid out over another dimension."""
    question = comparison.question
    if (
        question.split
        or rows[0].metric not in ADDITIVE
        or "item" not in (question.rows, question.cols)
        or "metric" in (question.rows, question.cols)
    ):
        return False
    return len(parts(comparison, rows)) > 1


def parts(comparison: Comparison, rows: Sequence[Row]) -> Parts:
    """The cells by item, then by the other dimension, whichever of the two is across."""
    grouped: Parts = {}
    for row in rows:
        for column, cell in row.cells.items():
            item, bar = (row.key, column) if comparison.question.rows == "item" else (column, row.key)
            grouped.setdefault(item, {})[bar] = cell
    return grouped


def stack(comparison: Comparison, rows: Sequence[Row], scale: Scale) -> Chart:
    """One bar for each value of the other dimension, one part for each item, the largest at the axis."""
    known = rows[0].known_metric
    cells_of = parts(comparison, rows)
    across = comparison.question.cols if comparison.question.rows == "item" else comparison.question.rows
    bars = sorted({bar for cells in cells_of.values() for bar in cells}, key=dimension(across).order)
    by_size = sorted(cells_of, key=lambda item: (-sum(value(cell) for cell in cells_of[item].values()), item))
    series = [
        part(item, group, cells_of[item], bars, scale, known.unit) for group, item in enumerate(by_size[:MOST_PARTS])
    ]
    if rest := by_size[MOST_PARTS:]:
        series.append(remainder(len(series), [cells_of[item] for item in rest], bars, scale, known.unit))
    most = highest(series, len(bars))
    return Chart(
        kind="stacked",
        title=known.title,
        x=Axis(title=dimension(across).title, ticks=named_places(bars)),
        y=Axis(unit=scale.unit, most=most, ceiling=ceiling(most, scale, known.unit)),
        series=tuple(series),
        better=BETTER.get(known.better, ""),
        summary=words("chart by item", title=known.title, over=across),
        is_sideways=len(bars) <= MOST_LYING,
    )


def keeping_colours(chart: Chart, known: dict[str, int]) -> Chart:
    """A stack whose parts have the colours that they have elsewhere on the page; `known` grows by the new ones."""
    if chart.kind != "stacked":
        return chart
    taken: set[int] = set()
    groups: dict[str, int] = {}
    for name in sorted((series.name for series in chart.series), key=lambda name: name not in known):
        own = known.get(name, -1)
        fresh = (colour for colour in range(COLOURS) if colour not in {*known.values(), *taken})
        spare = (colour for colour in range(COLOURS) if colour not in taken)
        groups[name] = own if own >= 0 and own not in taken else next(chain(fresh, spare), 0)
        taken.add(groups[name])
        known.setdefault(name, groups[name])
    return replace(chart, series=tuple(replace(one, group=groups[one.name]) for one in chart.series))


def highest(series: Sequence[Series], bars: int) -> float:
    """What the parts of the highest bar add up to."""
    return max((sum(one.points[bar].y or 0.0 for one in series) for bar in range(bars)), default=0.0)


def ceiling(most: float, scale: Scale, unit: str) -> float | None:
    """Shares of a whole end at the whole."""
    return scale.factor if unit == "fraction" and most <= ROUNDING * scale.factor else None


def value(cell: Cell) -> float:
    return cell.value or 0.0


def part(item: str, group: int, cells: Mapping[str, Cell], bars: Sequence[str], scale: Scale, unit: Unit) -> Series:
    values = [cells[bar].value if bar in cells else None for bar in bars]
    texts = ["" if number is None else shown(number, unit) for number in values]
    points = tuple(
        Point(
            x=float(x),
            y=None if number is None else number * scale.factor,
            text=text,
            words=text or "not measured",
            title=bars[x],
        )
        for x, (number, text) in enumerate(zip(values, texts, strict=True))
    )
    return Series(item, group, points, is_published=all(cell.is_published for cell in cells.values()))


def remainder(group: int, rest: Sequence[Mapping[str, Cell]], bars: Sequence[str], scale: Scale, unit: Unit) -> Series:
    """What is too small to be drawn by itself, as one part; the table has each."""
    sums = [sum(value(cells[bar]) for cells in rest if bar in cells) for bar in bars]
    points = tuple(
        Point(
            x=float(x),
            y=total * scale.factor,
            text=shown(total, unit),
            words=f"{shown(total, unit)}, {len(rest)} items",
            title=bars[x],
        )
        for x, total in enumerate(sums)
    )
    return Series(REST, group, points, is_published=all(c.is_published for cells in rest for c in cells.values()))
