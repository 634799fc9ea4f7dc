"""Replies along a history: a level that answers errors, or with another document, is no better one. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from statistics import median

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Floats
from benchdb.domain.dimensions import MISSING
from benchdb.domain.metrics import metric
from benchdb.questions.cells import Cell
from benchdb.questions.conditions import Group
from benchdb.questions.replies.counted import RATE, VARIED
from benchdb.questions.replies.doubts import is_served, mean, varied_on_one_side
from benchdb.questions.replies.failures import IN_BOTH, NOISE
from benchdb.questions.replies.sizes import (
    ANOTHER,
    SAME_SIZE,
    Pair,
    are_other,
    is_explained,
    size,
    unlike_sizes,
    wants_one_document,
    with_sizes,
)

#: Of a level: it looks better than the one before and fails more, or worse and fails less.
TURNED = frozenset(("better by failing", "baseline fails more"))
REFUSED = TURNED | {ANOTHER, IN_BOTH, "vary on one side"}  #: why replies allow no verdict


def share_of(part: Group) -> float:
    """The mean share of failures of the runs that somebody counted; 0 where nobody did."""
    known = [one.failed for one in part if one.failed is not None]
    return sum(known) / len(known) if known else 0.0


def fails_mostly(part: Group) -> bool:
    """Whether requests failed in the middle one of the runs that somebody counted. Where they did in a few, that is
    nothing that began with the level."""
    known = [one.failed for one in part if one.failed is not None]
    return bool(known) and median(known) > NOISE


def with_replies(
    name: str, accepted: Sequence[str], cell: Cell, part: Group, before: Cell | None, earlier: Group
) -> Cell:
    """A level's cell, with what its replies say beside those of the level before, as a comparison's says it."""
    share, base = share_of(part), share_of(earlier)
    cell = cell.but(failed=share or None)
    if before is None:
        return cell
    if math.isinf(share) and math.isinf(base) and cell.change:
        cell = cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat(IN_BOTH)))
    elif not (abs(share - base) <= NOISE or share == base) and (fails_mostly(part) or fails_mostly(earlier)):
        cell = with_failures(name, cell, share, base)
    cell = varied_on_one_side(cell, mean(beside(VARIED, part)) or 0.0, mean(beside(VARIED, earlier)) or 0.0)
    sizes = unlike_sizes(partial(beside, group=part), partial(beside, group=earlier))
    if sizes and not is_explained(sizes, (share, base)):
        cell = with_sizes(cell, sizes, wants_one_document(accepted))
    is_offered = name == RATE and is_served(cell, offered(part)) and is_served(before, offered(earlier))
    if is_offered and REFUSED.isdisjoint(one.kind for one in cell.caveats):
        return cell.but(verdict="no evidence", caveats=(*cell.caveats, caveat("as offered")))
    return cell


def with_failures(name: str, cell: Cell, share: float, base: float) -> Cell:
    """Without a verdict where it is better by its errors, or worse by answering fewer."""
    cell = cell.but(caveats=(*cell.caveats, changed(base, share)))
    better = metric(name).better
    is_better = bool(cell.change) and better != "neither" and ((cell.change or 0.0) > 0) == (better == "higher")
    if is_better == (share > base) and cell.change:
        kind = "better by failing" if is_better else "baseline fails more"
        return cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat(kind)))
    return cell


def beside(name: str, group: Group) -> Floats:
    """Of the runs that somebody counted it of."""
    return np.array([one.beside[name] for one in group if name in one.beside])


def unlike_replies(parts: Iterable[Group], accepted: Sequence[str]) -> Iterator[Caveat]:
    """That the runs of one level did not answer with one document: its median is of several."""
    ends = [pair for part in parts if (pair := ends_of_sizes(part))]
    if ends and wants_one_document(accepted):
        yield caveat(
            "several documents", least=size(min(least for least, _ in ends)), most=size(max(most for _, most in ends))
        )


def ends_of_sizes(part: Group) -> Pair | None:
    """The least and the most bytes of a reply, where they are of different documents. Failed replies are known."""
    answered = [one for one in part if (one.failed or 0.0) <= NOISE]
    for name, (_, least) in SAME_SIZE.items():
        own = beside(name, answered)
        if len(own):
            ends = float(own.min()), float(own.max())
            return ends if are_other(ends) and ends[1] - ends[0] > least else None
    return None


def changed(before: float, after: float) -> Caveat:
    if math.isfinite(before + after):
        return caveat("failures changed", before=before, after=after)
    return caveat("more failures" if after > before else "fewer failures")


def is_turned(cell: Cell) -> bool:
    """Whether failures say the opposite of the figure."""
    return any(one.kind in TURNED for one in cell.caveats)


def offered(part: Group) -> float | None:
    """The rate that every run was offered."""
    rates = {one.conditions.get("rate", MISSING) for one in part}
    return float(rates.pop()) if len(rates) == 1 and MISSING not in rates else None


def failing_runs(group: Group) -> Iterator[Caveat]:
    """That requests failed along a curve."""
    shares = [one.failed for one in group if one.failed]
    if shares and math.isfinite(max(shares)):
        yield caveat("runs with failures", runs=len(shares), total=len(group), share=max(shares))
    elif shares:
        yield caveat("runs with some failures", runs=len(shares), total=len(group))
