"""The numbers of each curve -> Curve: its runs, cut where their level changes. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.dimensions import Dimension
from benchdb.questions.cells import cell
from benchdb.questions.comparison.judged import Noises
from benchdb.questions.conditions import Group, mixtures
from benchdb.questions.history.analysis.placed import Placed
from benchdb.questions.history.answer import Change, Curve
from benchdb.questions.history.axis import Axis, ends_of, level, points
from benchdb.questions.history.caveats import curve_notes, with_failing_versions
from benchdb.questions.history.in_sittings import noise_of, series_of
from benchdb.questions.history.outages.failing import answering, failing_stretches, nothing_served, with_failing
from benchdb.questions.history.outages.partly import partly_failing
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.history.setups import lasting, marks, recorded_between
from benchdb.questions.history.verdicts import Levelled, judged, limits, with_drift
from benchdb.questions.history.within import with_changes_within
from benchdb.questions.level_changes.chance import FLOOR, QUIET_Q
from benchdb.questions.level_changes.change_points import Series
from benchdb.questions.level_changes.sitting_series import SittingSeries
from benchdb.questions.level_changes.split_strength import candidates
from benchdb.questions.level_changes.within_reach import least_p
from benchdb.questions.log_caveats import log_caveats
from benchdb.questions.numbers import Numbers
from benchdb.questions.replies.along import failing_runs, unlike_replies, with_replies
from benchdb.questions.rounding.spans import in_turn


@dataclass(frozen=True, slots=True)
class Line:
    """The numbers of one curve in their order along x, one by one and as columns."""

    group: Group
    numbers: Numbers
    whole: Group  #: with the runs that answered nothing but errors


def lines_of(placed: Numbers, names: Sequence[str], axis: Axis) -> list[Line]:
    """The numbers of each curve, as they follow each other along x."""
    every, of_names = placed.observations(), [np.flatnonzero(placed.having("column", name)) for name in names]
    rising = [sorted(places.tolist(), key=lambda place: axis.sorting(every[place])) for places in of_names]
    return [line_of([every[place] for place in places], placed.in_order(np.array(places))) for places in rising]


def line_of(whole: Group, numbers: Numbers) -> Line:
    """The runs of one curve; those that measured how quickly errors came are of no level."""
    kept = answering(whole)
    if len(kept) == len(whole):
        return Line(whole, numbers, whole)
    return Line([whole[place] for place in kept], numbers.in_order(np.array(kept)), whole)


def curves(
    question: HistoryQuestion,
    lines: Sequence[Line],
    placed: Placed,
    noises: Noises,
) -> tuple[Curve, ...]:
    """Each line cut where its level changes, as all of them together are tested."""
    is_time, noise = question.x == "time", [noise_of(line.numbers, question.metric, noises) for line in lines]
    series = [
        series_of(line.numbers, placed.axis.series(line.group), is_time, own)
        for line, own in zip(lines, noise, strict=True)
    ]
    together = zip(lines, series, adjusted(series), strict=True)
    return tuple(
        curve(question, line, Levelled(own, own.splits(whole)), placed, noises) for line, own, whole in together
    )


def adjusted(series: Sequence[Series | SittingSeries]) -> list[float]:
    """The p of each curve as a whole, adjusted for all curves shown, so that many curves find no chance.

    Of many curves the least p that ORDERS can show is one that a quiet watch never believes: of a curve that has it, so
    many more orders are drawn that it can.
    """
    tested = [(line, line.whole.p) for line in series if line.whole]
    qs = statistics.adjusted([p for _, p in tested])
    draws = math.ceil(len(tested) / QUIET_Q)
    finer = [
        line.finer_p(draws) if math.isclose(p, FLOOR) and q > QUIET_Q else p
        for (line, p), q in zip(tested, qs, strict=True)
    ]
    made = iter(statistics.adjusted(finer))
    return [next(made) if line.whole else 1.0 for line in series]


def curve(
    question: HistoryQuestion,
    line: Line,
    levelled: Levelled,
    placed: Placed,
    noises: Noises,
) -> Curve:
    """One curve: its runs in their order, cut where their level changes."""
    axis, conditions, every = placed.axis, placed.conditions, placed.every
    group, splits = line.group, levelled.splits
    ends = [0, *(split.index for split in splits), len(group)]
    parts = [group[low:high] for low, high in pairwise(ends)]
    stretches = [line.numbers.in_order(np.arange(low, high)) for low, high in pairwise(ends)]
    cells = [cell("median", own, before, conditions) for before, own in pairwise([None, *stretches]) if own]
    judged_cells = in_turn(question.metric, judged(question, line.numbers, levelled, cells, noises), stretches)
    answered = [
        with_drift(one, with_replies(question.metric, question.accepted, one, part, before, earlier))
        for one, part, before, earlier in zip(judged_cells, parts, [None, *cells], [[], *parts], strict=False)
    ]
    answered = with_changes_within(question, line.numbers, parts, axis, answered)
    levels = [level(part, one, axis) for part, one in zip(parts, answered, strict=True)]
    places = [lasting(recorded_between(*ends_of(pair, axis), every), *pair) for pair in pairwise(parts)]
    changes = [
        Change(before, after, split.p, max(split.q, after.cell.q or 0.0), there)
        for (before, after), split, there in zip(pairwise(levels), splits, places, strict=True)
    ]
    allowed = candidates(levelled.runs.places)
    partly, partly_before = partly_failing(group, axis, every)
    made = Curve(
        name="" if group[0].column == question.metric else group[0].column,
        points=points(group, axis),
        levels=tuple(levels),
        changes=tuple(changes),
        is_testable=len(allowed) > 0,
        least_p=least_p(len(group), allowed) if isinstance(levelled.series, Series) else 0.0,
        nothing_served=nothing_served(group),
        partly=partly,
        partly_before=partly_before,
    )
    marked = marks(group, [axis.label(one) for one in group], conditions) if question.x == "time" else ()
    of_logs = log_caveats((own for one in group for own in one.caveats), len(group))
    of_replies = (*failing_runs(group), *unlike_replies(parts, question.accepted))
    known = (*mixtures(line.numbers, conditions), *limits(answered), *marked, *of_replies, *of_logs)
    noted = replace(made, notes=curve_notes(question, made, levelled.series, known))
    return noted if group is line.whole else with_outages(noted, line.whole, axis, every)


def with_outages(made: Curve, whole: Group, axis: Axis, every: Sequence[Dimension]) -> Curve:
    outages = failing_stretches(whole, axis, every)
    return with_failing_versions(replace(made, points=with_failing(made.points, whole, axis), outages=outages))
