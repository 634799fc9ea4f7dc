"""Numbers -> those with a place along x, parted into curves. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from benchdb.domain.caveats import Caveat
from benchdb.domain.columns import how_many_more
from benchdb.domain.dimensions import MISSING, Dimension, dimension
from benchdb.questions.acceptance.classes import with_rules
from benchdb.questions.acceptance.rule import Rule
from benchdb.questions.base import BadQuestion
from benchdb.questions.conditions import compared_conditions, without_accepted
from benchdb.questions.curves import MOST_CURVES
from benchdb.questions.history.axis import Axis, Moments
from benchdb.questions.history.caveats import caveats
from benchdb.questions.history.interleaved import interleaved, pooled
from benchdb.questions.history.outages.error_pages import with_documents
from benchdb.questions.history.question import AXES, HistoryQuestion, axis_of
from benchdb.questions.history.setups import parted
from benchdb.questions.numbers import Numbered, Numbers
from benchdb.questions.unfinished import counted

MOST_NUMBERS = 10_000  #: on one page


@dataclass(frozen=True, slots=True)
class Placed:
    """Numbers that have a place along x, each in the column of its curve, and the conditions that they were made
    under."""

    numbers: Numbers
    axis: Axis
    names: list[str]  #: of the curves, in their order
    parted_by: tuple[Dimension, ...]  #: conditions by which the curves are parted, where nobody asked by what
    every: Sequence[Dimension]  #: conditions that are compared
    conditions: Sequence[Dimension]  #: those among them that nobody accepted
    accepted: Sequence[Dimension]
    caveats: tuple[Caveat, ...]  #: of what was left out, parted and pooled
    rules: Sequence[Rule]  #: that conditions were counted as the same by

    @property
    def others(self) -> tuple[Dimension, ...]:
        """Conditions that nothing was parted by."""
        return tuple(one for one in self.conditions if one not in self.parted_by)


def placed_along(
    question: HistoryQuestion,
    group: Numbered,
    moments: Moments,
    rules: Sequence[Rule],
    besides: Mapping[str, datetime],
) -> Placed:
    """BadQuestion where it is too much to read."""
    counting = counted(question, group)
    ruled = with_rules(counting.numbers, rules).in_order()
    every_one = ruled.taken(~ruled.having("row", MISSING))
    every = compared_conditions(question.laid_out, every_one)
    conditions, accepted = without_accepted(every, question.accepted)
    check_size(len(every_one))
    documented, of_errors = with_documents(every_one, conditions, moments)
    axis = Axis(labels(question, documented, moments, besides), moments)
    setups = parted(question, documented, conditions, axis.labels, moments)
    numbers = setups.numbers
    names = setups.names if not question.by else sorted(setups.names, key=dimension(question.by).order)
    check_curves(len(names))
    noted = (
        *counting.caveats,
        *setups.caveats,
        *of_errors,
        *pooled(interleaved(numbers, axis.labels, moments, conditions)),
        *caveats(question, numbers, how_many_more(ruled.runs, numbers.runs), moments),
    )
    return Placed(numbers, axis, names, setups.conditions, every, conditions, accepted, noted, ruled.rules)


def labels(
    question: HistoryQuestion, placed: Numbers, moments: Moments, besides: Mapping[str, datetime]
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


def check_curves(curves: int) -> None:
    if curves > MOST_CURVES:
        raise BadQuestion("too many curves", curves=curves, most=MOST_CURVES)


def check_size(numbers: int) -> None:
    if numbers > MOST_NUMBERS:
        raise BadQuestion("too long a history", numbers=numbers, most=MOST_NUMBERS)
