"""A Fit and the runs behind it -> how far its parameters and its curve could lie elsewhere. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.scaling.fit import Fit, Pair, again, posed
from benchdb.scaling.laws import Array, capacity, peak
from benchdb.scaling.resample import Basis, Protocol, Range, Sample, basis, resamples, spread

STEPS = 60  #: points of a drawn curve


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """What other samples would have given."""

    how: Basis
    alpha: Range | None = None
    beta: Range | None = None
    gamma: Range | None = None
    peak: Range | None = None  #: infinite where a sample's curve has none
    band: tuple[Range, ...] = ()  #: of the curve, at `grid`; only from a bootstrap


def grid(fit: Fit, lowest: float) -> Array:
    """Where curves are drawn: over the measured range, and on to the peak where that lies beyond it."""
    furthest = max(fit.largest, 1.1 * (fit.peak or 0.0))
    return np.linspace(lowest, furthest, STEPS)


def uncertainty(fit: Fit, samples: Sequence[Sample], protocol: Protocol, fixed: Pair | None) -> Uncertainty:
    """The fit's parameters over all resamples. Leaving a point out needs one more than there are parameters."""
    how = basis(samples, fit.parameters + 1 + (fixed is not None))
    drawn = Counter(resamples(samples, protocol, how))  # few runs give few distinct samples: each is fitted once
    kept = [each for points, times in drawn.items() if (each := parameters(fit, points, fixed)) for _ in range(times)]
    if not kept:
        return Uncertainty("none")
    alphas, betas, gammas = (list(each) for each in zip(*kept, strict=True))
    return Uncertainty(
        how=how,
        alpha=spread(alphas, how),
        beta=spread(betas, how),
        gamma=spread(gammas, how),
        peak=spread([peak(alpha, beta) for alpha, beta, _ in kept], how),
        band=band(kept, grid(fit, min(sample.n for sample in samples))) if how == "bootstrap" else (),
    )


def band(kept: Sequence[tuple[float, float, float]], at: Array) -> tuple[Range, ...]:
    """The middle 95% of the resamples' curves, at each N of the grid."""
    curves = np.array([gamma * capacity(at, alpha, beta) for alpha, beta, gamma in kept])
    found = (spread(column, "bootstrap") for column in curves.T.tolist())
    return tuple(each for each in found if each)


def parameters(fit: Fit, points: Sequence[Pair], fixed: Pair | None) -> tuple[float, float, float] | None:
    """(alpha, beta, gamma) of one resample, sought from the fit's own."""
    held = fixed and next((pair for pair in points if pair[0] == fixed[0]), fixed)
    if (asked := posed(fit.known_law, points, held)) is None:
        return None
    problem, scale = asked
    begin = [fit.alpha, *([fit.beta] if fit.known_law.has_coherency else [])]
    begin += [fit.gamma / scale] if held is None else []
    alpha, beta, gamma = problem.unpacked(again(problem, np.array(begin)))
    return alpha, beta, gamma * scale
