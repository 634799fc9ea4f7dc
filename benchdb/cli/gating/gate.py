"""`benchdb compare --fail-if worse`: a comparison's verdicts -> an exit status that a build can stop at. Pure.

Exit status, an interface: 0 = nothing that was to fail, 1 = worse (or what `--fail-if` names), 2 = nothing could be
judged: the load failed, or the site did not answer; 3 = not comparable, 4 = the runs cannot judge it: too few, or what
was to fail is what the figures show, and drift or rounding leave open whether it is so. Where several hold, the first
of 1, 3, 4 counts. That nothing failed does not show that nothing got worse: what is unsure is in the summary.
"""

from __future__ import annotations

import math
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchdb.cli.gating.cells import Judged

DRIFT = "cannot be told from drift"  #: a verdict
COARSE = "printed too coarsely"  #: no verdict: as figures are rounded, a change may be what was to fail, or less
FINE, FAILED, NOT_JUDGED, NOT_COMPARABLE, UNDECIDED = 0, 1, 2, 3, 4
#: A verdict that is in the way -> the exit status.
STATUSES = {"": FINE, "not comparable": NOT_COMPARABLE, "too few runs": UNDECIDED, DRIFT: UNDECIDED, COARSE: UNDECIDED}
#: What `--fail-if` and `--unless` take -> the verdicts of the site that it stands for.
VERDICTS = {
    "worse": ("worse",),
    "better": ("better",),
    "differs": ("better", "worse", "differs"),
    "not-equivalent": ("better", "worse", "differs", "no evidence", DRIFT),
}
#: What only a comparison with a margin can answer: without one no two sides are equivalent, however alike.
OF_A_MARGIN = "not-equivalent"
#: What `--unless` takes -> the verdict that it lets pass, in the order in which they count.
EXCUSES = {"not-comparable": "not comparable", "too-few-runs": "too few runs", "drift": DRIFT, "rounding": COARSE}
#: What is in the way, and what to do about it.
IN_THE_WAY = {
    "not comparable": ("Not comparable", ""),
    "too few runs": ("Too few runs to judge", ""),
    DRIFT: ("A drift could be the difference", "measure both sides in turn"),
    COARSE: ("Figures are printed too coarsely to judge{size}", "take a metric with more digits"),
}
#: What was to fail -> (where it was shown not to be so, where it is so, where neither is shown)
WORDS = {
    "worse": ("Nothing got worse", "It got worse", "Not shown to be worse"),
    "better": ("Nothing got better", "It got better", "Not shown to be better"),
    "differs": ("Nothing differs", "It differs", "Not shown to differ"),
    OF_A_MARGIN: ("The same within the margin", "Not shown to be the same within the margin", "Not shown to differ"),
}
#: What was to fail -> verdicts that show that it is not so.
SHOWN = {
    "worse": ("better", "equivalent"),
    "better": ("worse", "equivalent"),
    "differs": ("equivalent",),
    OF_A_MARGIN: ("equivalent",),
}
#: What an unsure cell of another verdict is: its change is less than was to fail, and its interval reaches that.
SMALLER = "changed by less, perhaps by as much"
#: Verdict -> what a cell of it is said to be where it is unsure.
UNSURE = {
    "no evidence": "cannot tell",
    DRIFT: "cannot be told from drift",
    "too few runs": "too few runs",
    "not comparable": "not comparable",
    COARSE: "printed too coarsely to tell",
}


@dataclass(frozen=True, slots=True)
class Gate:
    """What is to fail."""

    fail_if: str = "worse"
    by: float = 0.0  #: a fraction: smaller changes do not fail
    excused: frozenset[str] = frozenset()  #: of EXCUSES

    @classmethod
    def of(cls, options: Namespace) -> Gate | None:
        """The gate that the options ask for; None where they ask for none."""
        return cls(options.fail_if, options.by, frozenset(options.unless)) if options.fail_if else None

    @property
    def wants_margin(self) -> bool:
        return self.fail_if == OF_A_MARGIN

    def status(self, cells: Sequence[Judged]) -> int:
        return FAILED if any(map(self.fails, cells)) else STATUSES[self.fault(cells)]

    def fails(self, cell: Judged) -> bool:
        is_not_shown = self.wants_margin and cell.is_tested and cell.verdict == "too few runs"
        return self.is_large(cell) and (is_not_shown or cell.verdict in VERDICTS[self.fail_if])

    def is_large(self, cell: Judged) -> bool:
        """Whether its change is at least `by`, however its figures were rounded; or may be, where what is not shown to
        be the same is to fail."""
        if cell.change is None:
            return True
        low, high = cell.rounding or (cell.change, cell.change)
        ends = (abs(low), abs(high), *((0.0,) if low < 0 < high else ()))
        return (max(ends) if self.wants_margin else min(ends)) >= self.by

    def is_too_coarse(self, cell: Judged) -> bool:
        """Whether it is what was to fail, or not, by how its figures were rounded."""
        if cell.rounding is None or self.wants_margin or self.fails(cell):
            return False
        if cell.is_rounding and cell.rounding_forbids == "difference":
            return self.may_fail(cell)
        return cell.verdict in VERDICTS[self.fail_if] and self.reaches(cell, cell.rounding)

    def may_fail(self, cell: Judged) -> bool:
        """Whether its change as printed does not go the other way, and as rounded may be what was to fail."""
        return self.extent(cell, cell.printed) >= 0 and self.reaches(cell, cell.rounding or cell.printed)

    def reaches(self, cell: Judged, span: tuple[float, float]) -> bool:
        """Whether a change within `span` could be what was to fail."""
        extent = self.extent(cell, span)
        return extent > 0 and extent >= self.by

    def fault(self, cells: Sequence[Judged], *, is_excused: bool = False) -> str:
        """The first verdict that is in the way; "" where none is. Of nothing beside a baseline it is not comparable.

        `is_excused`: the first of those that are let pass.
        """
        verdicts = {self.verdict(cell) for cell in cells if self.is_in_the_way(cell)} if cells else {"not comparable"}
        wanted = (verdict for name, verdict in EXCUSES.items() if (name in self.excused) == is_excused)
        return next((verdict for verdict in wanted if verdict in verdicts), "")

    def in_the_way(self, cells: Sequence[Judged]) -> list[Judged]:
        """The cells of the fault."""
        fault = self.fault(cells)
        return [cell for cell in cells if self.verdict(cell) == fault and self.is_in_the_way(cell)]

    def verdict(self, cell: Judged) -> str:
        """The site's, or that its figures are too coarse for what was asked."""
        return COARSE if self.is_too_coarse(cell) else cell.verdict

    def is_in_the_way(self, cell: Judged) -> bool:
        """A drift is only where it could be what was to fail; so are runs that are too few among so many cells."""
        if cell.verdict == "too few runs" and cell.is_tested:
            return self.reaches(cell, cell.span)
        return cell.verdict != DRIFT or cell.change is None or self.may_fail(cell)

    def extent(self, cell: Judged, span: tuple[float, float]) -> float:
        """How far a change within `span` goes the way that is to fail; below 0 where it goes the other way."""
        low, high = span
        if self.fail_if not in ("better", "worse"):
            return max(abs(low), abs(high))
        if cell.better == "neither":
            return -math.inf
        return high if (cell.better == "higher") == (self.fail_if == "better") else -low

    def is_shown(self, cell: Judged) -> bool:
        """Whether the runs show that a cell is not what was to fail, or its metric cannot be."""
        if cell.verdict == "not comparable" or (cell.verdict == "too few runs" and not cell.is_tested):
            return False
        extent = self.extent(cell, cell.span)
        return cell.verdict in SHOWN[self.fail_if] or extent < self.by or extent <= 0

    def sentence(self, cells: Sequence[Judged], why: str = "") -> str:
        """What was decided: with a tick only where the runs show it, else what is unsure; `why` it did not pass."""
        fine, failed, unsure = (text + self.size for text in WORDS[self.fail_if])
        if failing := [cell for cell in cells if self.fails(cell)]:
            rounded = ", because the figures are rounded" if all(cell.is_rounding for cell in failing) else ""
            return f"❌ {failed}{rounded}{ending(why)}"
        if fault := self.fault(cells):
            return f"⚠️ {self.obstacle(fault, why)}"
        doubts = self.doubts(cells)
        if passed := self.fault(cells, is_excused=True):
            of_all = f": {counted(doubts, len(cells))}" if len(cells) > 1 else ""
            return f"❔ {self.fact(passed)}, and let pass{of_all}."
        return f"❔ {unsure}: {counted(doubts, len(cells))}." if doubts or not cells else f"✅ {fine}."

    def obstacle(self, fault: str, why: str) -> str:
        """What is in the way and where, and what to do about it."""
        _, advice = IN_THE_WAY[fault]
        if not advice:
            return self.fact(fault) + ending(why)
        return self.fact(fault) + (f"{ending(why)} {advice.capitalize()}." if why else f", so {advice}.")

    def fact(self, fault: str) -> str:
        return IN_THE_WAY[fault][0].format(size=self.size)

    def doubts(self, cells: Sequence[Judged]) -> list[str]:
        """What is unsure of each cell. Where some have too few runs, all that the site calls so are counted."""
        unsure = [cell for cell in cells if not self.is_shown(cell)]
        if any(cell.verdict == "too few runs" for cell in unsure):
            unsure = [cell for cell in cells if cell.verdict == "too few runs" or not self.is_shown(cell)]
        return [UNSURE.get(self.doubt(cell), SMALLER) for cell in unsure]

    def doubt(self, cell: Judged) -> str:
        """What an unsure cell is said to be."""
        return COARSE if cell.is_rounding else self.verdict(cell)

    @property
    def size(self) -> str:
        return f" by {100 * self.by:g}% or more" if self.by and not self.wants_margin else ""


def ending(why: str) -> str:
    """Of a sentence, with its reason where there is one."""
    return f": {why.rstrip('.')}." if why else "."


def counted(doubts: Sequence[str], total: int) -> str:
    """`of 7 comparisons 3 cannot tell, 1 changed by less, perhaps by as much`"""
    if total < 2:
        return doubts[0]
    return f"of {total} comparisons " + ", ".join(f"{n} {words}" for words, n in Counter(doubts).most_common())
