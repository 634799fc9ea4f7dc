"""How often the bootstrap's 95% intervals of a scaling law hold the truth, by simulation.

Runs are drawn from a known Universal Scalability Law with normal noise, fitted, and their intervals compared with it.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.scaling.bands import uncertainty
from benchdb.questions.scaling.fit import fit
from benchdb.questions.scaling.laws import USL, capacity, peak
from benchdb.questions.scaling.resample import Range, Sample

NS = (1, 18, 36, 72, 108, 144, 216)
ALPHA, BETA, GAMMA = 0.0277, 0.000104, 90.0
NOISE = 0.02  #: standard deviation over the mean
REPEATS = 300
RUNS = (2, 3, 5, 10)
NAMES = ("alpha", "beta", "peak")
SEED = 20070501


def held(runs: int, aggregation: str, random: np.random.Generator) -> dict[str, bool]:
    """Which intervals of one simulated table hold the truth."""
    truth = {"alpha": ALPHA, "beta": BETA, "peak": peak(ALPHA, BETA)}
    means = GAMMA * capacity(np.array(NS, dtype=float), ALPHA, BETA)
    rows = [tuple(map(float, mean * random.normal(1, NOISE, runs))) for mean in means]
    ids = random.integers(1, 2**31, (len(NS), runs)).tolist()
    samples = [Sample(n, row, tuple(numbers)) for n, row, numbers in zip(NS, rows, ids, strict=True)]
    protocol = AGGREGATIONS[aggregation]
    one = fit(USL, [(sample.n, protocol.of(sample.values)) for sample in samples])
    assert one
    ranges = uncertainty(one, samples, protocol, None)
    return {name: holds(getattr(ranges, name), value) for name, value in truth.items()}


def holds(interval: Range | None, value: float) -> bool:
    return interval is not None and interval.low <= value <= interval.high


def shares(aggregation: str, runs: int, tables: int) -> dict[str, float]:
    """Of so many made-up tables, the share whose interval of each name holds the truth."""
    random = np.random.default_rng([SEED, runs, len(aggregation)])
    counts: Counter[str] = Counter()
    for _ in range(tables):
        counts.update(name for name, is_held in held(runs, aggregation, random).items() if is_held)
    return {name: counts[name] / tables for name in NAMES}


def table(tables: int = REPEATS) -> str:
    text = "| protocol | runs at each N | α | β | peak |\n|---|---|---|---|---|\n"
    for name in ("median", "mean"):
        for runs in RUNS:
            cells = (f"{100 * share:.0f}%" for share in shares(name, runs, tables).values())
            text += f"| {name} | {runs} | {' | '.join(cells)} |\n"
    return text
