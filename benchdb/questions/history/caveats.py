"""What a reader of a history must know before believing it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from benchdb.domain.caveats import Caveat, caveat, once
from benchdb.domain.dimensions import dimension
from benchdb.domain.statistics import FEWEST
from benchdb.questions.conditions import Observation, provenance_caveats
from benchdb.questions.history.answer import Curve, Moment
from benchdb.questions.history.question import AXES, HistoryQuestion


def curve_notes(question: HistoryQuestion, curve: Curve, known: Iterable[Caveat]) -> tuple[Caveat, ...]:
    """Whether a change could be found at all; what the curve mixes; what the logs themselves warn of."""
    return once((*few(question, curve), *known))


def few(question: HistoryQuestion, curve: Curve) -> list[Caveat]:
    if curve.is_testable:
        return []
    if curve.runs >= 2 * FEWEST:
        axis = "moment" if question.x == "time" else dimension(AXES[question.x]).title.lower()
        return [caveat("no place to part", axis=axis, runs=curve.runs, needs=FEWEST)]
    return [caveat("too few to find a change", runs=curve.runs, needs=FEWEST)]


def caveats(
    question: HistoryQuestion, placed: Sequence[Observation], unplaced: int, moments: Mapping[int, Moment]
) -> tuple[Caveat, ...]:
    """What a reader of the whole must know."""
    made = []
    total = len({one.run for one in placed})
    unstarted = len({one.run for one in placed if not moments[one.run].is_start})
    if unstarted and question.x == "time":
        kind = "no start on record" if unstarted == total else "some without a start"
        made.append(caveat(kind, runs=unstarted, total=total))
    if unplaced:
        made.append(caveat("runs that cannot be placed", runs=unplaced, axis=AXES[question.x]))
    return (*made, *provenance_caveats(placed))
