"""Cell: the runs at one place of an answer, and what they say against those of a baseline. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat
from benchdb.domain.dimensions import Dimension
from benchdb.domain.statistics import Verdict
from benchdb.questions.conditions import Difference, Group, differences, mixtures
from benchdb.questions.log_caveats import log_caveats


@dataclass(frozen=True, slots=True)
class Cell:
    """The runs at one row and column."""

    values: tuple[float, ...]  #: base units, one per run, in the order of `runs`
    runs: tuple[int, ...]
    value: float | None  #: by the question's aggregation; None if there are too few runs for it
    cv: float | None  #: coefficient of variation, a fraction
    ratio: float | None  #: to the row's baseline cell; None in that cell itself, or without one
    change: float | None  #: ratio - 1
    verdict: Verdict | None
    interval: tuple[float, float] | None = None  #: of the change, 95%
    p: float | None = None  #: of the Mann-Whitney test
    q: float | None = None  #: p, adjusted for all cells of the comparison
    cliffs_delta: float | None = None
    required_n: int | None = None  #: runs on each side that would show the change seen
    differs: tuple[Difference, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    is_published: bool = False
    failed: float | None = None  #: share of its requests that failed; None where none did, or nobody counted

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def effect(self) -> str:
        """Cliff's delta in a word; "" where nothing was compared."""
        return statistics.effect_in_words(self.cliffs_delta) if self.cliffs_delta is not None else ""

    @property
    def low(self) -> float:
        return min(self.values)

    @property
    def high(self) -> float:
        return max(self.values)

    @property
    def mixes(self) -> bool:
        """Whether its runs were made under several conditions."""
        return any(caveat.kind == "mixes" for caveat in self.caveats)

    @property
    def has_several(self) -> bool:
        """More than one run."""
        return self.n > 1

    @property
    def is_compared(self) -> bool:
        return self.cliffs_delta is not None


def cell(aggregation: str, group: Group, against: Group | None, conditions: Sequence[Dimension]) -> Cell:
    """The runs of one cell; compared where there is a baseline to compare with."""
    alone = Cell(
        values=tuple(one.value for one in group),
        runs=tuple(one.run for one in group),
        value=central(aggregation, group),
        cv=statistics.coefficient_of_variation([one.value for one in group]),
        ratio=None,
        change=None,
        verdict=None,
        caveats=(*mixtures(group, conditions), *log_caveats(text for one in group for text in one.caveats)),
        is_published=all(one.is_published for one in group),
    )
    return alone if against is None else compared(alone, aggregation, group, against, conditions)


def compared(alone: Cell, aggregation: str, group: Group, against: Group, conditions: Sequence[Dimension]) -> Cell:
    """The cell set against a baseline; its verdict comes when all cells are there to be judged together."""
    base = central(aggregation, against)
    ratio = None if alone.value is None or base is None else statistics.ratio(alone.value, base)
    there = [one.value for one in against]
    return replace(
        alone,
        ratio=ratio,
        change=None if ratio is None else ratio - 1,
        cliffs_delta=statistics.cliffs_delta(alone.values, there),
        required_n=statistics.required_n(alone.values, there),
        differs=differences(against, group, conditions),
    )


def central(aggregation: str, group: Group) -> float | None:
    """The group's one number, None if it has too few runs for that."""
    value = statistics.AGGREGATIONS[aggregation].of([one.value for one in group])
    return value if math.isfinite(value) else None


def contradicts(change: float | None, verdict: Verdict, better: str) -> bool:
    """The ranks say one thing and the aggregation's number another: a mean that one run has pulled away, say."""
    if verdict not in ("better", "worse") or not change:
        return False
    return (change > 0) != ((verdict == "better") == (better == "higher"))
