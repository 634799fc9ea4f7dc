"""How often chance is taken for a change in a history, and how often one is found.

Made-up histories whose truth is known: log-normal as run times are, of equal or unequal noise. The seed is fixed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.statistics import VERSION
from benchdb.questions.level_changes.change_points import splits
from benchdb.questions.level_changes.drift import could_be_drift

HISTORIES = 150
SEED = 20_261_121
NEAR = 1  #: runs by which a change may be told too early or too late


@dataclass(frozen=True, slots=True)
class Case:
    """What is true: stretches of (runs, median, coefficient of variation)."""

    title: str
    stretches: tuple[tuple[int, float, float], ...]
    resemblance: float = 0.0  #: the share of each run's luck that is that of the run before
    outliers: float = 0.0  #: the share of runs that reach a half
    freedom: int = 0  #: of Student's t that luck is drawn from, whose tails are heavy; 0 = a normal's
    drift: float = 0.0  #: by which a straight line moves the last run, beside what the stretches do
    digits: float = 0.0  #: what runs are rounded to, so that many are equal
    slow: float = 0.0  #: the share of runs that reach three quarters: a second mode

    @property
    def steps(self) -> tuple[int, ...]:
        """Where the median changes."""
        ends = np.cumsum([runs for runs, _, _ in self.stretches])[:-1]
        medians = [median for _, median, _ in self.stretches]
        return tuple(
            int(end) for end, before, after in zip(ends, medians, medians[1:], strict=False) if before != after
        )


@dataclass(frozen=True, slots=True)
class Count:
    """Of so many histories."""

    case: Case
    histories: int
    false_alarms: int  #: told a change where none is
    unmarked: int  #: of these, not said to be indistinguishable from a drift
    found_all: int  #: told every change, at most NEAR runs beside it
    sure_of_all: int  #: and marked none of them

    @property
    def row(self) -> str:
        wrongly, unmarked = (f"{100 * part / self.histories:.1f}%" for part in (self.false_alarms, self.unmarked))
        rightly, surely = (
            f"{100 * part / self.histories:.1f}%" if self.case.steps else "–"
            for part in (self.found_all, self.sure_of_all)
        )
        return f"| {self.case.title} | {self.histories} | {wrongly} | {unmarked} | {rightly} | {surely} |\n"


def came_back(title: str, counts: Sequence[int], factor: float) -> Case:
    """One level, `factor` times as much, the one, the other…"""
    noise = 0.01 if "noise 1%" in title else 0.02
    levels = [1000.0 * factor ** (place % 2) for place in range(len(counts))]
    return Case(title, tuple((runs, level, noise) for runs, level in zip(counts, levels, strict=True)))


CASES = (
    Case("no change, 8 runs, noise 2%", ((8, 1000.0, 0.02),)),
    Case("no change, 20 runs, noise 5%", ((20, 1000.0, 0.05),)),
    Case("no change, 60 runs, noise 20%", ((60, 1000.0, 0.20),)),
    Case("−12%, 8 + 8 runs, noise 2%", ((8, 1000.0, 0.02), (8, 880.0, 0.02))),
    Case("−12%, 20 + 20 runs, noise 1% then 4%", ((20, 1000.0, 0.01), (20, 880.0, 0.04))),
    Case("−10%, then −10%, 15 runs each, noise 2%", ((15, 1000.0, 0.02), (15, 900.0, 0.02), (15, 810.0, 0.02))),
)

ONE_BAD_RUN = "−8%, 17 + 13 runs, noise 1%, one run in thirty at half"

#: Where runs are not alike and independent, or the change is small.
HARDER = (
    Case("−3%, 30 + 30 runs, noise 2%", ((30, 1000.0, 0.02), (30, 970.0, 0.02))),
    Case("−10% and back, 20 runs each, noise 2%", ((20, 1000.0, 0.02), (20, 900.0, 0.02), (20, 1000.0, 0.02))),
    Case("no change, 60 runs, noise 2%, one run in twenty at half", ((60, 1000.0, 0.02),), outliers=0.05),
    Case(ONE_BAD_RUN, ((17, 1000.0, 0.01), (13, 920.0, 0.01)), outliers=0.03),
    Case(
        "−10%, 15 + 15 runs, noise 2%, one run in twenty at half",
        ((15, 1000.0, 0.02), (15, 900.0, 0.02)),
        outliers=0.05,
    ),
    Case("no change of level, 30 + 30 runs, noise 1% then 5%", ((30, 1000.0, 0.01), (30, 1000.0, 0.05))),
    Case("no change of level, 45 + 15 runs, noise 1% then 5%", ((45, 1000.0, 0.01), (15, 1000.0, 0.05))),
    Case("−5%, 10 + 10 runs, noise 2%", ((10, 1000.0, 0.02), (10, 950.0, 0.02))),
    Case("no change, 10 runs, noise 2%, AR(1) 0.6", ((10, 1000.0, 0.02),), resemblance=0.6),
    Case("no change, 20 runs, noise 2%, AR(1) 0.3", ((20, 1000.0, 0.02),), resemblance=0.3),
    Case("no change, 20 runs, noise 2%, AR(1) 0.6", ((20, 1000.0, 0.02),), resemblance=0.6),
    Case("no change, 30 runs, noise 2%, AR(1) 0.8", ((30, 1000.0, 0.02),), resemblance=0.8),
    Case("no change, 60 runs, noise 2%, AR(1) 0.3", ((60, 1000.0, 0.02),), resemblance=0.3),
    Case("no change, 60 runs, noise 2%, AR(1) 0.6", ((60, 1000.0, 0.02),), resemblance=0.6),
    Case("no change, 60 runs, noise 2%, AR(1) 0.8", ((60, 1000.0, 0.02),), resemblance=0.8),
    Case("−10%, 30 + 30 runs, noise 2%, AR(1) 0.6", ((30, 1000.0, 0.02), (30, 900.0, 0.02)), resemblance=0.6),
)

LEVELS = (1000.0, 1100.0, 980.0, 900.0, 850.0)

#: The last few runs; noise that only few runs show; tails, ties and drift.
LATEST = (
    *(Case(f"−30%, 40 + {runs} runs, noise 2%", ((40, 1000.0, 0.02), (runs, 700.0, 0.02))) for runs in (4, 5, 6, 8)),
    *(Case(f"−10%, 40 + {runs} runs, noise 2%", ((40, 1000.0, 0.02), (runs, 900.0, 0.02))) for runs in (4, 5, 6, 8)),
    Case("−30%, 40 + 5 runs, noise 1% then 5%", ((40, 1000.0, 0.01), (5, 700.0, 0.05))),
    Case("no change of level, 40 + 8 runs, noise 1% then 5%", ((40, 1000.0, 0.01), (8, 1000.0, 0.05))),
    Case("no change of level, 40 + 5 runs, noise 1% then 3%", ((40, 1000.0, 0.01), (5, 1000.0, 0.03))),
    Case("no change of level, 15 + 15 runs, noise 1% then 3%", ((15, 1000.0, 0.01), (15, 1000.0, 0.03))),
    Case("no change of level, 10 + 6 runs, noise 1% then 5%", ((10, 1000.0, 0.01), (6, 1000.0, 0.05))),
    Case("no change, 44 runs, noise 2%, tails of a t with 3", ((44, 1000.0, 0.02),), freedom=3),
    Case("no change, 44 runs, noise 2%, rounded to 2%", ((44, 1000.0, 0.02),), digits=20.0),
    Case("no change, 40 runs, noise 2%, a drift of 4%", ((40, 1000.0, 0.02),), drift=-0.04),
    Case("no change, 40 runs, noise 2%, a drift of 10%", ((40, 1000.0, 0.02),), drift=-0.10),
    Case("no change, 80 runs, noise 2%, a drift of 20%", ((80, 1000.0, 0.02),), drift=-0.20),
    Case("five levels, 6% to 11% apart, 15 runs each, noise 2%", tuple((15, level, 0.02) for level in LEVELS)),
)

#: Levels that are left and come back to, at any place: no single split shows them.
COME_BACK = (
    came_back("+30% and back, 20 + 10 + 10 runs, noise 1%", (20, 10, 10), 1.3),
    came_back("−30% and back, 30 + 10 + 30 runs, noise 1%", (30, 10, 30), 0.7),
    came_back("+30% and back, 12 + 6 + 12 runs, noise 1%", (12, 6, 12), 1.3),
    came_back("−30% and back, 30 + 4 + 30 runs, noise 2%", (30, 4, 30), 0.7),
    came_back("+10% and back, 20 + 10 + 15 runs, noise 2%", (20, 10, 15), 1.1),
    came_back("−10%, back and −10%, 10 runs each, noise 1%", (10, 10, 10, 10), 0.9),
    came_back("−20% and back, 14 + 4 + 14 runs, noise 1%", (14, 4, 14), 0.8),
    came_back("−10% and back, 400 + 10 + 90 runs, noise 2%", (400, 10, 90), 0.9),
)


def moves(title: str, counts: Sequence[int], resemblance: float = 0.0) -> Case:
    """Levels that lie −7%, 0, +6% and −4% from 1000, with so many runs each; without the first, of four."""
    levels = (1000.0, 930.0, 1000.0, 1060.0, 960.0)[-len(counts) :]
    return Case(title, tuple((runs, level, 0.01) for runs, level in zip(counts, levels, strict=True)), resemblance)


#: Several moves up and down: a split of the whole stands for two of them, or for none.
UP_AND_DOWN = (
    moves("−7%, 0, +6%, −4%, 15 runs each, noise 1%", (15, 15, 15, 15)),
    moves("0, −7%, 0, +6%, −4%, 20 + 4 + 11 + 14 + 8 runs, noise 1%", (20, 4, 11, 14, 8)),
    moves("0, −7%, 0, +6%, −4%, 30 + 20 + 20 + 20 + 10 runs, noise 1%", (30, 20, 20, 20, 10)),
    moves("−7%, 0, +6%, −4%, 8 runs each, noise 1%", (8, 8, 8, 8)),
    moves("−7%, 0, +6%, −4%, 15 runs each, noise 1%, AR(1) 0.3", (15, 15, 15, 15), 0.3),
)
EVERY = (*CASES, *HARDER, *LATEST, *COME_BACK, *UP_AND_DOWN)


def counted(case: Case, histories: int, seed: int = SEED) -> Count:
    random = np.random.default_rng([seed, *case.title.encode()])
    false_alarms = unmarked = found_all = sure_of_all = 0
    for number in range(histories):
        values = drawn(random, case)
        ids = range(number * 1000 + 1, number * 1000 + 1 + len(values))
        changes = [split.index for split in splits(values, range(len(values)), ids)]
        marks = could_be_drift(values, changes)
        wrong = [all(abs(change - step) > NEAR for step in case.steps) for change in changes]
        false_alarms += any(wrong)
        unmarked += any(is_wrong and not mark for is_wrong, mark in zip(wrong, marks, strict=True))
        found_all += finds(changes, case)
        sure_of_all += finds([change for change, mark in zip(changes, marks, strict=True) if not mark], case)
    return Count(case, histories, false_alarms, unmarked, found_all, sure_of_all)


def finds(changes: Sequence[int], case: Case) -> bool:
    """Whether every true step has a change beside it."""
    return all(any(abs(change - step) <= NEAR for change in changes) for step in case.steps)


def drawn(random: np.random.Generator, case: Case) -> list[float]:
    """One history: log-normal around its levels."""
    medians, noises = (
        np.repeat([part[k] for part in case.stretches], [part[0] for part in case.stretches]) for k in (1, 2)
    )
    luck = luck_of(random, len(medians), case.freedom)
    for index in range(1, len(luck)):
        own = math.sqrt(1 - case.resemblance**2)
        luck[index] = case.resemblance * luck[index - 1] + own * luck[index]
    values = medians * np.exp(np.sqrt(np.log1p(noises**2)) * luck)
    if case.outliers:
        values *= np.where(random.random(len(values)) < case.outliers, 0.5, 1.0)
    if case.slow:
        values *= np.where(random.random(len(values)) < case.slow, 0.75, 1.0)
    values *= 1 + case.drift * np.linspace(0, 1, len(values))
    if case.digits:
        values = np.round(values / case.digits) * case.digits
    return [float(value) for value in values]


def luck_of(random: np.random.Generator, runs: int, freedom: int) -> NDArray[np.float64]:
    """Of deviation 1; of a t with 2, which has none, as wide as one with 3."""
    if not freedom:
        return random.normal(0.0, 1.0, runs)
    return random.standard_t(freedom, runs) * math.sqrt(max(freedom - 2, 1) / freedom)


def table(histories: int = HISTORIES) -> str:
    head = f"Statistics version {VERSION}, seed {SEED}.\n\n"
    head += "| truth | histories | a change told where none is | and not marked as drift | every change found "
    head += "| and none marked |\n|---|---|---|---|---|---|\n"
    return head + "".join(counted(case, histories).row for case in EVERY)
