"""How often verdicts are wrong where runs are not what a textbook wants: sittings, drift, ties, unlike noise, few runs.

Every comparison is one cell, judged as a page judges it. The seed is fixed, so the same code gives the same table.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchdb.domain.statistics import Contrast, Side, judgements, sitting_noise

CELLS = 1000
SEED = 20_261_122
NOISE = 0.01

Random = np.random.Generator
Make = Callable[[Random], Contrast]


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of comparison. `change` is the true relative change."""

    title: str
    make: Make
    change: float = 0.0


@dataclass(frozen=True, slots=True)
class Result:
    case: Case
    cells: int
    verdicts: Counter[str]
    with_interval: int
    covered: int

    @property
    def called(self) -> int:
        return self.verdicts["better"] + self.verdicts["worse"]

    @property
    def row(self) -> str:
        wanted = "better" if self.case.change > 0 else "worse"
        rightly = share(self.verdicts[wanted], self.cells) if self.case.change else "–"
        wrongly = self.called - self.verdicts[wanted] if self.case.change else self.called
        drift = share(self.verdicts["cannot be told from drift"], self.cells)
        covered = share(self.covered, self.with_interval) if self.with_interval else "none shown"
        return f"| {self.case.title} | {share(wrongly, self.cells)} | {rightly} | {drift} | {covered} |\n"


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%"


def log_normal(random: Random, n: int, noise: float) -> np.ndarray:
    """Around a median of 1."""
    return random.lognormal(0.0, math.sqrt(math.log1p(noise**2)), n)


def side(values: np.ndarray, sittings: Sequence[int] = (), starts: Sequence[float] = ()) -> Side:
    return Side(tuple(map(float, 1000 * values)), tuple(sittings), tuple(starts))


def plain(n: int, m: int, noise: float = NOISE, other: float | None = None, change: float = 0.0) -> Make:
    """Independent runs, nothing known of their time."""

    def make(random: Random) -> Contrast:
        here = (1 + change) * log_normal(random, n, noise)
        return Contrast(side(here), side(log_normal(random, m, noise if other is None else other)), "higher")

    return make


def rounded(n: int, median: float, noise: float) -> Make:
    """Whole milliseconds."""

    def make(random: Random) -> Contrast:
        here, there = (np.round(median * log_normal(random, n, noise)) / 1000 for _ in range(2))
        return Contrast(side(here), side(there), "lower")

    return make


def heavy_tails(n: int) -> Make:
    """Student's t with 2 degrees of freedom."""

    def make(random: Random) -> Contrast:
        here, there = (np.maximum(0.01, 1 + NOISE * random.standard_t(2, n)) for _ in range(2))
        return Contrast(side(here), side(there), "higher")

    return make


def outliers(n: int) -> Make:
    """One run in seven is 30% slower."""

    def make(random: Random) -> Contrast:
        here, there = (log_normal(random, n, NOISE) * np.where(random.random(n) < 0.15, 0.7, 1) for _ in range(2))
        return Contrast(side(here), side(there), "higher")

    return make


def seated(counts: Sequence[int], history: int = 0, change: float = 0.0) -> Make:
    """Sittings differ as much as runs do. `history`: further sittings of the machine beyond the first of a setup."""

    def sat(random: Random, first: int, level: float) -> Side:
        middles = level * random.lognormal(0.0, NOISE, len(counts))
        values = [middle * log_normal(random, count, NOISE) for middle, count in zip(middles, counts, strict=True)]
        return side(np.concatenate(values), np.repeat(np.arange(first, first + len(counts)), counts).tolist())

    def make(random: Random) -> Contrast:
        middles = random.lognormal(0.0, NOISE, history + 1)
        past = {number: (middle * log_normal(random, 5, NOISE)).tolist() for number, middle in enumerate(middles)}
        return Contrast(sat(random, 0, 1 + change), sat(random, 100, 1.0), "higher", noise=sitting_noise([past]))

    return make


def in_time(n: int, disturbance: Callable[[Random, int], np.ndarray], *, turns: bool, change: float = 0.0) -> Make:
    """Runs a minute apart, this side after the other or taking turns with it."""
    labels = np.tile([0, 1], n) if turns else np.repeat([0, 1], n)

    def make(random: Random) -> Contrast:
        values = np.exp(disturbance(random, 2 * n)) * np.where(labels == 1, 1 + change, 1)
        starts = 60.0 * np.arange(2 * n)
        here, there = (side(values[labels == own], (), starts[labels == own].tolist()) for own in (1, 0))
        return Contrast(here, there, "higher")

    return make


def independent(random: Random, n: int) -> np.ndarray:
    return random.normal(0.0, NOISE, n)


def drifting(random: Random, n: int) -> np.ndarray:
    return independent(random, n) + 0.0015 * np.arange(n)


def resembling(random: Random, n: int) -> np.ndarray:
    """Four fifths of each run's luck are those of the run before."""
    values = independent(random, n)
    for index in range(1, n):
        values[index] = 0.8 * values[index - 1] + 0.6 * values[index]
    return values


def by_night(n: int, drift: float = 0.0, change: float = 0.0) -> Make:
    """A run a night, this side's nights after the other's, and a steady drift over all of them."""

    def make(random: Random) -> Contrast:
        values = log_normal(random, 2 * n, NOISE) * np.linspace(1, 1 + drift, 2 * n)
        values[n:] *= 1 + change
        nights = np.arange(2 * n)
        here, there = (
            side(values[own], nights[own].tolist(), (86_400.0 * nights[own]).tolist())
            for own in (nights >= n, nights < n)
        )
        return Contrast(here, there, "higher")

    return make


def untimed(make: Make) -> Make:
    """The same runs, of which nobody recorded when."""

    def forget(random: Random) -> Contrast:
        contrast = make(random)
        return replace(contrast, here=replace(contrast.here, starts=()), there=replace(contrast.there, starts=()))

    return forget


CASES = (
    Case("1 run against 40", plain(1, 40)),
    Case("2 runs against 2", plain(2, 2)),
    Case("2 runs against 20", plain(2, 20)),
    Case("3 runs against 3", plain(3, 3)),
    Case("3 runs against 5", plain(3, 5)),
    Case("3 runs against 5, +5%", plain(3, 5, change=0.05), 0.05),
    Case("ties: 4 runs of whole milliseconds near 20, noise 5%", rounded(4, 20, 0.05)),
    Case("ties: 10 runs of whole milliseconds near 20, noise 2%", rounded(10, 20, 0.02)),
    Case("20 runs of noise 1% against 4 of 10%", plain(20, 4, 0.01, 0.10)),
    Case("20 runs of noise 10% against 4 of 1%", plain(20, 4, 0.10, 0.01)),
    Case("5 runs of noise 1% against 5 of 10%", plain(5, 5, 0.01, 0.10)),
    Case("10 runs of noise 1% against 10 of 10%", plain(10, 10, 0.01, 0.10)),
    Case("heavy tails (t, 2 degrees of freedom), 5 runs", heavy_tails(5)),
    Case("one run in seven 30% slower, 10 runs", outliers(10)),
    Case("one sitting of 5 runs per side, no history", seated([5])),
    Case("one sitting per side, 4 further sittings on record", seated([5], 4)),
    Case("one sitting per side, 10 further sittings on record", seated([5], 10)),
    Case("one sitting per side, 10 further on record, +5%", seated([5], 10, 0.05), 0.05),
    Case("2 sittings of 5 runs per side", seated([5, 5])),
    Case("2 sittings of 5 runs per side, +5%", seated([5, 5], 0, 0.05), 0.05),
    Case("5 sittings of 3 runs per side", seated([3] * 5)),
    Case("5 sittings of 3 runs per side, +5%", seated([3] * 5, 0, 0.05), 0.05),
    Case("drift of 0.15% a run, 10 after 10", in_time(10, drifting, turns=False)),
    Case("the same, starts not recorded", untimed(in_time(10, drifting, turns=False))),
    Case("the same, taking turns", in_time(10, drifting, turns=True)),
    Case("AR(1) 0.8, 10 after 10", in_time(10, resembling, turns=False)),
    Case("the same, starts not recorded", untimed(in_time(10, resembling, turns=False))),
    Case("the same, taking turns", in_time(10, resembling, turns=True)),
    Case("independent runs, 5 after 5, +5%", in_time(5, independent, turns=False, change=0.05), 0.05),
    Case("the same, taking turns", in_time(5, independent, turns=True, change=0.05), 0.05),
    Case("independent runs, 10 after 10, +2%", in_time(10, independent, turns=False, change=0.02), 0.02),
    Case("the same, taking turns", in_time(10, independent, turns=True, change=0.02), 0.02),
    *(
        Case(f"{n} nights after {n}, a drift of {drift:.0%}", by_night(n, drift))
        for n in (5, 10, 30)
        for drift in (0.02, 0.05, 0.1)
    ),
    *(
        Case(f"{n} nights after {n}, +{step:.0%}", by_night(n, 0.0, step), step)
        for n in (5, 10, 30)
        for step in (0.02, 0.05)
    ),
    *(Case(f"{n} nights after {n}, +10%, a drift of −10%", by_night(n, -0.1, 0.1), 0.1) for n in (5, 10, 30)),
)


def simulated(case: Case, cells: int = CELLS, seed: int = SEED) -> Result:
    return judged(case, np.random.default_rng([seed, CASES.index(case)]), cells)


def judged(case: Case, random: Random, cells: int) -> Result:
    made = [judgements([case.make(random)])[0] for _ in range(cells)]
    intervals = [judgement.interval for judgement in made if judgement.interval]
    return Result(
        case=case,
        cells=cells,
        verdicts=Counter(judgement.verdict for judgement in made),
        with_interval=len(intervals),
        covered=sum(low <= case.change <= high for low, high in intervals),
    )


def table(cells: int = CELLS) -> str:
    head = (
        f"{cells:,} cells of each kind, seed {SEED}. "
        "Noise is 1% and the sides are equal where nothing else is said.\n\n"
        "| truth and measurement | called better or worse, wrongly | rightly | cannot be told from drift "
        "| intervals that hold the truth |\n|---|---|---|---|---|\n"
    )
    return head + "".join(simulated(case, cells).row for case in CASES)
