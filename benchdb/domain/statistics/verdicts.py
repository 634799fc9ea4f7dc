"""What one side is against the other, in a word. What a question knows besides the numbers can take
a verdict back, to "no evidence" or "not comparable", and never makes one."""

from __future__ import annotations

from typing import Literal

from benchdb.domain.metrics import Better
from benchdb.domain.statistics.effects import cliffs_delta
from benchdb.domain.statistics.levels import SIGNIFICANCE, Values

Verdict = Literal[
    "better",
    "worse",
    "differs",  # and the metric has no better direction
    "no evidence",
    "equivalent",
    "too few runs",
    "cannot be told from drift",
    "not comparable",
]


def verdict(
    values: Values,
    baseline: Values,
    better: Better,
    *,
    comparable: bool,
    q: float | None,
    equivalent: bool = False,
    is_drift: bool = False,
    is_out_of_reach: bool = False,
    delta: float | None = None,
) -> Verdict:
    """What `values` are against `baseline`. `q` is the adjusted p, None where no test can reach 5%.

    `delta` is Cliff's, where the caller has it; `equivalent` where both are shown to lie within a margin, `is_drift`
    where a drift could be the difference, `is_out_of_reach` where no runs of these sizes could have brought q to 5%
    among so many tests. A metric that has no better direction is never better or worse.
    """
    if not comparable:
        return "not comparable"
    if q is None:
        return "too few runs"
    if equivalent:
        return "equivalent"
    if q > SIGNIFICANCE:
        return "too few runs" if is_out_of_reach else "no evidence"
    if is_drift:
        return "cannot be told from drift"
    if better == "neither":
        return "differs"
    rises = (cliffs_delta(values, baseline) if delta is None else delta) > 0
    return "better" if rises == (better == "higher") else "worse"
