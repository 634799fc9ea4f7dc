"""Observations and when their runs were made -> HistoryAnswer. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from benchdb import stats
from benchdb.comparison.alike import told_once
from benchdb.comparison.answer import Cell
from benchdb.comparison.spec import BadSpec
from benchdb.comparison.tabulate import (
    Group,
    Observation,
    cell,
    compared_conditions,
    contradicts,
    held_constant,
    in_order,
    mixtures,
)
from benchdb.dimensions import MISSING, Dimension
from benchdb.history.answer import Change, Curve, HistoryAnswer, Level, Moment, Point
from benchdb.history.changes import Series, Split, candidates
from benchdb.history.notes import caveats, curve_notes
from benchdb.history.spec import HistorySpec
from benchdb.metrics import metric
from benchdb.scaling.analyse import MOST_CURVES, along, also_differs, grown

MOST_NUMBERS = 10_000  #: on one page
Moments = Mapping[int, Moment]


def analyse(
    spec: HistorySpec, observations: Sequence[Observation], moments: Moments, said: tuple[str, ...] = ()
) -> HistoryAnswer:
    """The answer to `spec`; `said` of it already. BadSpec where it has more numbers or curves than anybody can read."""
    placed = [each for each in observations if each.row != MISSING]
    asked = spec.comparison()
    names = in_order(asked.cols, {each.column for each in placed}, asked.metrics)
    if len(names) > MOST_CURVES:
        raise BadSpec(f"{len(names)} curves are more than anybody can tell apart ({MOST_CURVES}): filter")
    if len(placed) > MOST_NUMBERS:
        raise BadSpec(f"{len(placed)} numbers are more than one history shows ({MOST_NUMBERS}): filter")
    labels = () if spec.x == "time" else in_order(asked.rows, {each.row for each in placed}, asked.metrics)
    conditions = compared_conditions(asked, placed)
    ordered = sorted(placed, key=lambda each: (x_of(each, labels, moments), moments[each.run].at, each.run))
    groups = [[each for each in ordered if each.column == name] for name in names]
    lines = [series(group, labels, moments) for group in groups]
    wholes = adjusted(lines)
    constant, unknown = held_constant(placed, conditions)
    compared = grown(placed, names)
    return HistoryAnswer(
        query=spec.to_query(),
        curves=tuple(
            curve(spec, group, line.splits(above), labels, moments, conditions)
            for group, line, above in zip(groups, lines, wholes, strict=True)
        ),
        labels=labels,
        held_constant=constant,
        unknown=unknown,
        also_differs=also_differs(compared, conditions),
        along=along(compared, conditions),
        caveats=(
            *said,
            *caveats(spec, placed, len({each.run for each in observations} - {each.run for each in placed}), moments),
        ),
    )


def series(group: Group, labels: Sequence[str], moments: Moments) -> Series:
    places = [x_of(each, labels, moments) for each in group]
    return Series([each.value for each in group], places, [each.run for each in group])


def adjusted(lines: Sequence[Series]) -> list[float]:
    """The p of each curve as a whole, adjusted for all curves shown, so that many curves find no chance."""
    found = iter(stats.adjusted([line.whole.p for line in lines if line.whole]))
    return [next(found) if line.whole else 1.0 for line in lines]


def x_of(each: Observation, labels: Sequence[str], moments: Moments) -> float:
    return float(labels.index(each.row) + 1) if labels else moments[each.run].at.timestamp()


def curve(
    spec: HistorySpec,
    group: Group,
    found: Sequence[Split],
    labels: Sequence[str],
    moments: Moments,
    conditions: Sequence[Dimension],
) -> Curve:
    """One curve: its runs in their order, cut where their level changes."""
    ends = [0, *(each.at for each in found), len(group)]
    parts = [group[low:high] for low, high in pairwise(ends)]
    cells = [cell(spec.comparison(), part, before, conditions) for before, part in pairwise([None, *parts]) if part]
    qs = [None, *(each.q for each in found)]
    told = [judged(spec, one, before, q) for before, one, q in zip([None, *cells], cells, qs, strict=False)]
    levels = [level(part, each, labels, moments) for part, each in zip(parts, told, strict=True)]
    changes = [Change(one, other, each.p, each.q) for (one, other), each in zip(pairwise(levels), found, strict=True)]
    made = Curve(
        name="" if not spec.by else group[0].column,
        points=points(group, labels, moments),
        levels=tuple(levels),
        changes=tuple(changes),
        is_testable=len(candidates(series(group, labels, moments).places)) > 0,
    )
    said = (*mixtures(group, conditions), *told_once(text for each in group for text in each.caveats))
    return replace(made, notes=curve_notes(spec, made, said))


def judged(spec: HistorySpec, one: Cell, before: Cell | None, q: float | None) -> Cell:
    """A level with its verdict against the one before, by the same rules as a comparison's cell."""
    if before is None:
        return one
    better = metric(spec.metric).better
    said = stats.verdict(one.values, before.values, better, comparable=not one.differs, q=q)
    interval = stats.change_interval(one.values, before.values, (*one.runs, *before.runs))
    return replace(one, interval=interval, q=q, verdict="no evidence" if contradicts(one, said, better) else said)


def level(part: Group, found: Cell, labels: Sequence[str], moments: Moments) -> Level:
    placed = points(part, labels, moments)
    return Level(placed[0], placed[-1], found)


def points(group: Group, labels: Sequence[str], moments: Moments) -> tuple[Point, ...]:
    """One for each run over time, one for each version else."""
    made = []
    key = (lambda each: each.row) if labels else (lambda each: str(each.run))
    for _, same in groupby(group, key):
        here = list(same)
        values = tuple(each.value for each in here)
        made.append(
            Point(
                x=x_of(here[0], labels, moments),
                label=here[0].row if labels else f"{moments[here[0].run].at:%Y-%m-%d %H:%M}",
                value=stats.PROTOCOLS["median"].of(values),
                values=values,
                runs=tuple(each.run for each in here),
                is_published=all(each.is_published for each in here),
            )
        )
    return tuple(made)
