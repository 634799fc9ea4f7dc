"""Whether two sides are shown to lie within a margin of each other: two one-sided tests (Schuirmann 1987).

Mann-Whitney tests against the baseline times 1 - margin and times 1 + margin, and Welch's t where it has to be heard;
for a shift in ratio, hence positive values only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from benchdb.domain.statistics import welch
from benchdb.domain.statistics.levels import SIGNIFICANCE, Pair, Values, stacked
from benchdb.domain.statistics.ranks import Which, mann_whitney_ps

Array = NDArray[np.float64]


def is_equivalent(values: Values, baseline: Values, margin: float) -> bool:
    """Whether `values` are shown to lie within `margin` (a fraction) of the baseline."""
    return are_equivalent([(values, baseline)], [margin])[0]


def are_equivalent(pairs: Sequence[Pair], margins: Sequence[float]) -> list[bool]:
    """Each pair within its own margin; those of equal sizes together."""
    results = [False] * len(pairs)
    alike: dict[tuple[int, int, float], list[int]] = defaultdict(list)
    for index, ((values, baseline), margin) in enumerate(zip(pairs, margins, strict=True)):
        if 0 < margin < 1 and min(len(values), len(baseline)) > 1 and min(*values, *baseline) > 0:
            alike[len(values), len(baseline), margin].append(index)
    for (*_, margin), indexes in alike.items():
        here, there = (stacked(pairs[index][side] for index in indexes) for side in (0, 1))
        p = np.maximum(one_sided(here, there * (1 + margin), "less"), one_sided(here, there * (1 - margin), "greater"))
        for index, is_within in zip(indexes, p <= SIGNIFICANCE, strict=True):
            results[index] = bool(is_within)
    return results


def one_sided(here: Array, there: Array, side: Which) -> Array:
    """The p of each row, that this side is not `side` than the other: the larger of both tests'."""
    logs = (np.log(here), np.log(there))
    return np.maximum(mann_whitney_ps(here, there, side), np.where(welch.is_heard(*logs), welch_ps(*logs, side), 0.0))


def welch_ps(here: Array, there: Array, side: Which) -> Array:
    one, other = welch.means(here), welch.means(there)
    deviation, freedom = welch.error(one, other)
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.nan_to_num((one.centre - other.centre) / deviation)
    return np.asarray(stdtr(freedom, distance if side == "less" else -distance))
