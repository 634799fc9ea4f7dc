"""Levels, each set against the one before -> their verdicts, by the same rules as a comparison's cells. Pure.

Along time a drift may be a change (`level_changes.drift`), and a condition that became another forbids no verdict: the
level did change, and what changed with it is named as what may be the cause. Along versions it is a second one beside
the version, and nobody knows by which of the two. Versions are measured in sittings, as the columns of a comparison
are: the difference may be between sittings, and only as many of them as there are can say that it is more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Column
from benchdb.domain.metrics import metric
from benchdb.domain.statistics import SIGNIFICANCE, Contrast, Judgement, Side
from benchdb.questions.cells import Cell, contradicts
from benchdb.questions.comparison.judged import DECIDED, Noises, pooled_noise, sittings_of
from benchdb.questions.history.answer import goes_over
from benchdb.questions.history.level_changes.drift import could_be_drift
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.numbers import Numbers

NO_NOISES: Noises = {}
LIKE_DRIFT = "may be drift there"  #: caveat of a level whose verdict is another one
OF_SITTINGS = ("interleaved", "several sittings", "machine's noise")  #: on what a p that counts sittings is based


def judged(
    question: HistoryQuestion,
    numbers: Numbers,
    ends: Sequence[int],
    cells: Sequence[Cell],
    qs: Sequence[float],
    noises: Noises = NO_NOISES,
) -> list[Cell]:
    """The levels of one curve between `ends`; `qs` of the changes between them."""
    changed = zip(cells, cells[1:], qs, strict=False)
    if question.x == "time":
        drifts = could_be_drift(numbers.values.tolist(), ends[1:-1])
        marked = zip(changed, drifts, strict=True)
        others = [with_verdict(question, one, before, q, is_drift) for (before, one, q), is_drift in marked]
    else:
        of_sides = statistics.judgements(contrasts(question, numbers, ends, cells, noises))
        of_levels = zip(changed, of_sides, strict=True)
        others = [with_judgement(question, one, before, q, judgement) for (before, one, q), judgement in of_levels]
    return [*cells[:1], *others]


def with_verdict(question: HistoryQuestion, one: Cell, before: Cell, q: float, is_drift: bool) -> Cell:
    better = metric(question.metric).better
    of_time = question.x == "time" and all(goes_over(other.dimension) for other in one.differs)
    comparable = of_time or not one.differs
    verdict = statistics.verdict(one.values, before.values, better, comparable=comparable, q=q, is_drift=is_drift)
    interval = statistics.change_interval(one.values, before.values)
    is_contradicted = contradicts(one.change, verdict, better)
    if is_drift and verdict == "not comparable":  # that something else changed there hides no drift
        one = one.but(caveats=(*one.caveats, caveat(LIKE_DRIFT)))
    return one.but(interval=interval, q=q, verdict="no evidence" if is_contradicted else verdict)


def with_drift(judged: Cell, one: Cell) -> Cell:
    """That a drift may be the change, also where replies forbid a verdict."""
    is_hidden = judged.verdict == "cannot be told from drift" and one.verdict == "not comparable"
    return one.but(caveats=(*one.caveats, caveat(LIKE_DRIFT))) if is_hidden else one


def with_judgement(question: HistoryQuestion, one: Cell, before: Cell, q: float, judgement: Judgement) -> Cell:
    """With what sittings and drift say besides; q is the larger one."""
    is_drift = judgement.drift is not None and judgement.drift.p > SIGNIFICANCE
    return with_verdict(question, one, before, max(q, judgement.p or 0.0), is_drift).but(
        interval=judgement.interval,
        sittings=judgement.sittings.sittings,
        sitting_basis=judgement.sittings.basis,
        assumes_sittings=judgement.sittings.is_assumed,
    )


def contrasts(
    question: HistoryQuestion, numbers: Numbers, ends: Sequence[int], cells: Sequence[Cell], noises: Noises
) -> list[Contrast]:
    every = sides(numbers, ends)
    machines = numbers.texts("machine")
    noise = pooled_noise(noises[key] for one in sorted(machines) if (key := (one, question.metric)) in noises)
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


def may_be_sittings(cell: Cell) -> bool:
    """Whether the change of level is no larger than sittings differ."""
    return cell.verdict == "no evidence" and cell.sitting_basis in OF_SITTINGS and (cell.q or 0.0) > SIGNIFICANCE
