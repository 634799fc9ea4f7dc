"""HistoryAnswer -> the tables of its page: changes, the levels between them, every run."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.domain.digits import ColumnUnit, column_unit, decimals_of, deserved
from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.domain.units import percent, probability
from benchdb.questions.cells import Cell
from benchdb.questions.history.answer import Change, Curve, HistoryAnswer, Level, Point, numbered
from benchdb.questions.history.question import axis_title
from benchdb.wording import listed, ratios, words
from benchdb.wording.grammar import first_few
from frontend.answers.comparison.data import differences
from frontend.answers.history.machine_notes import in_words, notes_at
from frontend.answers.shown_tables import Shown, ShownTable

MOST_NAMED = 3  #: differences that a cell can hold
MOST_PRINTED = 3  #: decimals that tools print; what has more was computed


def tables(answer: HistoryAnswer) -> list[ShownTable]:
    if not answer.curves:
        return []
    changed = [changes(answer)] if any(curve.changes for curve in answer.curves) else []
    return [*changed, levels(answer), every_point(answer)]


def unit_of(answer: HistoryAnswer) -> ColumnUnit:
    """One unit for all runs."""
    runs = (value for curve in answer.curves for point in curve.points for value in point.values)
    return column_unit(metric(answer.question.metric), runs)


def counted_in(unit: ColumnUnit, *heads: str) -> tuple[str, ...]:
    """Heads of columns, with the unit where the metric's title does not say it."""
    return tuple(f"{head}, {unit.name}" if unit.name else head for head in heads)


def quantity(unit: ColumnUnit, cell: Cell, value: float | None) -> str:
    """A number of a level, with as many digits as its runs deserve."""
    most = decimals_of([*cell.values, *([] if value is None else [value])], unit.factor)
    return unit.digits(value, most, -most, deserved(cell.value, cell.cv, cell.n))


def changes(answer: HistoryAnswer) -> ShownTable:
    """What changed where, and whether for the better."""
    unit = unit_of(answer)
    rows = [
        (
            f"{number}: {named(curve, between(change.before.last, change.after.first))}",
            (*change_cells(unit, change), *(noted(answer, curve, change) if answer.machine_notes else ())),
        )
        for curve, first in numbered(answer.curves)
        for number, change in enumerate(curve.changes, first)
    ]
    heads = (
        *counted_in(unit, words("head: before"), words("head: after")),
        *map(words, ("head: change of medians", "head: q", "head: verdict", "head: also differs there")),
        *((words("head: notes there"),) if answer.machine_notes else ()),
    )
    return ShownTable(words("table: changes"), heads, words("head: between"), tuple(rows))


def noted(answer: HistoryAnswer, curve: Curve, change: Change) -> tuple[Shown | None]:
    """What people noted of its machine there."""
    text = "; ".join(map(in_words, notes_at(answer, curve, change)))
    return (Shown(text) if text else None,)


def named(curve: Curve, text: str) -> str:
    return f"{curve.title}: {text}" if curve.name else text


def between(*ends: Point) -> str:
    """The labels on both sides; two runs of one minute are told apart by their number."""
    if ends[0].label == ends[1].label:
        return " and ".join(f"run {end.runs[0]}" for end in ends) + f" ({ends[0].label})"
    return " and ".join(end.label for end in ends)


def change_cells(unit: ColumnUnit, change: Change) -> tuple[Shown | None, ...]:
    one, other = change.before.cell, change.after.cell
    sure = other.interval
    span = f"95%: {ratios.interval(sure, other.ratio)}" if sure else words("no interval")
    return (
        median(unit, one),
        median(unit, other),
        Shown(ratios.change(other.change, other.ratio, other.ratio_span), (span,)),
        Shown(probability(change.q), (f"p {probability(change.p)}",)),
        Shown(str(other.verdict), (f"{other.effect} effect",) if other.effect else ()),
        Shown(differing(other)) if differences(other) else None,
    )


def differing(cell: Cell) -> str:
    """A few differences with their values, many by name."""
    differing = differences(cell)
    if len(differing) <= MOST_NAMED:
        return "; ".join(map(str, differing))
    return listed(first_few([difference.title for difference in differing], MOST_NAMED))


def median(unit: ColumnUnit, cell: Cell) -> Shown:
    return Shown(quantity(unit, cell, cell.value), (), cell.runs, cell.is_published)


def levels(answer: HistoryAnswer) -> ShownTable:
    """The stretches between changes."""
    unit = unit_of(answer)
    rows = [(named(curve, stretch(level)), of_level(unit, level)) for curve in answer.curves for level in curve.levels]
    heads = (
        *counted_in(unit, words("head: median"), words("head: lowest run"), words("head: highest run")),
        words("head: spread"),
    )
    return ShownTable(words("table: levels"), heads, words("head: stretch"), tuple(rows))


def stretch(level: Level) -> str:
    ends = (level.first.label, level.last.label)
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)


def of_level(unit: ColumnUnit, level: Level) -> tuple[Shown | None, ...]:
    cell = level.cell
    cv = Shown(percent(cell.cv)) if cell.cv is not None else None
    return median(unit, cell), Shown(quantity(unit, cell, cell.low)), Shown(quantity(unit, cell, cell.high)), cv


def every_point(answer: HistoryAnswer) -> ShownTable:
    """The chart as numbers: one line for each run, or for each version; a run as it was printed."""
    unit = unit_of(answer)
    points = [(curve, point) for curve in answer.curves for point in curve.points]
    fewest = printed_decimals(unit, [point for _, point in points])
    rows = [
        (named(curve, point.label), of_point(answer, unit, point, fewest, failing=curve.how_failing(point)))
        for curve, point in points
    ]
    title = words("table: every version" if answer.labels else "table: every run")
    extra = (words("head: lowest run"), words("head: highest run")) if answer.labels else ()
    first = (
        axis_title(answer.question.x)
        if not answer.question.by
        else f"{dimension(answer.question.by).title}, {axis_title(answer.question.x)}"
    )
    heads = counted_in(unit, metric(answer.question.metric).title, *extra)
    return ShownTable(title, heads, first, tuple(rows))


def printed_decimals(unit: ColumnUnit, points: Sequence[Point]) -> int:
    """As many as the runs were printed with, the last of which may be zeros; 0 where they were computed."""
    most = decimals_of([value for point in points if not point.is_published for value in point.values], unit.factor)
    return most if most <= MOST_PRINTED else 0


def of_point(
    answer: HistoryAnswer, unit: ColumnUnit, point: Point, fewest: int, *, failing: str
) -> tuple[Shown | None, ...]:
    """`failing`: the kind of the phrase of runs that answered nothing but errors."""
    fewest = 0 if point.is_published else fewest
    under = (words(failing),) if failing else ()
    value = Shown(unit.exact(point.value, fewest), under, point.runs, point.is_published)
    if not answer.labels:
        return (value,)
    return value, *(Shown(unit.exact(end(point.values), fewest)) for end in (min, max))
