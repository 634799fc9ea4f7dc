"""How often the bootstrap's 95% intervals hold the truth, by simulation: `python -m benchdb.scaling.coverage`.

Runs are drawn from a known Universal Scalability Law with normal noise, fitted, and their intervals compared with it.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from benchdb.scaling.bands import uncertainty
from benchdb.scaling.fit import fit
from benchdb.scaling.laws import USL, capacity, peak
from benchdb.scaling.resample import Range, Sample
from benchdb.stats import PROTOCOLS

NS = (1, 18, 36, 72, 108, 144, 216)
ALPHA, BETA, GAMMA = 0.0277, 0.000104, 90.0
NOISE = 0.02  #: standard deviation over the mean
REPEATS = 300
RUNS = (2, 3, 5, 10)
NAMES = ("alpha", "beta", "peak")
SEED = 20070501


def held(runs: int, name: str, random: np.random.Generator) -> dict[str, bool]:
    """Which intervals of one simulated table hold the truth."""
    truth = {"alpha": ALPHA, "beta": BETA, "peak": peak(ALPHA, BETA)}
    means = GAMMA * capacity(np.array(NS, dtype=float), ALPHA, BETA)
    rows = [tuple(map(float, mean * random.normal(1, NOISE, runs))) for mean in means]
    ids = random.integers(1, 2**31, (len(NS), runs)).tolist()
    samples = [Sample(n, row, tuple(each)) for n, row, each in zip(NS, rows, ids, strict=True)]
    protocol = PROTOCOLS[name].of
    one = fit(USL, [(each.n, protocol(each.values)) for each in samples])
    assert one
    told = uncertainty(one, samples, protocol, None)
    return {name: holds(getattr(told, name), value) for name, value in truth.items()}


def holds(found: Range | None, value: float) -> bool:
    return found is not None and found.low <= value <= found.high


def main() -> None:
    random = np.random.default_rng(SEED)
    for protocol in ("median", "mean"):
        for runs in RUNS:
            counts: Counter[str] = Counter()
            for _ in range(REPEATS):
                counts.update(name for name, is_held in held(runs, protocol, random).items() if is_held)
            print(protocol, runs, *(f"{name} {100 * counts[name] / REPEATS:.0f}%" for name in NAMES))


if __name__ == "__main__":
    main()
