"""Cell: the runs at one place of an answer, and what they say against those of a baseline. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Column, Floats, among, floats
from benchdb.domain.dimensions import Dimension
from benchdb.domain.statistics import Judgement, MoreRuns, Verdict
from benchdb.questions.conditions import Difference, differences
from benchdb.questions.log_caveats import log_caveats
from benchdb.questions.numbers import Numbered, numbers_of
from benchdb.questions.numbers.places import Places, only_place
from benchdb.questions.shares import place_mixtures

#: Caveats of a cell whose verdict rounding took back: that the change may be none, or more than the margin.
NO_CHANGE, BEYOND_MARGIN = "rounding holds no change", "rounding beyond the margin"
#: Kinds of caveats: that some sittings have one side alone, and decide nothing; that the change is that within them,
#: of these, and of sides that share all sittings; and that the difference is, where values have no relative change.
SHARED, SHARED_APART, POOLED = "shared sittings", "shared sittings say otherwise", "all sittings say otherwise"
POOLED_IN_UNITS = "all sittings say otherwise in units"


@dataclass(frozen=True)
class Cell:
    """The runs at one row and column."""

    values: Sequence[float]  #: base units, one per run, in the order of `runs`
    runs: Sequence[int]
    value: float | None  #: by the question's aggregation; None if there are too few runs for it
    cv: float | None  #: coefficient of variation, a fraction
    ratio: float | None  #: to the row's baseline cell; None in that cell itself, or without one
    change: float | None  #: ratio - 1
    verdict: Verdict | None
    interval: tuple[float, float] | None = None  #: of the change, 95%
    p: float | None = None  #: the larger one of runs and sittings
    q: float | None = None  #: p, adjusted for all cells of the comparison
    cliffs_delta: float | None = None
    required_n: int | None = None  #: runs on each side that would show the change seen, where these do not
    fewest_n: int = 0  #: runs on each side below which nothing can be shown, where there are too few
    differs: tuple[Difference, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    is_published: bool = False
    failed: float | None = None  #: share of its requests that failed; None where none did, or nobody counted
    failed_in_rate: float | None = None  #: share of the requests in its rate that failed; None = that of all
    difference: tuple[float, float] | None = None  #: 95% interval of the difference, where there is no relative change
    sittings: tuple[int, int] = (0, 0)  #: of this side and of the baseline; 0 = not known
    sitting_basis: str = ""  #: how they count
    assumes_sittings: bool = False  #: whether they go by what runs came in, as not every start is known
    required_sittings: int | None = None  #: on each side that would show the change seen
    more_runs: MoreRuns | None = None  #: that it takes for a verdict of any kind, where there are too few
    resolution: float = 0.0  #: the step in which its figures were printed, in base units; 0 = too fine to matter
    rounding: tuple[float, float] | None = None  #: what its ratio lies between, as both figures are rounded

    @property
    def runs_needed(self) -> int:
        """On each side; 0 where nobody can say, or none are."""
        return max(self.required_n or 0, self.fewest_n)

    def but(self, **changes: Any) -> Cell:
        """The same cell with some fields otherwise: `dataclasses.replace` asks for all thirty, several times a cell."""
        if not changes.keys() <= self.__dict__.keys():
            raise TypeError(f"a cell has no {', '.join(changes.keys() - self.__dict__.keys())}")
        made = object.__new__(Cell)
        made.__dict__.update(self.__dict__, **changes)
        return made

    @property
    def has_one_sitting_a_side(self) -> bool:
        """What differs may be the sittings, and nothing here can tell."""
        return self.sitting_basis == "one sitting a side"

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def effect(self) -> str:
        """Cliff's delta in a word; "" where nothing was compared."""
        return statistics.effect_in_words(self.cliffs_delta) if self.cliffs_delta is not None else ""

    @cached_property
    def low(self) -> float:
        return float(floats(self.values).min())

    @cached_property
    def high(self) -> float:
        return float(floats(self.values).max())

    @property
    def noise(self) -> Floats:
        """How far each run lies from their middle; of two runs or more. Of a million it would be too much to keep."""
        return statistics.noise_of(self.values)

    @property
    def mixes(self) -> bool:
        """Whether its runs were made under several conditions."""
        return any(caveat.kind == "mixes" for caveat in self.caveats)

    @property
    def step(self) -> float:
        """The least step in which its figures were printed, in base units; 0 where they have many of it."""
        return next((float(one["step"][0]) for one in self.caveats if one.kind == "coarse"), 0.0)

    @property
    def is_below_step(self) -> bool:
        """Whether its value is less than its figures can tell from nothing."""
        return self.value is not None and 0 <= self.value < self.step

    @property
    def ratio_span(self) -> tuple[float, float] | None:
        """What its ratio lies between where its figures are coarse; None where they are not."""
        span = next((one["span"] for one in self.caveats if one.kind == "coarse ratio"), None)
        return (float(span[0]), math.inf if span[1] is None else float(span[1])) if span else None

    @property
    def rounding_forbids(self) -> str:
        """The verdict that a test has, and that rounding alone could be: `difference`, or `equivalence`; or ""."""
        kinds = {one.kind for one in self.caveats}
        return "difference" if NO_CHANGE in kinds else "equivalence" if BEYOND_MARGIN in kinds else ""

    @property
    def is_tested_of_too_few(self) -> bool:
        """Its runs, or its sittings, are too few beside so many other comparisons."""
        return self.verdict == "too few runs" and self.p is not None

    @property
    def is_open(self) -> bool:
        """Tested and not decided: its runs cannot tell, or are too few beside so many other comparisons."""
        return self.verdict == "no evidence" or self.is_tested_of_too_few

    @property
    def has_several(self) -> bool:
        """More than one run."""
        return self.n > 1

    @property
    def is_compared(self) -> bool:
        return self.cliffs_delta is not None


EMPTY = Cell(values=(), runs=(), value=None, cv=None, ratio=None, change=None, verdict=None)


def cell(aggregation: str, group: Numbered, against: Numbered | None, conditions: Sequence[Dimension]) -> Cell:
    """The runs of one cell; compared where there is a baseline to compare with."""
    places, *more = (only_place(numbers_of(one)) for one in (group, against) if one is not None)
    alone = cells(places, aggregation, conditions)[0]
    if against is None:
        return alone
    base = cells(more[0], aggregation, ())[0]
    differs = differences(against, group, conditions)
    return compared(alone, base, statistics.cliffs_delta(alone.values, base.values), differs)


def cells(places: Places, aggregation: str, conditions: Sequence[Dimension]) -> list[Cell]:
    """What stands at each place, alone."""
    numbers = places.numbers
    mixed, known = place_mixtures(places, conditions), place_caveats(places)
    values, of_places = central(places, aggregation), moments(places)
    published = np.logical_and.reduceat(numbers.is_published, places.begins[:-1]).tolist() if len(places) else []
    return [
        EMPTY.but(
            values=Column(numbers.values[own]),
            runs=Column(numbers.runs[own]),
            value=values[place],
            cv=of_places.cvs[place],
            caveats=(*mixed.get(place, ()), *(log_caveats(spoken, own.stop - own.start) if spoken else ())),
            is_published=published[place],
        )
        for place, own in enumerate(map(places.slice, range(len(places))))
        for spoken in (known.get(place),)
    ]


def compared(alone: Cell, base: Cell, cliffs_delta: float, differs: tuple[Difference, ...]) -> Cell:
    """The cell set against a baseline; its verdict comes when all cells are there to be judged together."""
    ratio = None if alone.value is None or base.value is None else statistics.ratio(alone.value, base.value)
    return alone.but(
        ratio=ratio,
        change=None if ratio is None else ratio - 1,
        cliffs_delta=cliffs_delta,
        differs=differs,
    )


def central(places: Places, aggregation: str) -> list[float | None]:
    """The one number of each place, None if it has too few runs for that."""
    made = np.empty(len(places))
    for some, values in places.by_size():
        made[some] = statistics.AGGREGATIONS[aggregation].of_each(values)
    return [value if math.isfinite(value) else None for value in made.tolist()]


@dataclass(frozen=True, slots=True)
class Moments:
    """Of the runs at each place."""

    counts: list[int]
    means: list[float]
    variances: list[float]  #: of samples; nan for one run
    cvs: list[float | None]  #: coefficients of variation


def moments(places: Places) -> Moments:
    means, variances, deviations = (np.full(len(places), np.nan) for _ in range(3))
    for some, values in places.by_size():
        means[some] = values.mean(axis=1)
        if values.shape[1] > 1:
            with np.errstate(over="ignore"):
                variances[some], deviations[some] = values.var(axis=1, ddof=1), values.std(axis=1, ddof=1)
    pairs = zip(deviations.tolist(), means.tolist(), strict=True)
    return Moments(
        places.counts.tolist(),
        means.tolist(),
        variances.tolist(),
        [deviation / abs(mean) if mean and math.isfinite(deviation + mean) else None for deviation, mean in pairs],
    )


def place_caveats(places: Places) -> dict[int, list[Caveat]]:
    """What speaks against the runs at each place."""
    numbers = places.numbers
    if not numbers.caveats:
        return {}
    caveats: dict[int, list[Caveat]] = {}
    spoken = np.flatnonzero(among(numbers.runs, np.array([*numbers.caveats], np.int64)))
    owners = np.searchsorted(places.begins, spoken, side="right") - 1
    for place, run in zip(owners.tolist(), numbers.runs[spoken].tolist(), strict=True):
        caveats.setdefault(place, []).extend(numbers.caveats[run])
    return caveats


def of_sittings(cell: Cell, judgement: Judgement) -> Cell:
    """With the change and the effect within the sittings of both sides, where the pooled runs say something else.

    A figure that the interval holds stays: it is what the two values beside it come to.
    """
    inside = judgement.inside
    if inside is None:
        return cell
    is_told = inside.is_balanced and not judgement.sittings.shared and (cell.cliffs_delta or 0.0) * inside.delta >= 0
    if not is_told:
        cell = cell.but(cliffs_delta=inside.delta)
    if inside.change is None:
        return within_in_units(cell, inside.delta)
    moved, shared = inside.change, judgement.sittings.shared
    own = {"moved": (moved, 1 + moved), **(dict(zip(("shared", "total"), shared, strict=True)) if shared else {})}
    if cell.change is None or not is_beside(judgement.interval, cell.change):
        return cell.but(caveats=(*cell.caveats, caveat(SHARED, **own))) if shared else cell
    noted = caveat(SHARED_APART if shared else POOLED, pooled=(cell.change, cell.ratio), **own)
    return cell.but(change=moved, ratio=1 + moved, caveats=(*cell.caveats, noted))


def within_in_units(cell: Cell, delta: float) -> Cell:
    """Of values of which some are 0, which have no relative change within sittings: the difference is told instead of
    one of all runs that points the other way."""
    if cell.change is None or cell.change * delta >= 0:
        return cell
    noted = caveat(POOLED_IN_UNITS, pooled=(cell.change, cell.ratio))
    return cell.but(change=None, ratio=None, caveats=(*cell.caveats, noted))


def not_comparable(cell: Cell, kind: str) -> Cell:
    """Without a verdict, for the reason of a caveat of this kind, and without runs that would bring one."""
    return cell.but(
        verdict="not comparable",
        caveats=(*cell.caveats, caveat(kind)),
        required_n=None,
        fewest_n=0,
        required_sittings=None,
        more_runs=None,
    )


def is_beside(interval: tuple[float, float] | None, change: float) -> bool:
    return interval is not None and not interval[0] <= change <= interval[1]


def contradicts(change: float | None, verdict: Verdict, better: str) -> bool:
    """The ranks say one thing and the aggregation's number another: a mean that one run has pulled away, say."""
    if verdict not in ("better", "worse") or not change:
        return False
    return (change > 0) != ((verdict == "better") == (better == "higher"))
