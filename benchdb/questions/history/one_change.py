"""One change of level -> its phrase: by how much, between when, what changed there, what speaks against it. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import Parameter, Phrase, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.days import day_ends
from benchdb.questions.history.answer import Change, Curve
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.history.verdicts import LIKE_DRIFT, LIKE_TREND, ONE_SITTING_EACH, why_unproven
from benchdb.questions.replies.sizes import ANOTHER, UNLIKE
from benchdb.questions.rounding.spans import span_ends
from benchdb.wording.figures import BELOW

MOST_NAMED = 3  #: conditions that one change can be told with
OF_SIZES = (ANOTHER, UNLIKE, "vary on one side")  #: caveats of a change that is no more than another document's
#: Caveats that a change is told with.
OF_REPLIES = ("failures changed", "more failures", "fewer failures", "as offered", *OF_SIZES)
FAR = 2.0  #: a level this many times another is told as a ratio


def one_change(question: HistoryQuestion, change: Change) -> Phrase:
    """One change, with what else changed there: then nobody knows which of them it was."""
    kind, ends = between(question, change)
    cell = change.after.cell
    made = phrase(kind, moved=moved(question.metric, change), **ends)
    made = with_what_was_recorded(question, change, made)
    for one in cell.caveats:
        if one.kind in OF_REPLIES:
            made = phrase(f"{one.kind} there", change=made, **dict(one.parameters))
    if why := why_unproven(cell):
        made = phrase(f"that {why}", change=made, **({"ends": cell.interval} if why == ONE_SITTING_EACH else {}))
    elif is_drift(cell):
        made = phrase("that may be a trend" if is_trend(cell) else "that may be drift", change=made)
    return with_unlike_levels(change, made)


def with_what_was_recorded(question: HistoryQuestion, change: Change, made: Phrase) -> Phrase:
    """A condition is told with the change only where it became another at that place."""
    if not change.there:
        kind = "with a note alone" if change.is_noted else "with nothing recorded"
        return phrase(kind, change=made) if is_unexplained(question, change) else made
    if len(change.there) > MOST_NAMED:
        return phrase("as others did", change=made, keys=tuple(one.dimension for one in change.there))
    became = tuple((one.dimension, one.before, one.after) for one in change.there)
    return phrase("as it became another", change=made, became=became)


def is_unexplained(question: HistoryQuestion, change: Change) -> bool:
    """Whether no condition on record, nor other replies, could be why."""
    is_of_replies = any(one.kind in OF_SIZES for one in change.after.cell.caveats)
    return question.x == "time" and not (change.there or change.apart or is_of_replies)


def with_unlike_levels(change: Change, made: Phrase) -> Phrase:
    """That the levels differ in more than what changed there; then its verdict may be none."""
    if change.after.cell.verdict != "not comparable":
        return phrase("of levels that also differ", change=made, keys=change.apart) if change.apart else made
    return phrase("of unlike levels", change=made, keys=change.apart) if change.apart else phrase("apart", change=made)


def is_doubted(change: Change) -> bool:
    """Whether it is told behind those that stand, and without a figure that stands out."""
    cell = change.after.cell
    return cell.verdict == "not comparable" or is_drift(cell) or bool(why_unproven(cell))


def is_drift(cell: Cell) -> bool:
    """Whether a drift could be the change of level, comparable or not."""
    return cell.verdict == "cannot be told from drift" or any(one.kind == LIKE_DRIFT for one in cell.caveats)


def is_trend(cell: Cell) -> bool:
    """Whether a steady trend over the versions explains the change as well."""
    return any(one.kind == LIKE_TREND for one in cell.caveats)


def between(question: HistoryQuestion, change: Change) -> tuple[str, dict[str, str]]:
    """The ends on both sides; two runs of one minute are told apart by their number."""
    before, after = change.before.last, change.after.first
    if before.label != after.label:
        return "changed between", dict(zip(("before", "after"), ends_of(question, change), strict=True))
    ends = {"before": str(before.runs[0]), "after": str(after.runs[0]), "label": before.label}
    return "changed within a minute", ends


def ends_of(question: HistoryQuestion, change: Change) -> tuple[str, str]:
    """The days between which it lies, or times of one day; along versions, these."""
    before, after = change.before.last, change.after.first
    ends = day_ends(before.x, after.x) if question.x == "time" else None
    return ends or (before.label, after.label)


def moved(metric: str, change: Change) -> Phrase:
    """`fell by 12%`; `rose to 6.09×` where percents are hard to read; both figures where there is no ratio, or they
    are coarse."""
    before, after = change.before.cell, change.after.cell
    if after.ratio is None or after.change is None or after.ratio < 0:
        return phrase("went", before=printed(metric, before), after=printed(metric, after))
    if not after.change:
        return phrase("kept its median")
    verb = "rose" if after.change > 0 else "fell"
    aside = ", aside" if is_doubted(change) else ""
    if after.ratio_span:
        given = {"before": printed(metric, before), "after": printed(metric, after)}
        return phrase(f"{verb}, coarse{aside}", **given, span=span_ends(after.ratio_span))
    if after.ratio >= FAR or after.ratio <= 1 / FAR:
        return phrase(f"{verb} to{aside}", ratio=after.ratio)
    return phrase(f"{verb} by{aside}", moved=after.change)


def printed(metric: str, cell: Cell) -> tuple[Parameter, ...]:
    """The median of a level as a sentence has it: what is less than a step is below one."""
    return (cell.step, metric, BELOW) if cell.is_below_step and not cell.is_published else (cell.value, metric)


def in_line(curve: Curve) -> int | Phrase:
    """41 runs; `40 of 41 runs` where the last one is told beside it as far off."""
    some = curve.runs - curve.runs_apart
    return phrase("runs in line", runs=some, of=curve.runs) if curve.runs_apart else curve.runs
