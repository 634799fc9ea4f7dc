"""A HistoryAnswer -> the phrases of the line that answers its question. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.acceptance.classes import named as named_acceptance
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.judged import DECIDED
from benchdb.questions.curves import called
from benchdb.questions.history.answer import Change, Curve, HistoryAnswer
from benchdb.questions.history.interleaved import POOLED
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.history.verdicts import LIKE_DRIFT, may_be_sittings
from benchdb.questions.replies.failures import NOISE
from benchdb.questions.replies.sizes import ANOTHER, UNLIKE

MOST_NAMED = 3  #: changes, or curves, that one line can hold
OF_SIZES = (ANOTHER, UNLIKE, "vary on one side")  #: caveats of a change that is no more than another document's
#: Caveats that a change is told with.
OF_REPLIES = ("failures changed", "more failures", "fewer failures", "as offered", *OF_SIZES)
SEVERAL = "several documents"  #: a caveat of a curve whose levels mix them
LAST_RUNS = ("last runs below", "last runs above", "last runs off nothing")  #: caveats that the first line has
FAR = 2.0  #: a level this many times another is told as a ratio


def headline(answer: HistoryAnswer) -> tuple[Phrase, ...]:
    """What changed, where and by how much; () without runs."""
    if not answer.curves:
        return ()
    if answer.conflicts:
        return (phrase("would mix over time", keys=answer.conflicts),)
    limits = (
        *drifting(answer.curves),
        *last_runs(answer.question, answer.curves),
        *failing(answer.curves),
        *several_documents(answer.question, answer.curves),
        *(phrase(one.kind, **dict(one.parameters)) for one in answer.caveats if one.kind == POOLED),
        *sitting_limit(answer.curves),
    )
    return (what_changed(answer), *limits, *named_acceptance(answer.accepted, answer.caveats))


def drifting(curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """How many changes may be drift, where not every change is named."""
    cells = [change.after.cell for curve in curves for change in curve.changes]
    if len(cells) <= MOST_NAMED or not (marked := sum(is_drift(cell) for cell in cells)):
        return ()
    return (phrase("some may be drift", marked=marked, changes=len(cells)),)


def last_runs(question: HistoryQuestion, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """Those that are far off their level and too few to be called a change."""
    noted = [(called(question.by, curve.name), one) for curve in curves for one in curve.notes if one.kind in LAST_RUNS]
    phrases = [(name, phrase(one.kind, **dict(one.parameters))) for name, one in noted[:MOST_NAMED]]
    more = (
        (phrase("more curves with last runs off", curves=len(noted) - MOST_NAMED),) if len(noted) > MOST_NAMED else ()
    )
    return (*(phrase("of one curve", curve=name, said=one) if name else one for name, one in phrases), *more)


def failing(curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """That requests failed, where no change is told with it."""
    changes = [change.after.cell for curve in curves for change in curve.changes]
    notes = [dict(one.parameters) for curve in curves for one in curve.notes if one.kind == "runs with failures"]
    most = max((note["share"] for note in notes), default=0.0)
    if most <= NOISE or any(one.kind in OF_REPLIES for cell in changes for one in cell.caveats):
        return ()
    total = sum(curve.runs for curve in curves)
    return (phrase("runs with failures", runs=sum(note["runs"] for note in notes), total=total, share=most),)


def several_documents(question: HistoryQuestion, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """That runs of one level did not answer with one document."""
    noted = [(called(question.by, curve.name), one) for curve in curves for one in curve.notes if one.kind == SEVERAL]
    if len(noted) > 1:
        return (phrase("several documents in some", curves=len(noted)),)
    phrases = [(name, phrase(SEVERAL, **dict(one.parameters))) for name, one in noted]
    return tuple(phrase("of one curve", curve=name, said=one) if name else one for name, one in phrases)


def sitting_limit(curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """The limit of verdicts that rest on one sitting of each side."""
    decided = [
        change.after.cell for curve in curves for change in curve.changes if change.after.cell.verdict in DECIDED
    ]
    limited = sum(cell.has_one_sitting_a_side for cell in decided)
    if not limited:
        return ()
    is_all = limited == len(decided)
    return (phrase("one sitting a side") if is_all else phrase("one sitting at some changes", changes=limited),)


def what_changed(answer: HistoryAnswer) -> Phrase:
    question, metric = answer.question, answer.question.metric
    if len(answer.curves) == 1 and not answer.curves[0].name:
        return phrase("history", metric=metric, curve=of_curve(question, answer.curves[0]))
    changed = [curve for curve in answer.curves if curve.changes]
    rest = [curve for curve in answer.curves if not curve.changes]
    parts = [named(question, curve) for curve in changed[:MOST_NAMED]]
    if len(changed) > MOST_NAMED:
        parts.append(phrase("more changed", curves=len(changed) - MOST_NAMED))
    return phrase("histories", metric=metric, curves=(*parts, *unchanged(question, rest, len(answer.curves))))


def named(question: HistoryQuestion, curve: Curve) -> Phrase:
    return phrase("of a curve", curve=called(question.by, curve.name), said=of_curve(question, curve))


def unchanged(question: HistoryQuestion, rest: list[Curve], total: int) -> list[Phrase]:
    if len(rest) <= MOST_NAMED:
        return [named(question, curve) for curve in rest]
    few = sum(not curve.is_testable for curve in rest)
    which = "others" if len(rest) < total else "curves"
    tested = [phrase("none of the others changed", curves=len(rest) - few, which=which)] if len(rest) > few else []
    what = "one" if tested else "a change"
    return [*tested, *([phrase("others too few", curves=few, which=which, what=what)] if few else [])]


def of_curve(question: HistoryQuestion, curve: Curve) -> Phrase:
    """`fell by 12% between 6.1.0 and 6.2.0; no other change in 40 runs`."""
    if not curve.changes:
        return unchanged_over(curve) if curve.is_testable else phrase("too few runs to show", runs=curve.runs)
    if len(curve.changes) > MOST_NAMED:
        newest = one_change(question, curve.changes[-1])
        return phrase("many changes, the newest", changes=len(curve.changes), runs=curve.runs, newest=newest)
    surest_first = sorted(curve.changes, key=is_doubted)
    return phrase("changes", changes=tuple(one_change(question, change) for change in surest_first), runs=curve.runs)


def unchanged_over(curve: Curve) -> Phrase:
    """`shows no change in 40 runs, over 3 values of kernel`: what changed along it, as the level did not."""
    mixed = [one for one in curve.notes if one.kind == "mixes"][:MOST_NAMED]
    if not mixed:
        return phrase("no change", runs=curve.runs)
    over = tuple(phrase("so many values", dimension=one["dimension"], count=one["count"]) for one in mixed)
    return phrase("no change over", runs=curve.runs, over=over)


def one_change(question: HistoryQuestion, change: Change) -> Phrase:
    """One change, with what else changed there: then nobody knows which of them it was."""
    kind, ends = between(change)
    cell = change.after.cell
    made = phrase(kind, moved=moved(question.metric, change), **ends)
    made = with_what_was_recorded(question, change, made)
    for one in cell.caveats:
        if one.kind in OF_REPLIES:
            made = phrase(f"{one.kind} there", change=made, **dict(one.parameters))
    if may_be_sittings(cell):
        made = phrase("that may be sittings", change=made)
    elif is_drift(cell):
        made = phrase("that may be drift", change=made)
    return with_unlike_levels(change, made)


def with_what_was_recorded(question: HistoryQuestion, change: Change, made: Phrase) -> Phrase:
    """A condition is told with the change only where it became another at that place."""
    if not change.there:
        is_known = (
            change.apart or question.x != "time" or any(one.kind in OF_SIZES for one in change.after.cell.caveats)
        )
        return made if is_known else phrase("with nothing recorded", change=made)
    if len(change.there) > MOST_NAMED:
        return phrase("as others did", change=made, keys=tuple(one.dimension for one in change.there))
    became = tuple((one.dimension, one.before, one.after) for one in change.there)
    return phrase("as it became another", change=made, became=became)


def with_unlike_levels(change: Change, made: Phrase) -> Phrase:
    """That the levels differ in more than what changed there; then its verdict may be none."""
    if change.after.cell.verdict != "not comparable":
        return phrase("of levels that also differ", change=made, keys=change.apart) if change.apart else made
    return phrase("of unlike levels", change=made, keys=change.apart) if change.apart else phrase("apart", change=made)


def is_doubted(change: Change) -> bool:
    """Whether it is told behind those that stand, and without a figure that stands out."""
    return change.after.cell.verdict == "not comparable" or is_drift(change.after.cell)


def is_drift(cell: Cell) -> bool:
    """Whether a drift could be the change of level, comparable or not."""
    return cell.verdict == "cannot be told from drift" or any(one.kind == LIKE_DRIFT for one in cell.caveats)


def between(change: Change) -> tuple[str, dict[str, str]]:
    """The labels on both sides; two runs of one minute are told apart by their number."""
    before, after = change.before.last, change.after.first
    if before.label != after.label:
        return "changed between", {"before": before.label, "after": after.label}
    ends = {"before": str(before.runs[0]), "after": str(after.runs[0]), "label": before.label}
    return "changed within a minute", ends


def moved(metric: str, change: Change) -> Phrase:
    """`fell by 12%`; `rose to 6.09×` where percents are hard to read; both figures where there is no ratio."""
    before, after = change.before.cell, change.after.cell
    if after.ratio is None or after.change is None or after.ratio < 0:
        return phrase("went", before=(before.value, metric), after=(after.value, metric))
    if not after.change:
        return phrase("kept its median")
    verb = "rose" if after.change > 0 else "fell"
    aside = ", aside" if is_doubted(change) else ""
    if after.ratio >= FAR or after.ratio <= 1 / FAR:
        return phrase(f"{verb} to{aside}", ratio=after.ratio)
    return phrase(f"{verb} by{aside}", moved=after.change)
