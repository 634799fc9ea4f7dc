"""How often the interval of each aggregation holds the truth, by the number of runs a side."""

from __future__ import annotations

import math

import numpy as np

from benchdb.domain.statistics import AGGREGATIONS, change_intervals

CELLS = 10_000
SEED = 20_261_123
SIZES = ((2, 2), (3, 3), (4, 4), (5, 5), (7, 7), (10, 10), (40, 40), (3, 10), (4, 20))
NOISE = 0.05


def covered(aggregation: str, n: int, m: int, cells: int = CELLS) -> float | None:
    """The share of intervals that hold 0, of equal sides; None where none is shown."""
    random = np.random.default_rng([SEED, n, m])
    sigma = math.sqrt(math.log1p(NOISE**2))
    here, there = (random.lognormal(0.0, sigma, (cells, size)).tolist() for size in (n, m))
    intervals = [interval for interval in change_intervals([*zip(here, there, strict=True)], aggregation) if interval]
    return sum(low <= 0 <= high for low, high in intervals) / len(intervals) if intervals else None


def cell(share: float | None) -> str:
    return "none" if share is None else f"{100 * share:.1f}%"


def table(cells: int = CELLS) -> str:
    sizes = " | ".join(f"{n}" if n == m else f"{n} against {m}" for n, m in SIZES)
    head = f"{cells:,} cells of each kind, seed {SEED}, noise 5%.\n\n| runs per side | {sizes} |\n"
    head += f"|---{'|---' * len(SIZES)}|\n"
    rows = (
        f"| {aggregation.title} | {' | '.join(cell(covered(name, n, m, cells)) for n, m in SIZES)} |\n"
        for name, aggregation in AGGREGATIONS.items()
    )
    return head + "".join(rows)
