"""Levels, each set against the one before -> their verdicts, by the same rules as a comparison's cells. Pure.

Along time a drift may be a change (`level_changes.drift`), and a condition that became another forbids no verdict: the
level did change, and what changed with it is named as what may be the cause. Along versions it is a second one beside
the version, and nobody knows by which of the two. Versions are measured in sittings, as the columns of a comparison
are, and so may runs along time be: the difference may be between sittings, and only as many of them as there are can
say that it is more. Nothing is better or worse whose 95% interval holds no change at all, nor what rounding alone could
be (`questions/rounding`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Column
from benchdb.domain.metrics import metric
from benchdb.domain.statistics import SIGNIFICANCE, Contrast, Interval, Judgement, Side
from benchdb.questions.cells import Cell, contradicts, of_sittings
from benchdb.questions.comparison.judged import DECIDED, Noises, sittings_of
from benchdb.questions.history.answer import goes_over
from benchdb.questions.history.in_sittings import noise_of
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.level_changes.change_points import Series, Split
from benchdb.questions.level_changes.sitting_series import SittingSeries
from benchdb.questions.level_changes.trend import could_be_trend
from benchdb.questions.level_changes.within_sides import BETWEEN, drifts
from benchdb.questions.numbers import Numbers

NO_NOISES: Noises = {}
LIKE_TREND = "may be a trend there"  #: caveat of a level along versions, whether another verdict stands or not
LIKE_DRIFT = "may be drift there"  #: caveat of a level whose verdict is another one
ONE_EACH = "one sitting a side"  #: caveat of a difference, as a comparison has it
ONE_SITTING_EACH = "one sitting each"  #: why a change with that caveat is unproven
OF_SITTINGS = ("interleaved", "several sittings", "machine's noise")  #: on what a p that counts sittings is based


@dataclass(frozen=True, slots=True)
class Levelled:
    """The changes of one curve, and what they were found among."""

    series: Series | SittingSeries
    splits: Sequence[Split]

    @property
    def runs(self) -> Series:
        return self.series.runs if isinstance(self.series, SittingSeries) else self.series

    @property
    def ends(self) -> list[int]:
        """Of the levels."""
        return [0, *(split.index for split in self.splits), len(self.runs.values)]

    def sitting_around(self, split: Split) -> tuple[int, int, int]:
        """(where the sitting begins in which the change is, or the level; the change; where the one or other ends)"""
        begins = self.series.begins.tolist() if isinstance(self.series, SittingSeries) else []
        every = [*begins, *self.ends]
        return (
            max(one for one in every if one < split.index),
            split.index,
            min(one for one in every if one > split.index),
        )

    def drifts(self) -> list[bool]:
        """Which may be drift."""
        return drifts(self.series, self.splits)

    def trends(self) -> list[bool]:
        """Which, along versions, may be a steady trend; beside whole sittings, if they were found among these."""
        places, series = self.ends[1:-1], self.series
        if not isinstance(series, SittingSeries):
            return could_be_trend(series.values, series.places, places)
        if any(split.basis not in BETWEEN for split in self.splits):
            return [False] * len(places)  # they are no evidence anyway
        units = np.searchsorted(series.units, places).tolist()
        return could_be_trend(series.centres, series.places[series.units], units)


def judged(
    question: HistoryQuestion,
    numbers: Numbers,
    levelled: Levelled,
    cells: Sequence[Cell],
    noises: Noises = NO_NOISES,
) -> list[Cell]:
    """The levels of one curve, with the verdicts on the changes between them."""
    changed = list(zip(cells, cells[1:], levelled.splits, strict=False))
    if question.x == "time":
        others = along_time(question, numbers, levelled, changed)
    else:
        of_sides = statistics.judgements(contrasts(question, numbers, levelled.ends, cells, noises))
        of_levels = zip(changed, of_sides, strict=True)
        marks = zip(of_levels, levelled.trends(), strict=True)
        others = [along_versions(question, *change, made, is_trend=trend) for (change, made), trend in marks]
    if question.x != "time" and has_one_sitting_each(levelled.series):
        return [*cells[:1], *map(of_one_sitting_each, others, cells, levelled.splits)]
    return [*cells[:1], *(as_wide_as_sittings(levelled, one, place) for place, one in enumerate(others))]


def has_one_sitting_each(series: Series | SittingSeries) -> bool:
    """Whether each version was measured in one sitting, and nothing else says how far sittings lie apart."""
    if not isinstance(series, SittingSeries) or series.noise is not None:
        return False
    return len(series.begins) == len(np.unique(series.places))


def of_one_sitting_each(one: Cell, before: Cell, split: Split) -> Cell:
    """What the runs show, as a comparison of the two tells it: how far days lie apart nobody measured."""
    interval = statistics.change_interval(one.values, before.values)
    if split.basis != "no more than sittings" or one.verdict != "no evidence" or interval is None:
        return one
    return one.but(interval=interval, caveats=(*one.caveats, caveat(ONE_EACH)))


def as_wide_as_sittings(levelled: Levelled, one: Cell, place: int) -> Cell:
    """A change that is no larger than sittings differ has the interval of one, however alike its runs are."""
    if not isinstance(levelled.series, SittingSeries) or levelled.splits[place].basis != "no more than sittings":
        return one
    wide = levelled.series.one_level_interval(*levelled.ends[place : place + 3])
    return one.but(interval=hull(one.interval, wide)) if one.interval else one


def along_versions(
    question: HistoryQuestion, before: Cell, one: Cell, split: Split, judgement: Judgement, *, is_trend: bool
) -> Cell:
    """A step that a steady trend explains as well is none at a version."""
    made = with_judgement(question, one, before, split.q, judgement, is_drift=is_trend or None)
    return made.but(caveats=(*made.caveats, caveat(LIKE_TREND))) if is_trend else made


def along_time(
    question: HistoryQuestion, numbers: Numbers, levelled: Levelled, changed: Sequence[tuple[Cell, Cell, Split]]
) -> list[Cell]:
    """With what sittings say, where the runs were made in several of them."""
    drifts = levelled.drifts()
    if not changed or not isinstance(levelled.series, SittingSeries):
        pairs = zip(changed, drifts, strict=True)
        return [with_verdict(question, one, before, split.q, is_drift) for (before, one, split), is_drift in pairs]
    cells = [changed[0][0], *(one for _, one, _ in changed)]
    of_sides = statistics.judgements(contrasts(question, numbers, levelled.ends, cells, NO_NOISES))
    made = list[Cell]()
    for (before, one, split), is_drift, judgement in zip(changed, drifts, of_sides, strict=True):
        if split.basis == "within a sitting":
            interval = hull(statistics.change_interval(one.values, before.values), within_sitting(levelled, split))
            made.append(with_verdict(question, one, before, split.q, is_drift, interval))
            continue
        own = with_judgement(question, one, before, split.q, judgement, is_drift=is_drift)
        is_unknown = split.basis == "too few sittings" and own.verdict != "not comparable"
        made.append(own.but(verdict="no evidence") if is_unknown else own)
    return made


def within_sitting(levelled: Levelled, split: Split) -> Interval | None:
    """Of the change by the runs of its sitting alone, which is the same on both sides."""
    low, middle, high = levelled.sitting_around(split)
    values = levelled.runs.values
    return statistics.change_interval(values[middle:high].tolist(), values[low:middle].tolist())


def hull(one: Interval | None, other: Interval | None) -> Interval | None:
    """What holds both."""
    return (min(one[0], other[0]), max(one[1], other[1])) if one and other else one or other


def with_verdict(
    question: HistoryQuestion,
    one: Cell,
    before: Cell,
    q: float,
    is_drift: bool,
    interval: Interval | None = None,
) -> Cell:
    """`interval` of the change, where it is not that of the runs."""
    better = metric(question.metric).better
    of_time = question.x == "time" and all(goes_over(other.dimension) for other in one.differs)
    comparable = of_time or not one.differs
    verdict = statistics.verdict(
        *(one.values, before.values, better), comparable=comparable, q=q, is_drift=is_drift, delta=one.cliffs_delta
    )
    interval = interval or statistics.change_interval(one.values, before.values)
    is_contradicted = contradicts(one.change, verdict, better) or (verdict in DECIDED and holds_none(interval))
    if is_drift and verdict == "not comparable":  # that something else changed there hides no drift
        one = one.but(caveats=(*one.caveats, caveat(LIKE_DRIFT)))
    return one.but(interval=interval, q=q, verdict="no evidence" if is_contradicted else verdict)


def holds_none(interval: Interval | None) -> bool:
    """Whether no change at all is one of those that the interval holds."""
    return interval is not None and interval[0] <= 0 <= interval[1]


def with_drift(judged: Cell, one: Cell) -> Cell:
    """That a drift may be the change, also where replies forbid a verdict."""
    is_hidden = judged.verdict == "cannot be told from drift" and one.verdict == "not comparable"
    return one.but(caveats=(*one.caveats, caveat(LIKE_DRIFT))) if is_hidden else one


def with_judgement(
    question: HistoryQuestion,
    one: Cell,
    before: Cell,
    q: float,
    judgement: Judgement,
    *,
    is_drift: bool | None = None,
) -> Cell:
    """With what sittings and drift say besides; q is the larger one. `is_drift`: where that was asked otherwise."""
    if is_drift is None:
        is_drift = judgement.drift is not None and judgement.drift.explains
    one = of_sittings(one, judgement)
    made = with_verdict(question, one, before, max(q, judgement.p or 0.0), is_drift, judgement.interval)
    if made.verdict in DECIDED and holds_none(judgement.difference):
        made = made.but(verdict="no evidence")
    return made.but(
        sittings=judgement.sittings.sittings,
        sitting_basis=judgement.sittings.basis,
        assumes_sittings=judgement.sittings.is_assumed,
    )


def contrasts(
    question: HistoryQuestion, numbers: Numbers, ends: Sequence[int], cells: Sequence[Cell], noises: Noises
) -> list[Contrast]:
    every = sides(numbers, ends)
    noise = noise_of(numbers, question.metric, noises)
    better = metric(question.metric).better
    return [
        Contrast(here, there, better, not cell.differs, noise=noise, delta=cell.cliffs_delta)
        for (there, here), cell in zip(pairwise(every), cells[1:], strict=True)
    ]


def sides(numbers: Numbers, ends: Sequence[int]) -> list[Side]:
    """The runs of each level, with when they were made."""
    columns = (numbers.values, sittings_of(numbers), numbers.starts, numbers.durations)
    return [Side(*(Column[float](column[low:high]) for column in columns)) for low, high in pairwise(ends)]


def limits(levels: Sequence[Cell]) -> tuple[Caveat, ...]:
    """What the verdicts between versions rest on."""
    decided = [one for one in levels if one.verdict in DECIDED and not one.is_published and one.sitting_basis]
    unknown = any(one.sitting_basis == "unknown" for one in decided)
    assumed = any(one.assumes_sittings for one in decided)
    return (*((caveat("starts not recorded"),) * unknown), *((caveat("sittings by bundle"),) * assumed))


def why_unproven(cell: Cell) -> str:
    """Why a change of level that is drawn is no evidence, where that is known: what its phrases begin with; else ""."""
    if cell.verdict != "no evidence":
        return ""
    if cell.rounding_forbids:
        return "may be rounding"
    if any(one.kind == ONE_EACH for one in cell.caveats):
        return ONE_SITTING_EACH
    if (cell.q or 0.0) > SIGNIFICANCE:
        return "may be sittings" if cell.sitting_basis in (*OF_SITTINGS, "one sitting a side") else ""
    if any(one.kind == "as offered" for one in cell.caveats):
        return ""
    if cell.has_one_sitting_a_side:
        return "too few sittings"
    return "may be none" if holds_none(cell.interval) else ""
