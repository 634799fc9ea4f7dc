"""The changes of several curves -> what they share: `2 of 3 setups fell by 8.1% to 8.8% with kernel 2.6.11`. Pure.

Only what stands is told; the table has the rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.statistics import SIGNIFICANCE
from benchdb.questions.curves import called
from benchdb.questions.history.answer import Change, Curve, HistoryAnswer
from benchdb.questions.history.one_change import OF_REPLIES, ends_of, is_doubted, is_drift, one_change
from benchdb.questions.history.question import HistoryQuestion, axis_of
from benchdb.questions.history.verdicts import why_unproven
from benchdb.questions.level_changes.within_reach import fewest_runs

MOST_GROUPS = 2  #: that a line can hold
MOST_NAMED = 3  #: curves

Pair = tuple[Curve, Change]


def of_several(answer: HistoryAnswer) -> tuple[Phrase, ...]:
    """What changed alike first, then what is not told, then how many curves show nothing."""
    if are_confounded(answer):
        return (parted_by_version(answer),)
    pairs = [(curve, change) for curve in answer.curves for change in curve.changes]
    doubted = [change for _, change in pairs if is_doubted(change)]
    groups = alike(answer.question, [pair for pair in pairs if not is_doubted(pair[1])])
    parts = [of_group(answer, group) for group in groups[:MOST_GROUPS]]
    if rest := sum(map(len, groups[MOST_GROUPS:])):
        parts.append(phrase("more changes in the table", changes=rest))
    parts += in_doubt(doubted, is_alone=not groups)
    return (*parts, *unchanged(answer, [curve for curve in answer.curves if not curve.changes]))


def are_confounded(answer: HistoryAnswer) -> bool:
    """Whether no curve has runs of two versions, and several have several: what parts the curves changed with them."""
    versions = {point.x for curve in answer.curves for point in curve.points}
    return answer.question.x != "time" and len(versions) > 1 and all(curve.has_one_x for curve in answer.curves)


def parted_by_version(answer: HistoryAnswer) -> Phrase:
    by = answer.question.by
    keys = (by,) if by else tuple(dict.fromkeys(key for curve in answer.curves for key, _ in curve.setup))
    kind = "no curve of two versions, as others changed" if keys else "no curve of two versions"
    return phrase(kind, key=axis_of(answer.question.x), **({"keys": keys} if keys else {}))


def alike(question: HistoryQuestion, pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Changes of one direction and one cause, or of the same days where nothing is recorded; the most curves first, of
    as many the latest. Of changes that are like no other the largest comes first."""
    groups: dict[object, list[Pair]] = {}
    for place, (curve, change) in enumerate(pairs):
        groups.setdefault(sort_of(question, change, place), []).append((curve, change))
    return sorted(groups.values(), key=lambda group: (-len(group), -latest(group), -max(size(one) for _, one in group)))


def sort_of(question: HistoryQuestion, change: Change, place: int) -> object:
    """What makes two changes one; one that is told with its replies, has no ratio or a coarse one is like no other."""
    cell = change.after.cell
    if cell.ratio is None or not cell.change or cell.ratio_span or any(one.kind in OF_REPLIES for one in cell.caveats):
        return place
    return cell.change > 0, change.there or ends_of(question, change), change.apart


def latest(group: Sequence[Pair]) -> float:
    """Where the last of several changes lies."""
    return max(change.x for _, change in group) if len(group) > 1 else -math.inf


def size(change: Change) -> float:
    return abs(change.after.cell.change or 0.0)


def of_group(answer: HistoryAnswer, group: Sequence[Pair]) -> Phrase:
    question = answer.question
    if len(group) == 1:
        ((curve, change),) = group
        return phrase("of a curve", curve=called(question.by, curve.title), said=one_change(question, change))
    changes = sorted((change for _, change in group), key=size)
    least, most = ((one.after.cell.change, one.after.cell.ratio) for one in (changes[0], changes[-1]))
    kind = "several rose" if (most[0] or 0.0) > 0 else "several fell"
    which = "" if question.by else "setups"
    given = {"count": len({curve.name for curve, _ in group}), "total": len(answer.curves), "moved": (least, most)}
    moved = phrase(kind if which else f"{kind}, of curves", **given)
    return with_days(question, with_cause(moved, changes[0]), changes)


def with_cause(moved: Phrase, change: Change) -> Phrase:
    if len(change.there) == 1:
        (one,) = change.there
        return phrase("as it became", change=moved, value=(one.dimension, one.after))
    if change.there:
        return phrase("as others did", change=moved, keys=tuple(one.dimension for one in change.there))
    return moved


def with_days(question: HistoryQuestion, moved: Phrase, changes: Sequence[Change]) -> Phrase:
    """Between which days, where they are the same ones."""
    ends = {ends_of(question, change) for change in changes}
    if len(ends) > 1:
        return moved
    before, after = ends.pop()
    return phrase("between days", change=moved, before=before, after=after)


def in_doubt(changes: Sequence[Change], *, is_alone: bool) -> list[Phrase]:
    """How many may be drift or differences between sittings, or are not comparable: the table says which."""
    if not changes:
        return []
    cells = [change.after.cell for change in changes]
    rounded = sum(why_unproven(cell) == "may be rounding" for cell in cells)
    kind = "changes in doubt or rounded" if rounded else "changes in doubt"
    if rounded == len(cells):
        kind = "changes of rounding"
    elif rounded:
        pass
    elif all(map(is_drift, cells)):
        kind = "changes like drift"
    elif all(map(why_unproven, cells)):
        kind = "changes unproven"
    return [phrase(f"{kind}, alone" if is_alone else kind, changes=len(changes))]


def unchanged(answer: HistoryAnswer, rest: Sequence[Curve]) -> list[Phrase]:
    by, which = answer.question.by, "others" if len(rest) < len(answer.curves) else "curves"
    tested, few = [curve for curve in rest if curve.is_in_line], sum(not curve.is_testable for curve in rest)
    unsettled = sum(curve.is_testable and not curve.runs_apart and curve.is_unsettled for curve in rest)
    apart = len(rest) - len(tested) - few - unsettled
    parts = []
    if tested and len(rest) <= MOST_NAMED and which == "others":
        names = tuple(called(by, curve.title) for curve in tested)
        parts.append(phrase("curves without a change", curves=names, count=len(names)))
    elif tested:
        parts.append(phrase("none of the others changed", curves=len(tested), which=which))
    what = "one" if tested else "a change"
    return [
        *parts,
        *([phrase("others not settled", curves=unsettled, which=which)] if unsettled else []),
        *out_of_reach(answer, tested),
        *([phrase("others too few on a side", curves=apart, which=which, what=what)] if apart else []),
        *([phrase("others too few", curves=few, which=which, what=what)] if few else []),
    ]


def out_of_reach(answer: HistoryAnswer, tested: Sequence[Curve]) -> list[Phrase]:
    """That no runs of so few could have shown a change of one of these curves, among so many that are tested."""
    changed = sum(bool(curve.changes) for curve in answer.curves)
    times = sum(curve.is_testable for curve in answer.curves) / (changed + 1)
    blind = [curve for curve in tested if curve.least_p * times > SIGNIFICANCE]
    if not blind:
        return []
    given = {"runs": max(curve.runs for curve in blind), "curves": len(answer.curves), "needs": fewest_runs(times)}
    return [phrase("too few for so many curves", **given)]
