"""Cells and their baselines, with when their runs were made -> the verdict of each. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Coded, Column, Floats, distinct, first_and_every, part_of, picked, small
from benchdb.domain.dimensions import MISSING
from benchdb.domain.statistics import Contrast, Judgement, Side, SittingNoise
from benchdb.questions.cells import Cell, contradicts, of_sittings
from benchdb.questions.comparison.answer import Row
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.numbers import Numbers
from benchdb.questions.numbers.places import Places

#: (machine, metric) -> how far apart its sittings lie, from its other runs
Noises = Mapping[tuple[str, str], SittingNoise]
MANY = 200_000  #: numbers; of no more than 3,000,000 each sitting has a number that 32 bits hold
UNDECIDED = ("too few runs", "no evidence")
DIFFERENT = ("better", "worse", "differs")
DECIDED = (*DIFFERENT, "equivalent")
HOLDS_NONE = "interval holds no change"  #: kind of the caveat of a difference by ranks, whose size may be nothing
OPPOSED = "drift the other way"  #: kind of the caveat of sides that drift against their difference
#: Kinds of caveats: that a drift of both sides is a part of their difference, and that it may hide one.
ALONG, HIDDEN = "drift along the difference", "drift may hide a difference"
#: Kind of the caveat of sides that share some sittings, of which too few have both for a test within them.
FEW_SHARED = "too few shared sittings"
NO_NOISE: Floats = np.array([])


def judged(
    question: ComparisonQuestion, rows: Sequence[Row], baseline: str, places: Places, noises: Noises
) -> tuple[Row, ...]:
    """The rows with a verdict in each compared cell: p is adjusted over all, so that many rows find no chance."""
    keys = [(index, column) for index, row in enumerate(rows) for column, one in row.cells.items() if one.is_compared]
    sides = Sides(places)
    contrasts = [contrast(question, rows[index], column, baseline, sides, noises) for index, column in keys]
    made = [dict(row.cells) for row in rows]
    judgements = statistics.judgements(contrasts, question.aggregation)
    for (index, column), one in zip(keys, judgements, strict=True):
        made[index][column] = with_judgement(rows[index], made[index][column], one)
    undecided = [place for place, (index, column) in enumerate(keys) if made[index][column].verdict in UNDECIDED]
    pairs = [(made[index][column], rows[index].cells[baseline]) for index, column in map(keys.__getitem__, undecided)]
    level = level_of(one for row in made for one in row.values())
    for place, needed in zip(undecided, required_runs(pairs, level), strict=True):
        index, column = keys[place]
        made[index][column] = with_required(
            made[index][column], rows[index].cells[baseline], needed, contrasts[place], judgements[place], level
        )
    return tuple(Row(row.metric, row.key, own) for row, own in zip(rows, made, strict=True))


def with_required(
    cell: Cell, base: Cell, runs: int | None, contrast: Contrast, judgement: Judgement, level: float
) -> Cell:
    """The runs, or sittings, that would show its change; where no change can be shown, no fewer than can show any."""
    sittings = required_sittings(cell, judgement, level)
    if judgement.common_slope is not None and cell.verdict == "no evidence":
        return cell.but(required_n=None, required_sittings=None)  # more of both drift as well: taking turns is lacking
    if cell.verdict != "too few runs" or cell.is_published:
        return cell.but(required_n=runs, required_sittings=sittings)
    more = statistics.more_runs(contrast, judgement.sittings, level)
    fewest, known = min(cell.n, base.n) + more.in_one_sitting, min(judgement.sittings.sittings)
    in_one = max(1, min(cell.n, base.n) // max(known, 1))  # runs of a sitting
    if more.is_of_fewer:  # how many it takes for the change seen is known of sides of equal size
        runs, sittings = None, sittings and known
    return cell.but(
        required_n=runs,
        fewest_n=fewest,
        required_sittings=sittings and max(sittings, known + math.ceil(more.one_a_sitting / in_one)),
        more_runs=more,
    )


def level_of(cells: Iterable[Cell]) -> float:
    """The p at which one more of the compared cells would be decided, once all of them are tested."""
    compared = tests_of(cells)
    decided = [one.p for one in compared if one.p is not None and (one.q or 0.0) <= statistics.SIGNIFICANCE]
    return statistics.level_of_one_more(decided, len(compared))


def tests_of(cells: Iterable[Cell]) -> list[Cell]:
    """The compared ones, but for those whose runs are all equal: they are no tests."""
    return [one for one in cells if one.is_compared and not (one.q == 1 and one.change == 0)]


class Sides:
    """The runs of each place, with their starts, sittings and machines."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.sittings = sittings_of(places.numbers)
        self.has_sittings = bool((~np.isnan(self.sittings)).any())
        self._made: dict[tuple[str, str, str], Side] = {}  #: a baseline is the other side of a whole row
        self._noises: dict[tuple[frozenset[str], str], SittingNoise | None] = {}

    def side(self, metric: str, row: str, column: str) -> Side:
        key = metric, row, column
        if key not in self._made:
            self._made[key] = self._side(*key)
        return self._made[key]

    def _side(self, metric: str, row: str, column: str) -> Side:
        own = self.places.slice(self.places.place[metric, row, column])
        values: Column[float] = Column(self.places.numbers.values[own])
        if not self.has_sittings:
            return Side(values)
        sittings: Column[float] = Column(self.sittings[own])
        starts: Column[float] = Column(self.places.numbers.starts[own])
        durations: Column[float] = Column(part_of(self.places.numbers.durations, own))
        return Side(values, sittings, starts, durations)

    @cached_property
    def machines(self) -> Mapping[int, frozenset[str]]:
        """Those of each place."""
        place, kind, _ = self.places.kinds
        coded = self.places.numbers.condition("machine")
        machines: dict[int, set[str]] = {}
        for one, code in zip(place.tolist(), coded.codes[kind].tolist(), strict=True):
            machines.setdefault(one, set()).add(coded.texts[code])
        return {one: frozenset(names) for one, names in machines.items()}

    def noise(self, metric: str, row: str, columns: Iterable[str], noises: Noises) -> SittingNoise | None:
        """Of the machines of some columns, as one."""
        if not noises:
            return None
        places = (self.places.place[metric, row, column] for column in columns)
        machines = frozenset[str]().union(*(self.machines[place] for place in places))
        if (machines, metric) not in self._noises:
            known = (noises[machine, metric] for machine in sorted(machines) if (machine, metric) in noises)
            self._noises[machines, metric] = pooled_noise(known)
        return self._noises[machines, metric]


def sittings_of(numbers: Numbers) -> Floats:
    """The number of each run's sitting, rising with machine and time; nan where nothing says.

    Many are numbered machine by machine, whose columns are copied several times: bundles still come last.
    """
    machine, kernel = numbers.as_they_come("machine"), numbers.as_they_come("kernel")
    if len(numbers) < MANY:
        return sittings_together(numbers, machine, kernel)
    made: Any = np.full(len(numbers), np.nan, np.float32)
    machines, last = picked(small(machine.codes), numbers.kind), 0.0
    for code in distinct(machines).tolist():
        own = np.flatnonzero(machines == code)
        made[own] = sittings = sittings_together(numbers.taken(own), machine, kernel) + last
        last = 1 + np.fmax.reduce(sittings, initial=last)
    made[np.isnan(numbers.starts)] += last
    return made


def sittings_together(numbers: Numbers, machine: Coded, kernel: Coded) -> Floats:
    """Another kernel is another boot."""
    if not len(numbers):
        return numbers.starts
    first, every = first_and_every(numbers.runs)
    kinds = numbers.kind[first]
    unknown = kernel.texts.index(MISSING) if MISSING in kernel.texts else -1
    boots = np.where(kernel.codes == unknown, -1, kernel.codes)[kinds]
    runs = statistics.Circumstances(
        *(machine.codes[kinds], boots, numbers.starts[first], numbers.bundles[first]),
        durations=numbers.durations[first],
        reboots=reboots_by_code(numbers, machine.texts),
    )
    return statistics.sitting_numbers(runs)[every]


def reboots_by_code(numbers: Numbers, machines: Sequence[str]) -> dict[int, Floats]:
    """The code of a machine -> when it booted."""
    return {machines.index(name): moments for name, moments in numbers.reboots.items() if name in machines}


def contrast(
    question: ComparisonQuestion, row: Row, column: str, baseline: str, sides: Sides, noises: Noises
) -> Contrast:
    return Contrast(
        sides.side(row.metric, row.key, column),
        sides.side(row.metric, row.key, baseline),
        row.known_metric.better,
        is_comparable=not (row.cells[column].differs or row.cells[column].mixes),
        margin=question.equivalence_margin / 100,
        noise=sides.noise(row.metric, row.key, (column, baseline), noises),
        delta=row.cells[column].cliffs_delta,
    )


def pooled_noise(noises: Iterable[SittingNoise]) -> SittingNoise | None:
    """Of several machines as one."""
    known = list(noises)
    freedom = sum(one.freedom for one in known)
    if not freedom:
        return None
    return SittingNoise(math.sqrt(sum(one.deviation**2 * one.freedom for one in known) / freedom), freedom)


def with_judgement(row: Row, cell: Cell, judgement: Judgement) -> Cell:
    cell = of_sittings(cell, judgement)
    is_contradicted = contradicts(cell.change, judgement.verdict, row.known_metric.better)
    verdict = "no evidence" if is_contradicted else judgement.verdict
    return cell.but(
        verdict=verdict,
        p=judgement.p,
        q=judgement.q,
        interval=judgement.interval,
        difference=judgement.difference if judgement.interval is None and cell.change is None else None,
        sittings=judgement.sittings.sittings,
        sitting_basis=judgement.sittings.basis,
        assumes_sittings=judgement.sittings.is_assumed,
        required_sittings=required_sittings(cell, judgement) if verdict not in DECIDED else None,
        caveats=(*cell.caveats, *limits(verdict, judgement)),
    )


def required_runs(pairs: Sequence[tuple[Cell, Cell]], level: float) -> list[int | None]:
    """Runs on each side of a cell and its baseline that would show the change seen: more than are there, which did not.

    At `level`, that of one test among all that are made.

    None where nobody can say.
    """
    needed = statistics.required_ns((noises_apart(*pair) for pair in pairs), level)
    return [runs and max(runs, min(one.n, base.n) + 1) for runs, (one, base) in zip(needed, pairs, strict=True)]


def noises_apart(cell: Cell, base: Cell) -> tuple[Floats, Floats, float]:
    """How both sides vary, and the difference to be shown; none of what nobody can say."""
    if cell.value is None or base.value is None or min(cell.n, base.n) < 2:
        return NO_NOISE, NO_NOISE, 0.0
    return cell.noise, base.noise, cell.value - base.value


def required_sittings(cell: Cell, judgement: Judgement, level: float = statistics.SIGNIFICANCE) -> int | None:
    """The same of sittings."""
    needed = judgement.required_sittings(cell.change, level)
    return needed and max(needed, min(judgement.sittings.sittings) + 1)


def limits(verdict: statistics.Verdict, judgement: Judgement) -> tuple[Caveat, ...]:
    """What a verdict rests on that its runs cannot tell, and that an interval of the figure holds no change where ranks
    do not."""
    of_order = (*limits_of_order(verdict, judgement), *limit_of_shared(verdict, judgement))
    return (*of_order, caveat(HOLDS_NONE)) if verdict in DIFFERENT and holds_none(judgement) else of_order


def limits_of_order(verdict: statistics.Verdict, judgement: Judgement) -> tuple[Caveat, ...]:
    """What sittings and the order of the runs leave open."""
    if verdict in DECIDED and judgement.has_one_sitting_a_side:
        return (caveat("one sitting a side"),)
    if verdict in DECIDED and judgement.is_in_blocks:
        return (caveat("in blocks"),)
    if verdict == "cannot be told from drift":
        return (caveat("measured one after the other"),)
    if verdict in (*DECIDED, "no evidence") and judgement.drift and judgement.drift.opposed:
        moved, difference = ((math.expm1(one), math.exp(one)) for one in judgement.drift.opposed)
        return (caveat(OPPOSED, moved=moved, difference=difference),)
    if verdict in (*DECIDED, "no evidence") and judgement.common_slope is not None:
        moved = math.expm1(judgement.common_slope), math.exp(judgement.common_slope)
        return (caveat(ALONG if verdict in DIFFERENT else HIDDEN, moved=moved),)
    return ()


def limit_of_shared(verdict: statistics.Verdict, judgement: Judgement) -> tuple[Caveat, ...]:
    """That too few sittings have both sides to compare within them."""
    few = judgement.sittings.too_few_shared
    if few is None or verdict not in (*DECIDED, "no evidence", "cannot be told from drift"):
        return ()
    return (caveat(FEW_SHARED, shared=few[0], total=few[1]),)


def holds_none(judgement: Judgement) -> bool:
    """Whether no change at all is one of those that its interval holds."""
    low, high = judgement.interval or judgement.difference or (math.inf, -math.inf)
    return low <= 0 <= high
