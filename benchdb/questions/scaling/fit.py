"""Points (N, throughput) -> a law's parameters by bounded least squares, and how well it fits. Pure, by SciPy.

Residuals are those of the throughput itself, not of its logarithm and not of N/X: each point counts by its size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import scipy

from benchdb.domain.columns import floats
from benchdb.questions.scaling.laws import LAWS, USL, Array, Law, capacity, peak

Pair = tuple[float, float]  #: N, throughput
Runs = tuple[float, Sequence[float]]  #: N, the throughput of each run there
Parameters = tuple[float, float, float]  #: alpha, beta, gamma over the largest throughput

TINY = 1e-9  #: a parameter nearer to its bound than this is on it
VISIBLE = 0.01  #: of the highest throughput; a smaller rise or fall is none
EVIDENCE = 2.0  #: differences of AICc below this tell little. Source: Burnham and Anderson 2002, section 2.6


@dataclass(frozen=True, slots=True)
class Fit:
    """A law with the parameters that the points give it."""

    law: str
    alpha: float
    beta: float  #: 0 for Amdahl's law
    gamma: float  #: throughput at N = 1, in the metric's base unit
    fixed_at: float | None  #: the N whose throughput the curve must hit; None = gamma is free
    points: int  #: that the parameters were chosen from
    r_squared: float | None  #: None where all points are equal
    aicc: float | None  #: of the runs' throughputs over the largest point; None with too few for it
    residuals: tuple[float, ...]  #: measured - fitted, in the order of N
    largest: float  #: the largest N measured
    smallest: float = 0.0  #: the smallest

    @property
    def known_law(self) -> Law:
        return LAWS[self.law]

    @property
    def parameters(self) -> int:
        return self.known_law.parameters(fixed=self.fixed_at is not None)

    @property
    def freedom(self) -> int:
        """Degrees of freedom: points beyond the parameters."""
        return self.points - self.parameters

    @property
    def peak(self) -> float | None:
        """The N of the highest throughput; None where the fit has none that one could see.

        It lies above the smallest N and within twice the largest, and the curve rises to it, and falls from it by the
        largest N, by VISIBLE at least: on flat or falling or just growing points a law has a peak by arithmetic alone.
        """
        highest = peak(self.alpha, self.beta)
        if not self.smallest < highest <= 2 * self.largest:
            return None
        first, top, last = self.throughput_at(np.array([self.smallest, highest, self.largest]))
        is_visible = first <= (1 - VISIBLE) * top and (highest >= self.largest or last <= (1 - VISIBLE) * top)
        return highest if is_visible else None

    @property
    def most(self) -> float | None:
        """The speed-up that no number of CPUs exceeds by Amdahl's law, 1 / alpha; None where there is no such limit."""
        return 1 / self.alpha if not self.known_law.has_coherency and self.alpha > 0 else None

    def throughput_at(self, n: Array) -> Array:
        return self.gamma * capacity(n, self.alpha, self.beta)


@dataclass(frozen=True, slots=True)
class Objective:
    """What is minimised: throughputs over their largest, so that their unit changes no step of the search."""

    law: Law
    n: Array
    y: Array
    fixed: Pair | None  #: a point that the curve must hit

    def unpacked(self, p: Array) -> tuple[float, float, float]:
        """(alpha, beta, gamma) of a parameter vector."""
        alpha = float(p[0])
        beta = float(p[1]) if self.law.has_coherency else 0.0
        if self.fixed is None:
            return alpha, beta, float(p[-1])
        n, y = self.fixed
        return alpha, beta, y / float(capacity(np.asarray(n), alpha, beta))

    def residuals(self, p: Array) -> Array:
        alpha, beta, gamma = self.unpacked(p)
        return np.asarray(gamma * capacity(self.n, alpha, beta) - self.y)

    @property
    def bounds(self) -> tuple[list[float], list[float]]:
        free = self.law.parameters(fixed=self.fixed is not None)
        return [0.0] * free, [1.0] + [np.inf] * (free - 1)

    def starts(self) -> list[list[float]]:
        """Where to begin: little and much contention, with the peak at the end of the range or beyond it."""
        first = float(np.max(self.y / self.n)) or 1.0
        reach = float(np.max(self.n)) ** 2
        coherencies = (1e-3 / reach, 1 / reach) if self.law.has_coherency else (None,)
        free = [first] if self.fixed is None else []
        return [[alpha, *([] if b is None else [b]), *free] for alpha in (0.01, 0.2, 0.6) for b in coherencies]


def searched(problem: Objective, begin: Sequence[float] | Array) -> tuple[float, Array]:
    """(cost, parameters) of the bounded search from one start."""
    steps = {"xtol": 1e-12, "ftol": 1e-12, "gtol": 1e-12}
    solution = scipy.optimize.least_squares(
        problem.residuals, begin, bounds=problem.bounds, x_scale="jac", max_nfev=400, **steps
    )
    return float(solution.cost), np.asarray(solution.x)


def best(problem: Objective) -> Array:
    """The parameters of the least squares over all starts."""
    return min((searched(problem, begin) for begin in problem.starts()), key=lambda trial: trial[0])[1]


def again(problem: Objective, begin: Array) -> Array:
    """The parameters for slightly other throughputs: a quick search, and a bounded one where that leaves the bounds."""
    solution, *_ = scipy.optimize.leastsq(problem.residuals, begin, full_output=True)
    low, high = problem.bounds
    inside = bool(np.all(solution >= low) and np.all(solution <= high))
    return (
        np.asarray(solution)
        if inside
        else searched(problem, np.clip(begin, np.add(low, TINY), np.subtract(high, TINY)))[1]
    )


def posed(law: Law, points: Sequence[Pair], fixed: Pair | None) -> tuple[Objective, float] | None:
    """The problem and the scale of its throughputs; None where the points are fewer than the parameters."""
    free = [pair for pair in sorted(points) if fixed is None or pair[0] != fixed[0]]
    scale = max((x for _, x in points), default=0.0)
    if len(free) < law.parameters(fixed=fixed is not None) or scale <= 0:
        return None
    n, y = (np.array(column, dtype=float) for column in zip(*free, strict=True))
    return Objective(law, n, y / scale, None if fixed is None else (fixed[0], fixed[1] / scale)), scale


@lru_cache(maxsize=1_000)
def parameters_of(law: Law, points: tuple[Pair, ...], fixed: Pair | None) -> tuple[Objective, float, Parameters] | None:
    """The problem, its scale and what solves it. Remembered: pages ask for the same curves again and again."""
    if (posed_problem := posed(law, points, fixed)) is None:
        return None
    problem, scale = posed_problem
    return problem, scale, on_bounds(problem.unpacked(best(problem)))


def fit(law: Law, points: Sequence[Pair], fixed: Pair | None = None, runs: Sequence[Runs] = ()) -> Fit | None:
    """The law that comes nearest to the points; one point per N. None where they are fewer than the parameters.

    `runs` are the single runs behind the points; where they repeat, AICc counts them instead of the points.
    """
    if (solved := parameters_of(law, tuple(points), fixed)) is None:
        return None
    problem, scale, (alpha, beta, gamma) = solved
    n, x = (np.array(column, dtype=float) for column in zip(*sorted(points), strict=True))
    left = (x / scale - gamma * capacity(n, alpha, beta)) if scale else x
    return Fit(
        law=law.name,
        alpha=alpha,
        beta=beta,
        gamma=gamma * scale,
        fixed_at=None if fixed is None else fixed[0],
        points=len(problem.n),
        r_squared=r_squared(x / scale, left),
        aicc=evidence(problem, scale, (alpha, beta, gamma), runs),
        residuals=tuple(float(residual) for residual in left * scale),
        largest=float(n[-1]),
        smallest=float(n[0]),
    )


def evidence(problem: Objective, scale: float, parameters: Parameters, runs: Sequence[Runs]) -> float | None:
    """AICc of the parameters, over the runs where there are more of them than points."""
    alpha, beta, gamma = parameters
    counted = [(n, floats(x)) for n, x in runs if problem.fixed is None or n != problem.fixed[0]]
    ns, counts = np.array([n for n, _ in counted], float), [len(x) for _, x in counted]
    if sum(counts) > len(problem.n):
        left = np.repeat(-gamma * capacity(ns, alpha, beta), counts)
        left += np.concatenate([x for _, x in counted]) / scale
    else:
        left = problem.y - gamma * capacity(problem.n, alpha, beta)
    squares = float(np.sum(np.square(left, out=left)))
    return aicc(squares, len(left), problem.law.parameters(fixed=problem.fixed is not None))


def on_bounds(parameters: tuple[float, float, float]) -> tuple[float, float, float]:
    alpha, beta, gamma = parameters
    alpha = 0.0 if alpha < TINY else 1.0 if alpha > 1 - TINY else alpha
    return alpha, 0.0 if beta < TINY**1.5 else beta, gamma


def r_squared(x: Array, left: Array) -> float | None:
    """1 - residual over total sum of squares."""
    total = float(np.sum((x - np.mean(x)) ** 2))
    return 1 - float(np.sum(left**2)) / total if total > 0 else None


def aicc(squares: float, points: int, parameters: int) -> float | None:
    """Akaike's criterion, corrected for small samples (Hurvich and Tsai 1989); the noise's variance is a parameter too.

    Needs two points more than that; None with fewer.
    """
    k = parameters + 1
    if points - k - 1 <= 0:
        return None
    return points * math.log(max(squares, 1e-30) / points) + 2 * k + 2 * k * (k + 1) / (points - k - 1)


def preferred(amdahl: Fit | None, usl: Fit | None, *, falls: bool = False) -> str:
    """The name of the law that AICc prefers; "" where it cannot tell, or is not defined.

    Where throughput `falls`, which Amdahl's law cannot do, a preference for it says only that the points are few: "".
    """
    if amdahl is None or usl is None or amdahl.aicc is None or usl.aicc is None:
        return ""
    if abs(amdahl.aicc - usl.aicc) < EVIDENCE:
        return ""
    if usl.aicc < amdahl.aicc:
        return USL.name
    return "" if falls else amdahl.law
