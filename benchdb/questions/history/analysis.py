"""Observations and when their runs were made -> HistoryAnswer. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, takewhile

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat
from benchdb.domain.dimensions import MISSING, Dimension, dimension
from benchdb.domain.metrics import metric
from benchdb.questions.acceptance.classes import let_pass_in_curves, with_rules
from benchdb.questions.acceptance.rule import Rule
from benchdb.questions.base import BadQuestion
from benchdb.questions.cells import Cell, cell, contradicts
from benchdb.questions.conditions import (
    Group,
    Observation,
    compared_conditions,
    held_constant,
    mixtures,
    without_accepted,
)
from benchdb.questions.curves import MOST_CURVES, along, also_differs, grown
from benchdb.questions.gate import like_runs, spreads
from benchdb.questions.history.answer import Change, Curve, HistoryAnswer, Level, Moment, Point
from benchdb.questions.history.caveats import caveats, curve_notes
from benchdb.questions.history.change_points import Series, Split
from benchdb.questions.history.drift import could_be_drift
from benchdb.questions.history.headline import headline
from benchdb.questions.history.question import AXES, HistoryQuestion
from benchdb.questions.history.setups import marks, parted
from benchdb.questions.history.split_strength import candidates
from benchdb.questions.log_caveats import log_caveats
from benchdb.questions.numbers import numbers_of
from benchdb.questions.replies.along import failing_runs, with_replies
from benchdb.questions.unfinished import finished

MOST_NUMBERS = 10_000  #: on one page
MINUTES = len("2024-05-01 12:30")
Moments = Mapping[int, Moment]


@dataclass(frozen=True, slots=True)
class Axis:
    """Where a run stands along x."""

    labels: tuple[str, ...]  #: of versions, in their order; () for time
    moments: Moments

    def x(self, one: Observation) -> float:
        return float(self.labels.index(one.row) + 1) if self.labels else self.moments[one.run].time.timestamp()

    def label(self, one: Observation) -> str:
        return one.row if self.labels else self.moments[one.run].time.isoformat(" ")[:MINUTES]

    def place(self, one: Observation) -> str:
        """What runs share that are one point: a version; over time each is its own."""
        return one.row if self.labels else str(one.run)

    def in_order(self, observations: Sequence[Observation]) -> list[Observation]:
        return sorted(observations, key=lambda one: (self.x(one), self.moments[one.run].time, one.run))

    def series(self, group: Group) -> Series:
        return Series([one.value for one in group], [self.x(one) for one in group], [one.run for one in group])


def analyse(
    question: HistoryQuestion,
    observations: Sequence[Observation],
    moments: Moments,
    known: tuple[Caveat, ...] = (),
    rules: Sequence[Rule] = (),
) -> HistoryAnswer:
    """The answer to `question`; `known` are caveats that it has already. BadQuestion where it is too much to read."""
    counted = finished(question, observations)
    ruled = with_rules(counted.numbers, rules)
    shown = ruled.observations()
    placed = [one for one in shown if one.row != MISSING]
    versions = dimension(AXES[question.x])
    labels = () if question.x == "time" else tuple(sorted({one.row for one in placed}, key=versions.order))
    axis = Axis(labels, moments)
    every = compared_conditions(question.laid_out, placed)
    conditions, accepted = without_accepted(every, question.accepted)
    setups = parted(question, placed, conditions)
    placed = setups.observations
    names = setups.names if not question.by else sorted(set(setups.names), key=dimension(question.by).order)
    check_size(placed, names)
    groups = [axis.in_order([one for one in placed if one.column == name]) for name in names]
    others = tuple(one for one in conditions if one not in setups.conditions)
    constant, unknown = held_constant(placed, every)
    compared = grown(placed, names)
    unplaced = len({one.run for one in shown} - {one.run for one in placed})
    answer = HistoryAnswer(
        query=question.to_query(),
        curves=curves(question, groups, axis, conditions),
        labels=labels,
        held_constant=constant,
        unknown=unknown,
        also_differs=also_differs(compared, others),
        along=along(compared, conditions),
        caveats=(
            *known,
            *counted.caveats,
            *setups.caveats,
            *caveats(question, placed, unplaced, moments),
            *let_pass_in_curves(groups, conditions, ruled.rules),
        ),
        accepted=also_differs(compared, accepted),
    )
    return with_gate(replace(answer, headline=headline(answer)), placed)


def with_gate(answer: HistoryAnswer, placed: Group) -> HistoryAnswer:
    """With what stands before the curves where conditions are in conflict."""
    keys = answer.conflicts
    if not keys:
        return answer
    numbers = numbers_of(placed)
    return replace(answer, groups=like_runs(numbers, keys), spreads=spreads(numbers, (), keys))


def check_size(placed: Sequence[Observation], names: Sequence[str]) -> None:
    if len(names) > MOST_CURVES:
        raise BadQuestion(
            f"this would draw {len(names)} curves, and {MOST_CURVES} at most can be told apart: add a filter"
        )
    if len(placed) > MOST_NUMBERS:
        raise BadQuestion(
            f"this history has {len(placed):,} numbers, and {MOST_NUMBERS:,} at most are shown: add a filter"
        )


def curves(
    question: HistoryQuestion, groups: Sequence[Group], axis: Axis, conditions: Sequence[Dimension]
) -> tuple[Curve, ...]:
    series = [axis.series(group) for group in groups]
    together = zip(groups, series, adjusted(series), strict=True)
    return tuple(curve(question, group, line.splits(whole), axis, conditions) for group, line, whole in together)


def adjusted(series: Sequence[Series]) -> list[float]:
    """The p of each curve as a whole, adjusted for all curves shown, so that many curves find no chance."""
    qs = iter(statistics.adjusted([line.whole.p for line in series if line.whole]))
    return [next(qs) if line.whole else 1.0 for line in series]


def curve(
    question: HistoryQuestion, group: Group, splits: Sequence[Split], axis: Axis, conditions: Sequence[Dimension]
) -> Curve:
    """One curve: its runs in their order, cut where their level changes."""
    ends = [0, *(split.index for split in splits), len(group)]
    parts = [group[low:high] for low, high in pairwise(ends)]
    cells = [cell("median", part, before, conditions) for before, part in pairwise([None, *parts]) if part]
    qs = [None, *(split.q for split in splits)]
    drifting = (
        could_be_drift([one.value for one in group], ends[1:-1]) if question.x == "time" else [False] * len(splits)
    )
    judged = [
        with_verdict(question, one, before, q, is_drift)
        for before, one, q, is_drift in zip([None, *cells], cells, qs, [False, *drifting], strict=False)
    ]
    answered = [
        with_replies(question.metric, one, part, before, earlier)
        for one, part, before, earlier in zip(judged, parts, [None, *cells], [[], *parts], strict=False)
    ]
    levels = [level(part, one, axis) for part, one in zip(parts, answered, strict=True)]
    changes = [
        Change(before, after, split.p, split.q) for (before, after), split in zip(pairwise(levels), splits, strict=True)
    ]
    made = Curve(
        name="" if group[0].column == question.metric else group[0].column,
        points=points(group, axis),
        levels=tuple(levels),
        changes=tuple(changes),
        is_testable=len(candidates(axis.series(group).places)) > 0,
    )
    marked = marks(group, [axis.label(one) for one in group], conditions) if question.x == "time" else ()
    of_logs = log_caveats((text for one in group for text in one.caveats), len(group))
    known = (*mixtures(group, conditions), *marked, *failing_runs(group), *of_logs)
    return replace(made, notes=curve_notes(question, made, known))


def with_verdict(question: HistoryQuestion, one: Cell, before: Cell | None, q: float | None, is_drift: bool) -> Cell:
    """A level with its verdict against the one before, by the same rules as a comparison's cell."""
    if before is None:
        return one
    better = metric(question.metric).better
    verdict = statistics.verdict(one.values, before.values, better, comparable=not one.differs, q=q, is_drift=is_drift)
    interval = statistics.change_interval(one.values, before.values)
    is_contradicted = contradicts(one.change, verdict, better)
    return replace(one, interval=interval, q=q, verdict="no evidence" if is_contradicted else verdict)


def level(part: Group, one: Cell, axis: Axis) -> Level:
    return Level(point(beginning(part, axis), axis), point(beginning(part[::-1], axis)[::-1], axis), one)


def beginning(part: Group, axis: Axis) -> Group:
    """The runs that share the place of the first."""
    first = axis.place(part[0])
    return list(takewhile(lambda one: axis.place(one) == first, part))


def points(group: Group, axis: Axis) -> tuple[Point, ...]:
    """One for each run over time, one for each version else."""
    return tuple(point(list(same), axis) for _, same in groupby(group, axis.place))


def point(here: Group, axis: Axis) -> Point:
    values = tuple(one.value for one in here)
    return Point(
        x=axis.x(here[0]),
        label=axis.label(here[0]),
        value=statistics.AGGREGATIONS["median"].of(values) if len(values) > 1 else values[0],
        values=values,
        runs=tuple(one.run for one in here),
        is_published=all(one.is_published for one in here),
    )
