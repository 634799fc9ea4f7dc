"""How much numbers resemble those before them, by their steps: no level beside which they lie is needed. Pure."""

from __future__ import annotations

import numpy as np

from benchdb.questions.history.level_changes.strengths import Array

RESEMBLANCE = 1.28  #: standard errors from which neighbours resemble each other
SMALLER_STEPS = 0.8  #: the share of the steps from number to number that is no change
MOST_RESEMBLANCE = 0.95


def share_by_steps(values: Array) -> float:
    """Where each number holds a share of the one before it, squared steps over two are larger by this share."""
    near, far = (np.sort((values[lag:] - values[:-lag]) ** 2) for lag in (1, 2))
    small, large = (float(steps[: int(SMALLER_STEPS * len(steps))].mean()) for steps in (near, far))
    return large / small - 1 if small else 0.0
