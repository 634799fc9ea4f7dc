"""HistoryAnswer -> the tables of its page: changes, the levels between them, every run."""

from __future__ import annotations

from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.domain.units import places, shown, signed_percent
from benchdb.questions.cells import Cell
from benchdb.questions.history.answer import Change, Curve, HistoryAnswer, Level, Point
from benchdb.questions.history.question import TITLES
from benchdb.wording import listed
from benchdb.wording.grammar import first_few
from frontend.answers.shown_tables import Shown, ShownTable

MOST_NAMED = 3  #: differences that a cell can hold

SMALLEST_P = 0.001  #: smaller ones are only said to be smaller


def tables(answer: HistoryAnswer) -> list[ShownTable]:
    if not answer.curves:
        return []
    changed = [changes(answer)] if any(curve.changes for curve in answer.curves) else []
    return [*changed, levels(answer), every_point(answer)]


def quantity(answer: HistoryAnswer, value: float | None) -> str:
    """With as many decimals as the runs have."""
    runs = (value for curve in answer.curves for point in curve.points for value in point.values)
    return shown(value, metric(answer.question.metric).unit, places(runs))


def changes(answer: HistoryAnswer) -> ShownTable:
    """What changed where, and whether for the better."""
    rows = [
        (named(curve, between(change)), change_cells(answer, change))
        for curve in answer.curves
        for change in curve.changes
    ]
    heads = ("Before", "After", "Change of the medians", "q", "Verdict", "Also differs there")
    return ShownTable("Changes", heads, "Between", tuple(rows))


def named(curve: Curve, text: str) -> str:
    return f"{curve.name}: {text}" if curve.name else text


def between(change: Change) -> str:
    """The labels on both sides; two runs of one minute are told apart by their number."""
    ends = (change.before.last, change.after.first)
    if ends[0].label == ends[1].label:
        return " and ".join(f"run {end.runs[0]}" for end in ends) + f" ({ends[0].label})"
    return " and ".join(end.label for end in ends)


def change_cells(answer: HistoryAnswer, change: Change) -> tuple[Shown | None, ...]:
    one, other = change.before.cell, change.after.cell
    sure = other.interval
    span = f"95%: {signed_percent(sure[0])} to {signed_percent(sure[1])}" if sure else "no interval"
    return (
        median(answer, one),
        median(answer, other),
        Shown(signed_percent(other.change), (span,)),
        Shown(probability(change.q), (f"p {probability(change.p)}",)),
        Shown(str(other.verdict), (f"{other.effect} effect",) if other.effect else ()),
        Shown(differing(other)) if other.differs else None,
    )


def differing(cell: Cell) -> str:
    """A few differences with their values, many by name."""
    if len(cell.differs) <= MOST_NAMED:
        return "; ".join(map(str, cell.differs))
    return listed(first_few([difference.title for difference in cell.differs], MOST_NAMED))


def probability(p: float) -> str:
    return f"< {SMALLEST_P}" if p < SMALLEST_P else f"{p:.3f}"


def median(answer: HistoryAnswer, cell: Cell) -> Shown:
    return Shown(quantity(answer, cell.value), (), cell.runs, cell.is_published)


def levels(answer: HistoryAnswer) -> ShownTable:
    """The stretches between changes."""
    rows = [
        (named(curve, stretch(level)), of_level(answer, level)) for curve in answer.curves for level in curve.levels
    ]
    return ShownTable("Levels", ("Median", "Lowest run", "Highest run", "Spread"), "Stretch", tuple(rows))


def stretch(level: Level) -> str:
    ends = (level.first.label, level.last.label)
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)


def of_level(answer: HistoryAnswer, level: Level) -> tuple[Shown | None, ...]:
    cell = level.cell
    cv = Shown(f"{100 * cell.cv:.1f}%") if cell.cv is not None else None
    return median(answer, cell), Shown(quantity(answer, cell.low)), Shown(quantity(answer, cell.high)), cv


def every_point(answer: HistoryAnswer) -> ShownTable:
    """The chart as numbers: one line for each run, or for each version."""
    rows = [(named(curve, point.label), of_point(answer, point)) for curve in answer.curves for point in curve.points]
    title, extra = ("Every version", ("Lowest run", "Highest run")) if answer.labels else ("Every run", ())
    first = (
        TITLES[answer.question.x]
        if not answer.question.by
        else f"{dimension(answer.question.by).title}, {TITLES[answer.question.x]}"
    )
    return ShownTable(title, (metric(answer.question.metric).title, *extra), first, tuple(rows))


def of_point(answer: HistoryAnswer, point: Point) -> tuple[Shown | None, ...]:
    value = Shown(quantity(answer, point.value), (), point.runs, point.is_published)
    if not answer.labels:
        return (value,)
    return value, Shown(quantity(answer, min(point.values))), Shown(quantity(answer, max(point.values)))
