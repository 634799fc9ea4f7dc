"""What a test must reach, and how many runs it takes at the least."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

SIGNIFICANCE = 0.05
POWER = 0.8
FEWEST = 4  #: runs on each side with which the exact test can reach 5% at all

Values = Sequence[float]
Pair = tuple[Values, Values]  #: (values, baseline)
Interval = tuple[float, float]


def stacked(samples: Iterable[Values]) -> NDArray[np.float64]:
    """Samples of one size as the rows of an array."""
    return np.stack([np.asarray(values, float) for values in samples])
