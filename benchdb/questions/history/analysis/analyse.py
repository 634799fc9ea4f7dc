"""Numbers and when their runs were made -> HistoryAnswer. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from benchdb.domain.caveats import Caveat
from benchdb.domain.dimensions import Dimension
from benchdb.questions.acceptance.classes import IN_HISTORY, let_pass_in_curves
from benchdb.questions.acceptance.rule import Rule
from benchdb.questions.comparison.judged import Noises
from benchdb.questions.conditions import held_constant
from benchdb.questions.curves import accepted_along, along, also_differs, grown
from benchdb.questions.gate import like_runs, spreads
from benchdb.questions.history.analysis.levels import Line, curves, lines_of
from benchdb.questions.history.analysis.placed import Placed, placed_along
from benchdb.questions.history.answer import Curve, HistoryAnswer, goes_over
from benchdb.questions.history.axis import Moments
from benchdb.questions.history.headline import headline
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.history.setups import recorded_setups, setup_of
from benchdb.questions.history.successors import successions, successors, with_successors
from benchdb.questions.history.verdicts import NO_NOISES
from benchdb.questions.numbers import Numbered, Numbers

NO_VERSIONS: Mapping[str, datetime] = {}


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
    placed = placed_along(question, group, moments, rules, besides)
    lines = lines_of(placed.numbers, placed.names, placed.axis)
    drawn = with_setups(curves(question, lines, placed, noises), lines, placed.parted_by)
    pairs = successors(question, drawn, [line.whole for line in lines], placed.every, moments)
    compared = grown(placed.numbers, placed.names)
    constant, unknown = held_constant(placed.numbers, placed.every)
    answer = HistoryAnswer(
        query=question.to_query(),
        curves=with_successors(drawn, pairs),
        labels=placed.axis.labels,
        held_constant=constant,
        unknown=unknown,
        also_differs=also_differs(compared, placed.others),
        along=along(compared, placed.conditions),
        caveats=(*known, *placed.caveats, *let_pass(placed, compared, lines)),
        accepted=also_differs(compared, placed.accepted),
        successions=successions(pairs),
    )
    return with_gate(replace(answer, headline=headline(answer)), placed.numbers)


def let_pass(placed: Placed, compared: Sequence[Numbers], lines: Sequence[Line]) -> tuple[Caveat, ...]:
    """What was accepted, or counts as the same by a rule, and yet is another along a curve."""
    along_curves = [one for one in placed.accepted if not goes_over(one.key)]
    of_rules = let_pass_in_curves([line.numbers for line in lines], placed.conditions, placed.rules)
    return (*accepted_along(compared, along_curves, IN_HISTORY), *of_rules)


def with_setups(bare: Sequence[Curve], lines: Sequence[Line], conditions: tuple[Dimension, ...]) -> tuple[Curve, ...]:
    """The curves, each with what its runs have of the conditions that part them."""
    setups = recorded_setups([setup_of(line.group[0].conditions, conditions) for line in lines])
    return tuple(replace(one, setup=setup) for one, setup in zip(bare, setups, strict=True))


def with_gate(answer: HistoryAnswer, placed: Numbers) -> HistoryAnswer:
    """With what stands before the curves where conditions are in conflict."""
    keys = answer.conflicts
    if not keys:
        return answer
    return replace(answer, groups=like_runs(placed, keys), spreads=spreads(placed, (), keys))
