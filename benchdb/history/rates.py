"""How often chance is taken for a change, and how often a change is found: `python -m benchdb.history.rates`.

Made-up histories whose truth is known: log-normal as run times are, of equal or unequal noise. The seed is fixed.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

import numpy as np

from benchdb.history.changes import splits

HISTORIES = 2000
SEED = 20_261_121
NEAR = 1  #: runs by which a change may be told too early or too late


@dataclass(frozen=True, slots=True)
class Case:
    """What is true: stretches of (runs, median, coefficient of variation)."""

    title: str
    stretches: tuple[tuple[int, float, float], ...]

    @property
    def steps(self) -> tuple[int, ...]:
        """Where the median changes."""
        ends = np.cumsum([runs for runs, _, _ in self.stretches])[:-1]
        medians = [median for _, median, _ in self.stretches]
        return tuple(int(end) for end, one, two in zip(ends, medians, medians[1:], strict=False) if one != two)


@dataclass(frozen=True, slots=True)
class Count:
    """Of so many histories."""

    case: Case
    histories: int
    false_alarms: int  #: told a change where none is
    found_all: int  #: told every change, at most NEAR runs beside it


CASES = (
    Case("no change, 8 runs, noise 2%", ((8, 1000.0, 0.02),)),
    Case("no change, 20 runs, noise 5%", ((20, 1000.0, 0.05),)),
    Case("no change, 60 runs, noise 20%", ((60, 1000.0, 0.20),)),
    Case("−12%, 8 + 8 runs, noise 2%", ((8, 1000.0, 0.02), (8, 880.0, 0.02))),
    Case("−12%, 20 + 20 runs, noise 1% then 4%", ((20, 1000.0, 0.01), (20, 880.0, 0.04))),
    Case("−10%, then −10%, 15 runs each, noise 2%", ((15, 1000.0, 0.02), (15, 900.0, 0.02), (15, 810.0, 0.02))),
)


def counted(case: Case, histories: int, seed: int = SEED) -> Count:
    random = np.random.default_rng([seed, *case.title.encode()])
    false_alarms = found_all = 0
    for number in range(histories):
        values = [each for runs, median, noise in case.stretches for each in drawn(random, runs, median, noise)]
        ids = range(number * 1000 + 1, number * 1000 + 1 + len(values))
        told = [each.at for each in splits(values, range(len(values)), ids)]
        false_alarms += any(all(abs(at - step) > NEAR for step in case.steps) for at in told)
        found_all += all(any(abs(at - step) <= NEAR for at in told) for step in case.steps)
    return Count(case, histories, false_alarms, found_all)


def drawn(random: np.random.Generator, runs: int, median: float, noise: float) -> list[float]:
    return [float(each) for each in median * random.lognormal(0.0, math.sqrt(math.log1p(noise**2)), runs)]


def main() -> None:
    histories = next((int(each) for each in sys.argv[1:] if each.isdigit()), HISTORIES)
    print("| truth | histories | a change told where none is | every change found |\n|---|---|---|---|")
    for case in CASES:
        found = counted(case, histories)
        told = f"{100 * found.found_all / histories:.1f}%" if case.steps else "–"
        print(f"| {case.title} | {histories} | {100 * found.false_alarms / histories:.1f}% | {told} |")


if __name__ == "__main__":
    main()
