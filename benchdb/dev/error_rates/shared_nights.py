"""How often verdicts are wrong where both sides are measured in the same nights, which differ by far more than runs.

Nights with unequal numbers of runs, nights that lack one side by chance, and nights that lack it because they are slow:
a server that crashes or runs out of time under load. The seed is fixed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchdb.dev.error_rates.field import Case, Make, Random, judged, side
from benchdb.domain.statistics import Contrast

CELLS = 1000
SEED = 20_261_128
NIGHTS, RUNS = 0.08, 0.01  #: noise of nights, and of runs
NIGHT, MINUTE = 86_400.0, 60.0

Counts = Callable[[Random, np.ndarray], np.ndarray]  #: of the levels of nights -> runs of [side, night]


def equal(runs: int) -> Counts:
    return lambda random, levels: np.full((2, len(levels)), runs)


def unequal(random: Random, levels: np.ndarray) -> np.ndarray:
    """One to four runs of each side a night."""
    return random.integers(1, 5, (2, len(levels)))


def lone(count: int) -> Counts:
    """A run of each side, but for so many nights that have the baseline's alone."""

    def counts(random: Random, levels: np.ndarray) -> np.ndarray:
        made = np.ones((2, len(levels)), int)
        made[0, random.choice(len(levels), count, replace=False)] = 0
        return made

    return counts


def absent_when_slow(random: Random, levels: np.ndarray) -> np.ndarray:
    """Two runs of each side; this side's are lost in nine of ten nights that are slower than most."""
    made = np.full((2, len(levels)), 2)
    made[0, (levels < 0) & (random.random(len(levels)) < 0.9)] = 0
    return made


def nightly(nights: int, counts: Counts, change: float = 0.0) -> Make:
    """The sides take turns in each night as long as both have runs left."""

    def make(random: Random) -> Contrast:
        levels = random.normal(0.0, NIGHTS, nights)
        sides = []
        for own, (runs, step) in enumerate(zip(counts(random, levels), (np.log1p(change), 0.0), strict=True)):
            night = np.repeat(np.arange(nights), runs)
            turn = np.concatenate([np.arange(one) for one in runs])
            values = np.exp(levels[night] + step + random.normal(0.0, RUNS, len(night)))
            sides.append(side(values, night.tolist(), (NIGHT * night + MINUTE * (2 * turn + own)).tolist()))
        return Contrast(sides[0], sides[1], "higher")

    return make


CASES = (
    Case("10 nights, a run of each side", nightly(10, equal(1))),
    Case("10 nights, a run of each side, +2%", nightly(10, equal(1), 0.02), 0.02),
    Case("10 nights, 1 to 4 runs of each side", nightly(10, unequal)),
    Case("10 nights, 1 to 4 runs of each side, +2%", nightly(10, unequal, 0.02), 0.02),
    Case("13 nights, one without the other side", nightly(13, lone(1))),
    Case("13 nights, one without the other side, +2%", nightly(13, lone(1), 0.02), 0.02),
    Case("16 nights, four without the other side, +2%", nightly(16, lone(4), 0.02), 0.02),
    Case("20 nights, one side absent in slow ones", nightly(20, absent_when_slow)),
    Case("20 nights, one side absent in slow ones, −3%", nightly(20, absent_when_slow, -0.03), -0.03),
)


def table(cells: int = CELLS) -> str:
    head = (
        f"{cells:,} cells of each kind, seed {SEED}. Nights differ by 8%, runs of one night by 1%.\n\n"
        "| truth and measurement | called better or worse, wrongly | rightly | cannot be told from drift "
        "| intervals that hold the truth |\n|---|---|---|---|---|\n"
    )
    return head + "".join(
        judged(case, np.random.default_rng([SEED, number]), cells).row for number, case in enumerate(CASES)
    )
