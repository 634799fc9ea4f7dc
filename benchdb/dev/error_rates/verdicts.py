"""How often the verdicts are wrong: thousands of comparisons of made-up runs whose truth is known.

Every comparison goes through `tabulate`, as a page's does; the seed is fixed, so the same code gives the same table.
Run times of web servers are log-normal enough for this: positive, skewed to the right.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from benchdb.domain import statistics
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation

COMPARISONS = 4_000
SEED = 20_261_121
QUESTION = ComparisonQuestion(rows="concurrency", cols="kernel")


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of comparison: what is true, and how it is measured."""

    title: str
    runs: tuple[int, int]  #: on each side: from, to
    rows: int
    spread: float  #: coefficient of variation of the runs
    shift: float = 0.0  #: true relative change of every row
    band: float = 0.0  #: percent


@dataclass(frozen=True, slots=True)
class Result:
    """How many comparisons had at least one verdict of a kind, and how many cells."""

    case: Case
    comparisons: int
    with_change: int  #: comparisons in which some row is called better or worse
    all_changed: int  #: comparisons in which every row is, in the true direction
    equivalent: int  #: comparisons in which some row is called equivalent
    covered: int  #: cells whose interval holds the true change
    cells: int

    @property
    def row(self) -> str:
        return (
            f"| {self.case.title} | {self.comparisons:,} | {share(self.with_change, self.comparisons)} "
            f"| {share(self.all_changed, self.comparisons) if self.case.shift else '–'} "
            f"| {share(self.equivalent, self.comparisons) if self.case.band else '–'} "
            f"| {share(self.covered, self.cells)} |\n"
        )


CASES = (
    Case("A/A, 4 to 10 runs, 3 rows, noise 5%", (4, 10), 3, 0.05),
    Case("A/A, 4 to 10 runs, 8 rows, noise 20%", (4, 10), 8, 0.20),
    Case("A/A, 5 runs, 1 row, noise 1%", (5, 5), 1, 0.01),
    Case("A/B +5%, 5 runs, 1 row, noise 1%", (5, 5), 1, 0.01, 0.05),
    Case("A/B −5%, 5 runs, 3 rows, noise 1%", (5, 5), 3, 0.01, -0.05),
    Case("A/B +5%, 10 runs, 3 rows, noise 5%", (10, 10), 3, 0.05, 0.05),
    Case("A/A within 2%, 10 runs, 1 row, noise 1%", (10, 10), 1, 0.01, 0.0, 2.0),
    Case("A/B +2%, asked within 2%, 10 runs, 1 row, noise 1%", (10, 10), 1, 0.01, 0.02, 2.0),
)


def simulated(case: Case, comparisons: int, seed: int = SEED) -> Result:
    """`comparisons` of one kind, each answered as a page would."""
    random = np.random.default_rng([seed, *case.title.encode()])
    changed = right = equivalent = covered = cells = 0
    question = replace(QUESTION, equivalence_margin=case.band)
    truth: statistics.Verdict = "better" if case.shift > 0 else "worse"
    for number in range(comparisons):
        answer = tabulate(question, list(observations(case, random, number)))
        cells_judged = [row.cells["B"] for row in answer.rows]
        verdicts = Counter(cell.verdict for cell in cells_judged)
        changed += bool(verdicts["better"] + verdicts["worse"])
        right += verdicts[truth] == len(cells_judged)
        equivalent += bool(verdicts["equivalent"])
        covered += sum(cell.interval is not None and inside(cell.interval, case.shift) for cell in cells_judged)
        cells += len(cells_judged)
    return Result(case, comparisons, changed, right, equivalent, covered, cells)


def inside(interval: tuple[float, float], change: float) -> bool:
    return interval[0] <= change <= interval[1]


def observations(case: Case, random: np.random.Generator, number: int) -> Iterator[Observation]:
    """The runs of one comparison: log-normal, of median 1000 on side A."""
    sigma = math.sqrt(math.log1p(case.spread**2))
    run = number * 1000
    for row in range(case.rows):
        for column, median in (("A", 1000.0), ("B", 1000.0 * (1 + case.shift))):
            for value in median * random.lognormal(0.0, sigma, random.integers(case.runs[0], case.runs[1] + 1)):
                run += 1
                place = str(10 * (row + 1))
                conditions = {"kernel": column, "concurrency": place}
                yield Observation(run, "requests_per_second", float(value), place, column, conditions)


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}%" if whole else "–"


def table(comparisons: int = COMPARISONS) -> str:
    head = (
        f"Statistics version {statistics.VERSION}, seed {SEED}.\n\n"
        "| truth and measurement | comparisons | some row called better or worse | every row called so, rightly "
        "| some row called equivalent | intervals that hold the truth |\n|---|---|---|---|---|---|\n"
    )
    return head + "".join(simulated(case, comparisons).row for case in CASES)
