"""What a reader of a history must know before believing it. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from benchdb.domain.caveats import Caveat, Parameter, caveat, once
from benchdb.domain.dimensions import dimension
from benchdb.domain.statistics import FEWEST
from benchdb.questions.cells import Cell
from benchdb.questions.conditions import provenance_caveats
from benchdb.questions.days import day_ends
from benchdb.questions.figures.of_runs import quantity
from benchdb.questions.history.answer import HIDDEN, Curve, Moment, Point
from benchdb.questions.history.in_sittings import without_ends
from benchdb.questions.history.question import HistoryQuestion, axis_of
from benchdb.questions.level_changes.change_points import Series
from benchdb.questions.level_changes.last_runs import FewRuns, far_ends, far_first_runs, far_last_runs
from benchdb.questions.level_changes.sitting_series import SittingSeries
from benchdb.questions.level_changes.within_sides import BETWEEN, CLEAR, parted
from benchdb.questions.numbers import Numbers

PROVEN = ("runs", "within a sitting", *BETWEEN)  #: on what a change rests that is evidence
WHOLE_PERCENTS = 0.0995  #: a change from which on it is shown without decimals


def curve_notes(
    question: HistoryQuestion, curve: Curve, series: Series | SittingSeries, known: Iterable[Caveat]
) -> tuple[Caveat, ...]:
    """Whether a change could be found at all; what the curve mixes; what the logs themselves warn of."""
    far = far_off(curve)
    ends = (*far, *hidden(question, curve, series, far), *last_apart(question, curve, series))
    return once((*few(question, curve), *ends, *coarse(curve), *known))


def last_apart(question: HistoryQuestion, curve: Curve, series: Series | SittingSeries) -> list[Caveat]:
    """That the last runs lie apart from those before, where their resemblance, or other curves, leave no change proven.

    It is what a plain look shows: no verdict.
    """
    if curve.changes or question.x != "time" or isinstance(series, SittingSeries):
        return []
    places = [split.index for split in series.significant(0.0)]
    if not places:
        return []
    begin = (0, *places)[-2]
    before, last = series.values[begin : places[-1]], series.values[places[-1] :]
    was, now = float(np.median(before)), float(np.median(last))
    if was <= 0 or parted(before, last) < CLEAR:
        return []
    kind = "last stretch below" if now < was else "last stretch above"
    return [caveat(kind, last=len(last), before=len(before), moved=now / was - 1)]


def hidden(
    question: HistoryQuestion, curve: Curve, series: Series | SittingSeries, far: Iterable[Caveat]
) -> list[Caveat]:
    """The changes of one curve without any that its far runs hide: they are sought once more without these.

    Of several curves none is said to show no change that has far runs.
    """
    ends = {one.kind.partition(" ")[0]: int(dict(one.parameters)["runs"]) for one in far}
    if curve.name or curve.changes or not ends:
        return []
    first, last = ends.get("first", 0), ends.get("last", 0)
    runs = [(point, value) for point in curve.points for value in point.values]
    kept = runs[first : len(runs) - last]
    places = [one.index for one in without_ends(series, first, last).splits() if one.basis in PROVEN]
    return [caveat(HIDDEN, apart=first + last, **of_changes(question, kept, places))] if places else []


def of_changes(
    question: HistoryQuestion, runs: Sequence[tuple[Point, float]], places: Sequence[int]
) -> dict[str, Parameter]:
    """How many they are; of the first one, between when and between which figures."""
    begin, end = places[0], (*places, len(runs))[1]
    (before, _), (after, _) = runs[begin - 1], runs[begin]
    days = (day_ends(before.x, after.x) if question.x == "time" else None) or (before.label, after.label)
    was, now = (figure(question, [value for _, value in side]) for side in (runs[:begin], runs[begin:end]))
    return {"changes": len(places), "before": days[0], "after": days[1], "was": was, "now": now}


def figure(question: HistoryQuestion, values: Sequence[float]) -> tuple[float, str, int]:
    return quantity(question.metric, values, median(values), is_published=False)


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


def with_failing_versions(curve: Curve) -> Curve:
    """Where versions answered nothing but errors, the one that did not is not that of all runs."""
    if not curve.one_x_answers:
        return curve
    notes = (
        caveat("one version answers", **dict(one.parameters)) if one.kind == "one version alone" else one
        for one in curve.notes
    )
    return replace(curve, notes=tuple(notes))


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
