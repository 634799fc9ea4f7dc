"""A Fit and the runs behind it -> how far its parameters and its curve could lie elsewhere. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.domain.statistics.aggregations import Aggregation
from benchdb.questions.scaling.batch import Batch, refitted
from benchdb.questions.scaling.fit import Fit, Pair, again, posed
from benchdb.questions.scaling.laws import Array, capacity, peak
from benchdb.questions.scaling.resample import Basis, Drawn, Range, Sample, basis, resampled, spread

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


def uncertainty(fit: Fit, samples: Sequence[Sample], aggregation: Aggregation, fixed: Pair | None) -> Uncertainty:
    """The fit's parameters over all resamples. Leaving a point out needs one more than there are parameters."""
    how = basis(samples, fit.parameters + 1 + (fixed is not None))
    drawn = resampled(samples, aggregation, how)
    fits = at_once(fit, drawn[0], fixed) if how == "bootstrap" else one_by_one(fit, drawn, fixed)
    if not len(fits):
        return Uncertainty("none")
    alphas, betas, gammas = fits.T
    return Uncertainty(
        how=how,
        alpha=spread(alphas, how),
        beta=spread(betas, how),
        gamma=spread(gammas, how),
        peak=spread([peak(alpha, beta) for alpha, beta in zip(alphas, betas, strict=True)], how),
        band=band(fits, grid(fit, min(sample.n for sample in samples))) if how == "bootstrap" else (),
    )


def band(fits: Array, ns: Array) -> tuple[Range, ...]:
    """The middle 95% of the resamples' curves, at each N of the grid."""
    alphas, betas, gammas = (column[:, None] for column in fits.T)
    curves = gammas * ns / (1 + alphas * (ns - 1) + betas * ns * (ns - 1))
    low, high = np.percentile(curves, (2.5, 97.5), axis=0, method="inverted_cdf")
    return tuple(map(Range, low.tolist(), high.tolist()))


def at_once(fit: Fit, drawn: Drawn, fixed: Pair | None) -> Array:
    """(alpha, beta, gamma) of each resample."""
    n = drawn.n
    scale = fit.gamma * float(np.max(capacity(n, fit.alpha, fit.beta))) or 1.0
    ys = drawn.ys / scale
    law = fit.known_law
    if fixed is None:
        p = refitted(Batch(law, n, ys, None), np.array([*coefficients(fit), fit.gamma / scale]))
        return np.column_stack([p[:, 0], p[:, 1] if law.has_coherency else 0 * p[:, 0], p[:, -1] * scale])
    kept = n != fixed[0]
    hit = np.full(len(ys), fixed[1] / scale) if kept.all() else ys[:, ~kept][:, 0]
    p = refitted(Batch(law, n[kept], ys[:, kept], (fixed[0], hit)), np.array(coefficients(fit)))
    alpha, beta = p[:, 0], p[:, 1] if law.has_coherency else 0 * p[:, 0]
    one = fixed[0]
    return np.column_stack([alpha, beta, hit * scale * (1 + alpha * (one - 1) + beta * one * (one - 1)) / one])


def coefficients(fit: Fit) -> list[float]:
    return [fit.alpha, *([fit.beta] if fit.known_law.has_coherency else [])]


def one_by_one(fit: Fit, drawn: Sequence[Drawn], fixed: Pair | None) -> Array:
    """(alpha, beta, gamma) of each resample that still has enough points."""
    every = (zip(curves.n.tolist(), y, strict=True) for curves in drawn for y in curves.ys.tolist())
    fits = (parameters(fit, [*points], fixed) for points in every)
    return np.array([triple for triple in fits if triple])


def parameters(fit: Fit, points: Sequence[Pair], fixed: Pair | None) -> tuple[float, float, float] | None:
    """(alpha, beta, gamma) of one resample, sought from the fit's own."""
    held = fixed and next((pair for pair in points if pair[0] == fixed[0]), fixed)
    if (posed_problem := posed(fit.known_law, points, held)) is None:
        return None
    problem, scale = posed_problem
    begin = [*coefficients(fit), *([fit.gamma / scale] if held is None else [])]
    alpha, beta, gamma = problem.unpacked(again(problem, np.array(begin)))
    return alpha, beta, gamma * scale
