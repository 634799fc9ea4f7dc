"""Numbers and when their runs were made -> HistoryAnswer. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat
from benchdb.domain.columns import how_many_more
from benchdb.domain.dimensions import MISSING, Dimension, dimension
from benchdb.questions.acceptance.classes import IN_HISTORY, let_pass_in_curves, with_rules
from benchdb.questions.acceptance.rule import Rule
from benchdb.questions.base import BadQuestion
from benchdb.questions.cells import cell
from benchdb.questions.comparison.judged import Noises
from benchdb.questions.conditions import (
    Group,
    compared_conditions,
    held_constant,
    mixtures,
    without_accepted,
)
from benchdb.questions.curves import MOST_CURVES, accepted_along, along, also_differs, grown
from benchdb.questions.gate import like_runs, spreads
from benchdb.questions.history.answer import Change, Curve, HistoryAnswer, goes_over
from benchdb.questions.history.axis import Axis, Moments, ends_of, level, points
from benchdb.questions.history.caveats import caveats, curve_notes, with_failing_versions
from benchdb.questions.history.headline import headline
from benchdb.questions.history.in_sittings import noise_of, series_of
from benchdb.questions.history.interleaved import interleaved, pooled
from benchdb.questions.history.outages.error_pages import with_documents
from benchdb.questions.history.outages.failing import answering, failing_stretches, nothing_served, with_failing
from benchdb.questions.history.outages.partly import partly_failing
from benchdb.questions.history.question import AXES, HistoryQuestion, axis_of
from benchdb.questions.history.setups import lasting, marks, parted, recorded_between, recorded_setups, setup_of
from benchdb.questions.history.successors import successions, successors, with_successors
from benchdb.questions.history.verdicts import NO_NOISES, Levelled, judged, limits, with_drift
from benchdb.questions.history.within import with_changes_within
from benchdb.questions.level_changes.chance import FLOOR, QUIET_Q
from benchdb.questions.level_changes.change_points import Series
from benchdb.questions.level_changes.sitting_series import SittingSeries
from benchdb.questions.level_changes.split_strength import candidates
from benchdb.questions.level_changes.within_reach import least_p
from benchdb.questions.log_caveats import log_caveats
from benchdb.questions.numbers import Numbered, Numbers
from benchdb.questions.replies.along import failing_runs, unlike_replies, with_replies
from benchdb.questions.rounding.spans import in_turn
from benchdb.questions.unfinished import counted

MOST_NUMBERS = 10_000  #: on one page
NO_VERSIONS: Mapping[str, datetime] = {}


@dataclass(frozen=True, slots=True)
class Line:
    """The numbers of one curve in their order along x, one by one and as columns."""

    group: Group
    numbers: Numbers
    whole: Group  #: with the runs that answered nothing but errors


def analyse(
    question: HistoryQuestion,
    group: Numbered,
    moments: Moments,
    known: tuple[Caveat, ...] = (),
    rules: Sequence[Rule] = (),
    noises: Noises = NO_NOISES,
    besides: Mapping[str, datetime] = NO_VERSIONS,
) -> HistoryAnswer:
    """The answer to `question`; `known` are caveats that it has already, `noises` of the machines' sittings, `besides`
    versions along x without a finished run, and when the first of theirs was made.

    BadQuestion where it is too much to read.
    """
    counting = counted(question, group)
    ruled = with_rules(counting.numbers, rules).in_order()
    placed = ruled.taken(~ruled.having("row", MISSING))
    every = compared_conditions(question.laid_out, placed)
    conditions, accepted = without_accepted(every, question.accepted)
    check_size(len(placed))
    placed, of_errors = with_documents(placed, conditions, moments)
    axis = Axis(labels(question, placed, moments, besides), moments)
    setups = parted(question, placed, conditions, axis.labels, moments)
    placed = setups.numbers
    names = setups.names if not question.by else sorted(setups.names, key=dimension(question.by).order)
    check_curves(len(names))
    lines = lines_of(placed, names, axis)
    others = tuple(one for one in conditions if one not in setups.conditions)
    constant, unknown = held_constant(placed, every)
    compared = grown(placed, names)
    bare = curves(question, lines, axis, conditions, noises, every)
    bare = with_setups(bare, lines, setups.conditions)
    pairs = successors(question, bare, [line.whole for line in lines], every, moments)
    own = with_successors(bare, pairs)
    answer = HistoryAnswer(
        query=question.to_query(),
        curves=own,
        labels=axis.labels,
        held_constant=constant,
        unknown=unknown,
        also_differs=also_differs(compared, others),
        along=along(compared, conditions),
        caveats=(
            *known,
            *counting.caveats,
            *setups.caveats,
            *of_errors,
            *pooled(interleaved(placed, axis.labels, moments, conditions)),
            *caveats(question, placed, how_many_more(ruled.runs, placed.runs), moments),
            *accepted_along(compared, [one for one in accepted if not goes_over(one.key)], IN_HISTORY),
            *let_pass_in_curves([line.numbers for line in lines], conditions, ruled.rules),
        ),
        accepted=also_differs(compared, accepted),
        successions=successions(pairs),
    )
    return with_gate(replace(answer, headline=headline(answer)), placed)


def with_setups(bare: Sequence[Curve], lines: Sequence[Line], conditions: tuple[Dimension, ...]) -> tuple[Curve, ...]:
    """The curves, each with what its runs have of the conditions that part them."""
    setups = recorded_setups([setup_of(line.group[0].conditions, conditions) for line in lines])
    return tuple(replace(one, setup=setup) for one, setup in zip(bare, setups, strict=True))


def labels(
    question: HistoryQuestion, placed: Numbers, moments: Moments, besides: Mapping[str, datetime] = NO_VERSIONS
) -> tuple[str, ...]:
    """The versions along x, in their order; a setting's values, such as commits, as they were first measured; () for
    time."""
    if question.x == "time":
        return ()
    texts = {*(placed.row.texts[code] for code in placed.row.used()), *besides}
    if question.x in AXES:
        return tuple(sorted(texts, key=dimension(axis_of(question.x)).order))
    first = {text: (moment, 0) for text, moment in besides.items()}
    for code, run in zip(placed.row.codes.tolist(), placed.runs.tolist(), strict=True):
        text, moment = placed.row.texts[code], (moments[run].time, run)
        first[text] = min(first.get(text, moment), moment)
    return tuple(sorted(texts, key=first.__getitem__))


def with_gate(answer: HistoryAnswer, placed: Numbers) -> HistoryAnswer:
    """With what stands before the curves where conditions are in conflict."""
    keys = answer.conflicts
    if not keys:
        return answer
    return replace(answer, groups=like_runs(placed, keys), spreads=spreads(placed, (), keys))


def check_curves(curves: int) -> None:
    if curves > MOST_CURVES:
        raise BadQuestion("too many curves", curves=curves, most=MOST_CURVES)


def check_size(numbers: int) -> None:
    if numbers > MOST_NUMBERS:
        raise BadQuestion("too long a history", numbers=numbers, most=MOST_NUMBERS)


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
    axis: Axis,
    conditions: Sequence[Dimension],
    noises: Noises,
    every: Sequence[Dimension],
) -> tuple[Curve, ...]:
    """`every`: the conditions with those that were accepted."""
    is_time, noise = question.x == "time", [noise_of(line.numbers, question.metric, noises) for line in lines]
    series = [
        series_of(line.numbers, axis.series(line.group), is_time, own) for line, own in zip(lines, noise, strict=True)
    ]
    together = zip(lines, series, adjusted(series), strict=True)
    return tuple(
        curve(question, line, Levelled(own, own.splits(whole)), axis, conditions, noises, every)
        for line, own, whole in together
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
    axis: Axis,
    conditions: Sequence[Dimension],
    noises: Noises,
    every: Sequence[Dimension],
) -> Curve:
    """One curve: its runs in their order, cut where their level changes."""
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
