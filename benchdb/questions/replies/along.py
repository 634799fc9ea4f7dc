"""Failures and offered rates along a history: a level that answers errors is no better one. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.dimensions import MISSING
from benchdb.domain.metrics import metric
from benchdb.questions.cells import Cell
from benchdb.questions.conditions import Group
from benchdb.questions.replies.doubts import RATE, is_served
from benchdb.questions.replies.failures import NOISE

#: Of a level: it looks better than the one before and fails more, or worse and fails less.
TURNED = frozenset(("better by failing", "baseline fails more"))


def share_of(part: Group) -> float:
    """The mean share of failures of the runs that somebody counted; 0 where nobody did."""
    known = [one.failed for one in part if one.failed is not None]
    return sum(known) / len(known) if known else 0.0


def with_replies(name: str, cell: Cell, part: Group, before: Cell | None, earlier: Group) -> Cell:
    """A level's cell, with what its replies say beside those of the level before."""
    share, base = share_of(part), share_of(earlier)
    cell = cell.but(failed=share or None)
    if before is None:
        return cell
    if name == RATE and is_served(cell, offered(part)) and is_served(before, offered(earlier)):
        return cell.but(verdict="no evidence", caveats=(*cell.caveats, caveat("as offered")))
    if abs(share - base) <= NOISE or share == base:
        return cell
    cell = cell.but(caveats=(*cell.caveats, changed(base, share)))
    better = metric(name).better
    is_better = bool(cell.change) and better != "neither" and ((cell.change or 0.0) > 0) == (better == "higher")
    if is_better == (share > base) and cell.change:
        kind = "better by failing" if is_better else "baseline fails more"
        return cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat(kind)))
    return cell


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
