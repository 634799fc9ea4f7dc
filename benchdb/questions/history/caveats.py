"""What a reader of a history must know before believing it. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from benchdb.domain.caveats import Caveat, caveat, once
from benchdb.domain.dimensions import dimension
from benchdb.domain.statistics import FEWEST
from benchdb.questions.cells import Cell
from benchdb.questions.conditions import provenance_caveats
from benchdb.questions.history.answer import Curve, Moment
from benchdb.questions.history.question import HistoryQuestion, axis_of
from benchdb.questions.level_changes.last_runs import FewRuns, far_ends, far_first_runs, far_last_runs
from benchdb.questions.numbers import Numbers

WHOLE_PERCENTS = 0.0995  #: a change from which on it is shown without decimals


def curve_notes(question: HistoryQuestion, curve: Curve, known: Iterable[Caveat]) -> tuple[Caveat, ...]:
    """Whether a change could be found at all; what the curve mixes; what the logs themselves warn of."""
    return once((*few(question, curve), *far_off(curve), *coarse(curve), *known))


def coarse(curve: Curve) -> list[Caveat]:
    """That levels are a few steps of what was printed."""
    return [one for level in curve.levels for one in level.cell.caveats if one.kind == "coarse"]


def far_off(curve: Curve) -> list[Caveat]:
    """The first and the last runs, where they are too few to be called a change and far from their level."""
    values = [value for point in curve.points for value in point.values]
    places = [point.x for point in curve.points for _ in point.runs]
    begins, ends = curve.levels[0].cell, curve.levels[-1].cell
    if begins is ends:
        return [far_end(ends, one) for one in far_ends(values, places)]
    first = far_first_runs(values[: begins.n], places[: begins.n])
    last = far_last_runs(values[-ends.n :], places[-ends.n :])
    return [far_end(cell, one) for cell, one in ((begins, first), (ends, last)) if one]


def far_end(level: Cell, few: FewRuns) -> Caveat:
    which = "first" if few.are_first else "last"
    given = {"runs": few.runs, "of": few.of, "needs": FEWEST}
    side = "below" if few.nearest < few.level else "above"
    if level.step:
        return caveat(f"{which} runs {side}, coarse", **given)
    if not few.level:
        return caveat(f"{which} runs off nothing", **given)
    moved = few.nearest / few.level - 1
    return caveat(f"{which} runs {side}", moved=moved if few.runs == 1 else at_least(moved), **given)


def at_least(change: float) -> float:
    """To the digits that are shown, towards nothing: 49.8% are not at least 50."""
    places = 3 if abs(change) < WHOLE_PERCENTS else 2
    return math.trunc(round(change * 10**places, 6)) / 10**places


def few(question: HistoryQuestion, curve: Curve) -> list[Caveat]:
    if curve.is_testable:
        return []
    if question.x != "time" and curve.has_one_x:
        return [caveat("one version alone", key=axis_of(question.x))]
    if curve.runs >= 2 * FEWEST:
        axis = "moment" if question.x == "time" else dimension(axis_of(question.x)).title.lower()
        return [caveat("no place to part", axis=axis, runs=curve.runs, needs=FEWEST)]
    return [caveat("too few to find a change", runs=curve.runs, needs=FEWEST)]


def caveats(
    question: HistoryQuestion, placed: Numbers, unplaced: int, moments: Mapping[int, Moment]
) -> tuple[Caveat, ...]:
    """What a reader of the whole must know."""
    made, runs = [], placed.run_ids().tolist()
    unstarted = sum(not moments[run].is_start for run in runs)
    if unstarted and question.x == "time":
        kind = "no start on record" if unstarted == len(runs) else "some without a start"
        made.append(caveat(kind, runs=unstarted, total=len(runs)))
    if unplaced:
        made.append(caveat("runs that cannot be placed", runs=unplaced, axis=axis_of(question.x)))
    return (*made, *provenance_caveats(placed))
