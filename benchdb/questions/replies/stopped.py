"""Runs that were stopped before their end, and are not in an answer: also those that printed no figure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from benchdb.domain.caveats import Phrase, caveat, phrase
from benchdb.domain.columns import Ints
from benchdb.domain.dimensions import MISSING
from benchdb.questions.base import Question
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.headline import headline
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.question import axis_of
from benchdb.questions.replies.lost_runs import BROKEN_OFF, MANY, LostRuns
from benchdb.questions.replies.one_side import all_stopped, wholly_stopped, without_its_figure
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.unfinished import STATUS, STOPPED, UNFINISHED, WITHOUT_FIGURES, counts_all
from benchdb.reads.search.stopped import stopped_runs
from benchdb.wording.values import shown_value

FEW, FEW_AT_ROWS = "few stopped", "few stopped at rows"  #: kinds of what is said of fewer, where they count
MOST_NAMED = 2  #: sides in one headline


def with_stopped(question: Question, answer: Any) -> Any:
    """The answer with how many there are, and in a comparison the sides that lost many.

    Where the question takes such runs in, those that it could not: nothing else tells of them.
    """
    in_stretches = isinstance(question, ComparisonQuestion) and question.stretches
    if in_stretches or STATUS in question.laid_out:
        return answer
    are_in = counts_all(question)
    taken_in = np.array(list(answer.runs), np.int64) if are_in else None
    stopped = stopped_runs(question.where, UNFINISHED, question.laid_out, taken_in, question.as_of)
    if not stopped.runs:
        return answer
    others = tuple(one for one in answer.caveats if one.kind != STOPPED)
    own = caveat(WITHOUT_FIGURES if are_in else STOPPED, runs=stopped.runs)
    answer = replace(answer, caveats=(own, *others))
    if isinstance(answer, HistoryAnswer) and answer.headline:
        return replace(answer, headline=(*answer.headline, *along_versions(answer, taken_in)))
    if not isinstance(answer, Comparison | ScalingAnswer):
        return answer
    broken_off = stopped_runs(question.where, BROKEN_OFF, question.laid_out, taken_in, question.as_of)
    comparison = answer if isinstance(answer, Comparison) else answer.comparison
    lost = LostRuns(comparison, stopped, broken_off)
    if isinstance(answer, Comparison) and (judged := lost.judged()) != answer:
        answer = replace(judged, headline=headline(judged))
        lost = replace(lost, comparison=answer)
    gone = all_stopped(answer, stopped.by_side) if isinstance(answer, Comparison) else ()
    before = without_its_figure(answer.headline) if gone else answer.headline
    further = limits(answer, lost) if before else ()
    return replace(answer, headline=(*before, *gone, *further))


def along_versions(answer: HistoryAnswer, taken_in: Ints | None) -> tuple[Phrase, ...]:
    """That of a version along x many runs were stopped, and others were not: its level is of those that held out."""
    question, key = answer.question, axis_of(answer.question.x)
    if question.x == "time" or question.is_stretch:
        return ()
    by_version = stopped_runs(question.where, UNFINISHED, (key,), taken_in, question.as_of).by_side
    measured = dict.fromkeys(point.label for curve in answer.curves for point in curve.points)
    lost = [(label, *by_version[label]) for label in measured if label in by_version]
    lost = [(label, runs, of) for label, runs, of in lost if runs >= MANY * of]
    if len(lost) > MOST_NAMED:
        return (phrase("many stopped in some", sides=len(lost), lost=tuple(lost)),)
    return tuple(phrase("many stopped", name=(key, label), runs=runs, of=of) for label, runs, of in lost)


def limits(answer: Comparison | ScalingAnswer, lost: LostRuns) -> tuple[Phrase, ...]:
    """Of a comparison the sides that lost many; of it and of curves those that did at some of the rows or points; and
    where fewer are what stands against a verdict, these."""
    comparison, stopped = lost.comparison, lost.stopped
    of_sides = stopped_limit(comparison, stopped.by_side) if comparison is answer else ()
    named = {name for name, *_ in many_stopped(of_sides)}
    places = {place: lost for place, lost in stopped.by_place.items() if place[1] not in named}
    many = stopped_at_rows(comparison, {place: lost for place, lost in places.items() if lost[0] >= MANY * lost[1]})
    at_rows = {(side, row) for side, row, *_ in many_stopped_at_rows(many)}
    few = (one for one in lost.of_sides() if one[0] not in named and one[:2] not in at_rows)
    return (*of_sides, *many, *few_stopped(comparison, few))


def few_stopped(comparison: Comparison, lost: Iterable[tuple[str, str | None, tuple[int, int]]]) -> Iterator[Phrase]:
    """Of the sides that have such runs where others have none, or fewer."""
    by_side: dict[str, dict[str | None, tuple[int, int]]] = {}
    for side, row, count in lost:
        by_side.setdefault(side, {})[row] = count
    for side, rows in by_side.items():
        if whole := rows.pop(None, None):
            yield phrase(FEW, name=(comparison.question.cols, side), runs=whole[0], of=whole[1])
        known = {(row, side): count for row, count in rows.items() if row is not None}
        yield from stopped_at_rows(comparison, known, FEW_AT_ROWS)


def stopped_at_rows(
    comparison: Comparison, lost: Mapping[tuple[str, str], tuple[int, int]], kind: str = "many stopped at rows"
) -> tuple[Phrase, ...]:
    """That of some rows a side's runs are those that held out, or none did, though of all of its rows few were lost."""
    key, sides = comparison.question.rows, dict[str, list[tuple[str, int, int]]]()
    for (row, side), (runs, of) in sorted(lost.items(), key=lambda one: by_number(one[0][0])):
        if side in comparison.columns and row != MISSING:
            sides.setdefault(side, []).append((row, runs, of))
    return tuple(
        phrase(
            kind,
            name=(comparison.question.cols, side),
            rows=(key, tuple(shown_value(key, row) for row, _, _ in rows), True),
            runs=sum(runs for _, runs, _ in rows),
            of=sum(of for *_, of in rows),
            lost=tuple(rows),
        )
        for side in comparison.columns
        if (rows := sides.get(side))
    )


def by_number(text: str) -> tuple[float, str]:
    try:
        return float(text), ""
    except ValueError:
        return math.inf, text


def many_stopped_at_rows(headline: Iterable[Phrase]) -> list[tuple[str, str, int, int]]:
    """(side, row, runs that were stopped, all of its runs there), from what the headline says."""
    lost = (one for one in headline if one.kind == "many stopped at rows")
    return [(one["name"][1], *row) for one in lost for row in one["lost"]]


def few_lost(headline: Iterable[Phrase]) -> list[tuple[str, str | None, int, int]]:
    """(side, row or None, runs that were stopped, all of its runs) of those that count though few are."""
    made: list[tuple[str, str | None, int, int]] = []
    for one in headline:
        if one.kind == FEW:
            made.append((one["name"][1], None, one["runs"], one["of"]))
        elif one.kind == FEW_AT_ROWS:
            made.extend((one["name"][1], *row) for row in one["lost"])
    return made


def many_stopped(headline: Iterable[Phrase]) -> list[tuple[str, int, int]]:
    """(side, runs that were stopped, all of its runs) of the sides that lost many, from what the headline says."""
    lost: list[tuple[str, int, int]] = []
    for one in headline:
        if one.kind == "many stopped":
            lost.append((one["name"][1], one["runs"], one["of"]))
        elif one.kind == "many stopped in some":
            lost.extend(one["lost"])
        else:
            lost.extend(wholly_stopped(one))
    return lost


def stopped_limit(comparison: Comparison, by_side: Mapping[str, tuple[int, int]]) -> tuple[Phrase, ...]:
    """That a side's figures are those of the runs that came to their end, where many did not."""
    sides = [(name, *by_side[name]) for name in comparison.columns if name in by_side]
    lost = [(name, runs, of) for name, runs, of in sides if runs >= MANY * of]
    if len(lost) > MOST_NAMED:
        return (phrase("many stopped in some", sides=len(lost), lost=tuple(lost)),)
    return tuple(
        phrase("many stopped", name=(comparison.question.cols, name), runs=runs, of=of) for name, runs, of in lost
    )
