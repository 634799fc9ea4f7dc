"""How often verdicts are wrong where the sides' sittings are few and the rows many.

Every comparison is twelve rows judged together, as a page judges them. A sitting moves each row by luck of its own, so
that the rows are as many chances to be wrong as there can be. The seed is fixed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchdb.domain.statistics import Contrast, Judgement, Side, judgements

COMPARISONS = 1000
SEED = 20_261_130
ROWS, RUNS = 12, 5  #: of a comparison; of a side in a sitting
NOISE = 0.01  #: of runs, and of sittings
FALL = -0.2  #: of one row, where one fell

Random = np.random.Generator
Draws = Callable[[Random, int], np.ndarray]


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of comparison."""

    title: str
    sittings: tuple[int, int]  #: of each side
    luck: Draws  #: of sittings, in units of NOISE
    unlike: float = 1.0  #: how many times the other's one side's sittings vary


def normal(random: Random, n: int) -> np.ndarray:
    return random.normal(size=n)


def heavy(random: Random, n: int) -> np.ndarray:
    """Student's t with 3 degrees of freedom."""
    return random.standard_t(3, n)


def cases() -> tuple[Case, ...]:
    sizes = ((2, 2), (3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (6, 6))
    lucks = ((normal, "normal"), (heavy, "heavy-tailed"))
    alike = [Case(f"{n} sittings against {m}, {name}", (n, m), luck) for luck, name in lucks for n, m in sizes]
    unlike = [Case(f"{n} sittings against {m}, one side's twice as far apart", (n, m), normal, 2) for n, m in sizes]
    return (*alike, *unlike)


CASES = cases()


def side(random: Random, case: Case, own: int, level: float) -> Side:
    """This side's sittings have even numbers, the other's odd ones."""
    count, width = case.sittings[own], NOISE * (case.unlike if own else 1.0)
    middles = np.repeat(width * case.luck(random, count), RUNS)
    values = 1000 * level * np.exp(middles + random.normal(0.0, NOISE, count * RUNS))
    return Side(tuple(values.tolist()), tuple((2.0 * np.repeat(np.arange(count), RUNS) + own).tolist()))


def comparison(random: Random, case: Case, fall: float) -> list[Judgement]:
    """The last row has fallen."""
    levels = [*[1.0] * (ROWS - 1), 1 + fall]
    return judgements(
        [Contrast(side(random, case, 0, level), side(random, case, 1, 1.0), "higher") for level in levels]
    )


def row(case: Case, comparisons: int, seed: int = SEED) -> str:
    random = np.random.default_rng([seed, CASES.index(case)])
    alike = [comparison(random, case, 0.0) for _ in range(comparisons)]
    fallen = [comparison(random, case, FALL) for _ in range(comparisons)]
    wrongly = sum(any(one.verdict in ("better", "worse") for one in rows) for rows in alike)
    rightly = sum(rows[-1].verdict == "worse" for rows in fallen)
    too_few = sum(rows[-1].verdict == "too few runs" for rows in fallen)
    shares = " | ".join(f"{100 * count / comparisons:.1f}%" for count in (wrongly, rightly, too_few))
    return f"| {case.title} | {shares} |\n"


def table(comparisons: int = COMPARISONS) -> str:
    head = (
        f"{comparisons:,} comparisons of {ROWS} rows, {RUNS} runs of each side in a sitting, seed {SEED}. Sittings "
        "differ as much as runs do, by 1%. One row falls by 20% where it is said to.\n\n"
        "| sittings of each side | some row called better or worse, wrongly | the row that fell called worse "
        "| called too few runs |\n|---|---|---|---|\n"
    )
    return head + "".join(row(case, comparisons) for case in CASES)
