"""What numbers say of each other: protocols, spread, change, verdict. Pure; statistics from SciPy.

Samples are runs. Verdicts are made here and nowhere else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.stats import mannwhitneyu

from benchdb.metrics import Better

#: Stored with every frozen comparison. Raised whenever the same runs give another number or verdict.
VERSION = "1"

SIGNIFICANCE = 0.05

Verdict = Literal["better", "worse", "no evidence", "too few runs", "not comparable"]


def zones_protocol(values: Sequence[float]) -> float:
    """First run dropped, then the best and the worst; the mean of the rest. Needs 4 runs; nan with fewer.

    Source: the Solaris zones study of October 2007, which runs each load 5 times and publishes the mean of 2.
    `values` must be in the order of the trials.
    """
    rest = sorted(values[1:])[1:-1]
    return float(np.mean(rest)) if rest else math.nan


@dataclass(frozen=True, slots=True)
class Protocol:
    """How several runs of one setup become one number."""

    name: str
    title: str
    of: Callable[[Sequence[float]], float]  #: runs in the order of their trials -> the number; nan if too few
    needs: int = 1  #: runs


PROTOCOLS = {
    protocol.name: protocol
    for protocol in (
        Protocol("median", "Median of all runs", lambda values: float(np.median(values))),
        Protocol("mean", "Mean of all runs", lambda values: float(np.mean(values))),
        Protocol("peak", "Highest run", lambda values: float(np.max(values))),
        Protocol("zones", "First, best and worst dropped, mean of the rest", zones_protocol, 4),
    )
}


def spread(values: Sequence[float]) -> float | None:
    """Sample standard deviation over the mean (coefficient of variation). None for one run, or a mean of 0."""
    if len(values) < 2:
        return None
    mean = float(np.mean(values))
    return float(np.std(values, ddof=1)) / abs(mean) if mean else None


def ratio(value: float, baseline: float) -> float | None:
    """`value` over `baseline`; None where the baseline is 0 or either is not a number."""
    if not baseline or not (math.isfinite(value) and math.isfinite(baseline)):
        return None
    return value / baseline


def smallest_p(n: int, m: int) -> float:
    """The smallest two-sided p that the exact Mann-Whitney test can give for n against m runs: 2 / C(n+m, n)."""
    return min(1.0, 2 / math.comb(n + m, n))


def verdict(values: Sequence[float], baseline: Sequence[float], better: Better, *, comparable: bool) -> Verdict:
    """What `values` are against `baseline`: Mann-Whitney U, two-sided, exact for small samples without ties.

    A metric that has no better direction is never better or worse. Source: Mann and Whitney 1947; scipy.stats.
    """
    if not comparable:
        return "not comparable"
    if smallest_p(len(values), len(baseline)) > SIGNIFICANCE:
        return "too few runs"
    if better == "neither" or float(mannwhitneyu(values, baseline).pvalue) > SIGNIFICANCE:
        return "no evidence"
    rises = float(np.median(values)) > float(np.median(baseline))
    return "better" if rises == (better == "higher") else "worse"
