"""A law and the runs at each N -> how far beside it they lie, where they lie farther than they vary. Pure.

The F test for lack of fit (Fisher 1922; Draper and Smith 1998, section 2.1), in logarithms, of the law that comes
nearest to the runs' means: what these leave over, per degree of freedom, against what runs of one N vary by.
"""

from __future__ import annotations

import numpy as np
import scipy

from benchdb.questions.scaling.contrasts import Contrasts
from benchdb.questions.scaling.fit import TINY, Fit
from benchdb.questions.scaling.laws import Array, capacity

LEVEL = 0.01  #: of the test
VISIBLE = 0.05  #: of a point; a law that misses all by less describes them, however little they vary


def missed_by(fit: Fit, ns: Array, runs: Contrasts) -> float | None:
    """The largest share of a point by which the law misses it; None where it fits, or nobody can tell.

    Nobody can where no run repeats, the law passes through as many points as it has parameters, or a point is not above
    0. Where one point is fixed the law is still free here: it misses if no such law fits.
    """
    freedom = len(ns) - fit.known_law.parameters(fixed=False)
    if freedom < 1 or not runs.freedom or not runs.is_log:
        return None
    beside, squares = nearest(fit, ns, runs)
    every = float((runs.counts - 1).sum())
    noise = float(runs.squares.sum()) / every
    missed = float(np.abs(np.expm1(beside)).max())
    is_shown = squares / freedom > noise * float(scipy.special.fdtri(freedom, every, 1 - LEVEL))
    return missed if is_shown and missed >= VISIBLE else None


def nearest(fit: Fit, ns: Array, runs: Contrasts) -> tuple[Array, float]:
    """What the law leaves over of the means' logarithms, and the sum of its squares, each run counted."""
    weights, has_coherency = np.sqrt(runs.counts), fit.known_law.has_coherency

    def residuals(p: Array) -> Array:
        beta = p[1] if has_coherency else 0.0
        return np.asarray(weights * (np.log(p[-1] * fit.gamma * capacity(ns, p[0], beta)) - runs.means))

    coherency = [max(fit.beta, TINY**1.5)] if has_coherency else []
    begin = [min(max(fit.alpha, TINY), 1 - TINY), *coherency, 1.0]
    bounds = ([0.0, *(0.0 for _ in coherency), TINY], [1.0, *(np.inf for _ in coherency), np.inf])
    solution = scipy.optimize.least_squares(residuals, begin, bounds=bounds, x_scale="jac")
    return np.asarray(solution.fun / weights), float(2 * solution.cost)
