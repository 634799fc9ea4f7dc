"""A HistoryAnswer -> one line of words that answers its question. Pure."""

from __future__ import annotations

from benchdb.history.answer import Change, Curve, HistoryAnswer, Level
from benchdb.metrics import metric
from benchdb.scaling.words import listed
from benchdb.units import shown, signed_percent, times

MOST_NAMED = 3  #: changes, or curves, that one line can hold


def headline(answer: HistoryAnswer) -> str:
    """What changed, where and by how much; "" without runs."""
    title = metric(answer.spec.metric).title
    if not answer.curves:
        return ""
    if len(answer.curves) == 1 and not answer.spec.by:
        return f"{title} {said(answer, answer.curves[0])}."
    changed = [curve for curve in answer.curves if curve.changes]
    rest = [curve for curve in answer.curves if not curve.changes]
    parts = [f"{curve.name} {said(answer, curve)}" for curve in changed[:MOST_NAMED]]
    if len(changed) > MOST_NAMED:
        parts.append(f"{len(changed) - MOST_NAMED} more changed")
    return f"{title}: {'; '.join([*parts, *unchanged(rest, answer)])}."


def unchanged(rest: list[Curve], answer: HistoryAnswer) -> list[str]:
    if len(rest) <= MOST_NAMED:
        return [f"{curve.name} {said(answer, curve)}" for curve in rest]
    few = sum(not curve.is_testable for curve in rest)
    others = "others" if len(rest) < len(answer.curves) else "curves"
    told = [f"none of {len(rest) - few} {others} shows a change"] if len(rest) > few else []
    return [*told, *([f"{few} {others} have too few runs to show {'one' if told else 'a change'}"] if few else [])]


def said(answer: HistoryAnswer, curve: Curve) -> str:
    """`fell by 12% between 6.1.0 and 6.2.0; no other change in 40 runs`."""
    runs = f"{curve.runs} run{'s' * (curve.runs != 1)}"
    if not curve.changes:
        return f"shows no change in {runs}" if curve.is_testable else f"has too few runs to show a change ({runs})"
    if len(curve.changes) > MOST_NAMED:
        widest = max(curve.changes, key=lambda each: abs(each.after.cell.change or 0.0))
        return f"changed {len(curve.changes)} times in {runs}, most where it {one(answer, widest)}"
    told = listed([one(answer, change) for change in curve.changes])
    return f"{told}; no other change in {runs}"


def one(answer: HistoryAnswer, change: Change) -> str:
    """One change, with what else changed there: then nobody knows which of them it was."""
    others = [each.title for each in change.after.cell.differs]
    also = f" (where {listed(several(others))} changed too)" if others else ""
    return f"{moved(answer, change.before, change.after)} between {between(change)}{also}"


def between(change: Change) -> str:
    """The labels on both sides; two runs of one minute are told apart by their number."""
    ends = (change.before.last, change.after.first)
    if ends[0].label == ends[1].label:
        return " and ".join(f"run {end.runs[0]}" for end in ends) + f" ({ends[0].label})"
    return " and ".join(end.label for end in ends)


def several(titles: list[str]) -> list[str]:
    rest = [f"{len(titles) - MOST_NAMED} more"] if len(titles) > MOST_NAMED + 1 else titles[MOST_NAMED:]
    return [*titles[:MOST_NAMED], *rest]


def moved(answer: HistoryAnswer, before: Level, after: Level) -> str:
    """`fell by 12%`; `rose to 6.09×` where percents are hard to read; both figures where there is no ratio."""
    ratio, change = after.cell.ratio, after.cell.change
    unit = metric(answer.spec.metric).unit
    if ratio is None or change is None or ratio < 0:
        return f"went from {shown(before.cell.value, unit)} to {shown(after.cell.value, unit)}"
    if not change:
        return "kept its median but changed"
    verb = "rose" if change > 0 else "fell"
    if ratio >= 2 or ratio <= 0.5:
        return f"{verb} to {times(ratio)}"
    return f"{verb} by {signed_percent(change).lstrip('+−')}"
