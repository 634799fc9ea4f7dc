"""A HistoryAnswer -> the phrases of the line that answers its question. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.statistics import FEWEST
from benchdb.questions.acceptance.classes import named as named_acceptance
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.judged import DECIDED
from benchdb.questions.curves import called
from benchdb.questions.days import day_ends
from benchdb.questions.history.answer import FAR_ENDS, HIDDEN, LAST_APART, Curve, HistoryAnswer
from benchdb.questions.history.interleaved import POOLED
from benchdb.questions.history.one_change import OF_REPLIES, in_line, is_doubted, is_drift, is_trend, one_change
from benchdb.questions.history.outages.partly import holds_all, most_failed, since_when_of
from benchdb.questions.history.outages.phrases import flaky, lasting_outages, nothing_served, past_outages
from benchdb.questions.history.question import HistoryQuestion, axis_of
from benchdb.questions.history.several import of_several
from benchdb.questions.history.verdicts import ONE_SITTING_EACH, why_unproven
from benchdb.questions.history.within import has_changes_within, within_limit
from benchdb.questions.replies.failures import NOISE

MOST_NAMED = 3  #: changes, or curves, that one line can hold
NOTICED = 0.01  #: of a run's requests: where more failed, that comes before a level that did not change
SEVERAL = "several documents"  #: a caveat of a curve whose levels mix them


def headline(answer: HistoryAnswer) -> tuple[Phrase, ...]:
    """What changed, where and by how much; () without runs."""
    if not answer.curves:
        return ()
    if answer.conflicts:
        return (phrase("would mix over time", keys=answer.conflicts),)
    failures = failing(answer.question, answer.curves)
    comes_first = most_untold(answer.curves) >= NOTICED
    limits = (
        *answer.successions,
        *past_outages(answer),
        *within_limit(answer.curves),
        *in_all(answer.question, answer.curves),
        *drifting(answer.curves),
        *far_ends(answer.question, answer.curves),
        *(() if comes_first else failures),
        *several_documents(answer.question, answer.curves),
        *(phrase(one.kind, **dict(one.parameters)) for one in answer.caveats if one.kind == POOLED),
        *sitting_limit(answer.curves),
    )
    served = () if all(curve.nothing_served for curve in answer.curves) else (what_changed(answer),)
    return (
        *lasting_outages(answer),
        *flaky(answer),
        *nothing_served(answer),
        *(failures if comes_first else ()),
        *served,
        *limits,
        *named_acceptance(answer.accepted, answer.caveats),
    )


def drifting(curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """How many changes may be drift, where not every change is named. Of several curves their sentence says so."""
    if len(curves) > 1 or curves[0].name:
        return ()
    cells = [change.after.cell for curve in curves for change in curve.changes]
    if len(cells) <= MOST_NAMED or not (marked := sum(is_drift(cell) for cell in cells)):
        return ()
    kind = "some may be a trend" if any(map(is_trend, cells)) else "some may be drift"
    return (phrase(kind, marked=marked, changes=len(cells)),) if not is_steady(curves[0]) else ()


def in_all(question: HistoryQuestion, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """By how much one curve rose or fell along time, where each of its several steps may be drift."""
    if question.x != "time" or len(curves) > 1 or curves[0].name or len(curves[0].changes) < 2:
        return ()
    cells, levels = [change.after.cell for change in curves[0].changes], curves[0].levels
    ends = day_ends(levels[0].first.x, levels[-1].last.x)
    if not (are_alike(cells) and all(map(is_drift, cells)) and levels[0].value > 0 and ends):
        return ()
    moved = levels[-1].value / levels[0].value - 1
    return (phrase("rose in all" if moved > 0 else "fell in all", first=ends[0], last=ends[1], moved=moved),)


def are_alike(cells: Sequence[Cell]) -> bool:
    """Whether all changes go the same way."""
    return len({(cell.change or 0.0) > 0 for cell in cells}) == 1


def is_steady(curve: Curve) -> bool:
    """Whether every step of many could be part of one trend, all the same way."""
    cells = [change.after.cell for change in curve.changes]
    return len(cells) > MOST_NAMED and are_alike(cells) and all(map(is_trend, cells)) and curve.levels[0].value > 0


def far_ends(question: HistoryQuestion, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """The first or last runs that are far off their level and too few to be called a change."""
    noted = [(called(question.by, curve.title), one) for curve in curves for one in curve.notes if one.kind in FAR_ENDS]
    phrases = [(name, phrase(one.kind, **dict(one.parameters))) for name, one in noted[:MOST_NAMED]]
    rest = {name for name, _ in noted[MOST_NAMED:]} - {name for name, _ in phrases}
    more = (phrase("more curves with runs off", curves=len(rest)),) if rest else ()
    return (*(phrase("of one curve", curve=name, said=one) if name else one for name, one in phrases), *more)


def failing(question: HistoryQuestion, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """That requests failed, where no change is told with it; since when and with what, and whether that is all."""
    noted = [(curve, share) for curve in curves if not curve.nothing_served if (share := most_failed(curve)) > NOISE]
    noted = [(curve, share) for curve, share in noted if not is_told_with_failures(curve)]
    dated = [since_when_of(question, curve) for curve, _ in noted if curve.partly]
    are_all = all(holds_all(curve) for curve, _ in noted if curve.partly)
    if are_all and 0 < len(dated) == len(noted) <= MOST_NAMED:
        return tuple(dated)
    notes = [dict(one.parameters) for curve, _ in noted for one in curve.notes if one.kind == "runs with failures"]
    if not notes:
        return ()
    total = sum(curve.runs for curve in curves if not curve.nothing_served)
    runs, most = sum(note["runs"] for note in notes), max(share for _, share in noted)
    first = dated[:MOST_NAMED] if len(dated) < len(noted) or not are_all else []
    return (*first, phrase("runs with failures", runs=runs, total=total, share=most))


def most_untold(curves: Sequence[Curve]) -> float:
    """The largest share of a run's requests that failed, of which no change says anything."""
    untold = [curve for curve in curves if not curve.nothing_served and not is_told_with_failures(curve)]
    return max(map(most_failed, untold), default=0.0)


def is_told_with_failures(curve: Curve) -> bool:
    """Whether a change of it says what its replies were. Of several curves what is in doubt is only counted."""
    cells = [change.after.cell for change in curve.changes if not (curve.name and is_doubted(change))]
    return any(one.kind in OF_REPLIES for cell in cells for one in cell.caveats)


def several_documents(question: HistoryQuestion, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """That runs of one level did not answer with one document."""
    noted = [(called(question.by, curve.title), one) for curve in curves for one in curve.notes if one.kind == SEVERAL]
    if len(noted) > 1:
        return (phrase("several documents in some", curves=len(noted)),)
    phrases = [(name, phrase(SEVERAL, **dict(one.parameters))) for name, one in noted]
    return tuple(phrase("of one curve", curve=name, said=one) if name else one for name, one in phrases)


def sitting_limit(curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """The limit of verdicts that rest on one sitting of each side."""
    cells = [change.after.cell for curve in curves for change in curve.changes]
    in_one_sitting = [why_unproven(cell) == ONE_SITTING_EACH for cell in cells]
    decided = [cell for cell, is_each in zip(cells, in_one_sitting, strict=True) if is_each or cell.verdict in DECIDED]
    limited = sum(in_one_sitting) + sum(cell.has_one_sitting_a_side for cell in decided if cell.verdict in DECIDED)
    if not limited:
        return ()
    is_all = limited == len(decided)
    return (phrase("one sitting a side") if is_all else phrase("one sitting at some changes", changes=limited),)


def what_changed(answer: HistoryAnswer) -> Phrase:
    question, metric = answer.question, answer.question.metric
    if len(answer.curves) == 1 and not answer.curves[0].name:
        return phrase("history", metric=metric, curve=of_curve(question, answer.curves[0]))
    return phrase("histories", metric=metric, curves=of_several(answer))


def of_curve(question: HistoryQuestion, curve: Curve) -> Phrase:
    """`fell by 12% between 6.1.0 and 6.2.0; no other change in 40 runs`."""
    if not curve.changes:
        return unchanged_over(question, curve)
    if is_steady(curve):
        first, last = curve.levels[0], curve.levels[-1]
        moved, given = last.value / first.value - 1, {"first": first.first.label, "last": last.last.label}
        return phrase("rose steadily" if moved > 0 else "fell steadily", moved=moved, runs=curve.runs, **given)
    whys = [why_unproven(change.after.cell) for change in curve.changes]
    if set(whys) == {ONE_SITTING_EACH}:
        return in_single_sittings(question, curve)
    are_unproven = all(whys)
    if len(curve.changes) > MOST_NAMED:
        newest = one_change(question, curve.changes[-1])
        kind = "no proven change of many" if are_unproven else "many changes, the newest"
        return phrase(kind, changes=len(curve.changes), runs=curve.runs, newest=newest)
    surest_first = sorted(curve.changes, key=is_doubted)
    kind = "no proven change" if are_unproven else "changes that stand" if has_changes_within(curve) else "changes"
    return phrase(kind, changes=tuple(one_change(question, change) for change in surest_first), runs=in_line(curve))


def in_single_sittings(question: HistoryQuestion, curve: Curve) -> Phrase:
    """What the runs show of versions that were measured in one sitting each; the sentence of sittings follows."""
    return phrase(
        "differs in single sittings",
        changes=len(curve.changes),
        steps=len(curve.points) - 1,
        key=axis_of(question.x),
        runs=curve.runs,
        newest=one_change(question, curve.changes[-1]),
    )


def unchanged_over(question: HistoryQuestion, curve: Curve) -> Phrase:
    """`shows no change in 40 runs, over 3 values of kernel`: what changed along it, as the level did not."""
    if question.x != "time" and curve.has_one_x:
        return phrase("has one version alone", key=axis_of(question.x), runs=curve.runs)
    if question.x != "time" and curve.one_x_answers:
        return phrase("one version alone answers", key=axis_of(question.x), runs=curve.runs)
    if not curve.is_testable:
        return phrase("too few runs to show", runs=curve.runs)
    if curve.runs_apart and curve.runs - curve.runs_apart < 2 * FEWEST:
        return phrase("too few runs on a side", runs=curve.runs)
    for one in curve.notes:
        if one.kind == HIDDEN:
            return phrase(f"shows {HIDDEN}", **dict(one.parameters))
        if one.kind in LAST_APART:
            return phrase(f"no change proven, last {one.kind.split()[-1]}", runs=in_line(curve), **dict(one.parameters))
    if has_changes_within(curve):
        return phrase("no change of versions", key=axis_of(question.x), runs=in_line(curve))
    mixed = [one for one in curve.notes if one.kind == "mixes"][:MOST_NAMED]
    if not mixed:
        return phrase("no change", runs=in_line(curve))
    over = tuple(phrase("so many values", dimension=one["dimension"], count=one["count"]) for one in mixed)
    return phrase("no change over", runs=in_line(curve), over=over)
