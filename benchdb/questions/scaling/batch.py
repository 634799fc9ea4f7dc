"""Many resamples of one curve -> the parameters of each, all at once. Pure.

Levenberg-Marquardt (Marquardt 1963) with bounds by projection, the same step taken for every resample in one NumPy
operation: SciPy would be called once per resample, and twelve curves would take many seconds. The tests hold it to
what SciPy's bounded search finds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchdb.questions.scaling.laws import Array, Law

STEPS = 100
DAMPING = 1e-3
ENOUGH = 1e-12  #: a step that gains less than this share of the squares is the last


@dataclass(frozen=True, slots=True)
class Batch:
    """Throughputs ys[resample, point] at n[point]; `fixed` is (N, its throughput in each resample) to be hit."""

    law: Law
    n: Array
    ys: Array
    fixed: tuple[float, Array] | None

    def modelled(self, p: Array) -> tuple[Array, Array]:
        """(throughputs[resample, point], their derivatives[resample, point, parameter])"""
        alpha = p[:, :1]
        beta = p[:, 1:2] if self.law.has_coherency else np.zeros_like(alpha)
        linear, square = self.n - 1, self.n * (self.n - 1)
        below = 1 + alpha * linear + beta * square
        if self.fixed is None:
            x = p[:, -1:] * self.n / below
            by_alpha, by_beta = -x * linear / below, -x * square / below
        else:
            reference, hit = self.fixed
            there = 1 + alpha * (reference - 1) + beta * reference * (reference - 1)
            x = hit[:, None] * (self.n / below) * (there / reference)
            by_alpha = x * ((reference - 1) / there - linear / below)
            by_beta = x * (reference * (reference - 1) / there - square / below)
        slopes = [by_alpha, *([by_beta] if self.law.has_coherency else [])]
        slopes += [self.n / below] if self.fixed is None else []
        return x, np.stack(slopes, axis=2)


def refitted(batch: Batch, begin: Array) -> Array:
    """The parameters of every resample, sought from `begin`: alpha, then beta and gamma where they are free."""
    high = np.array([1.0] + [np.inf] * (len(begin) - 1))
    p = np.tile(begin, (len(batch.ys), 1))
    damping = np.full(len(p), DAMPING)
    x, slopes = batch.modelled(p)
    squares = ((x - batch.ys) ** 2).sum(axis=1)
    for _ in range(STEPS):
        tried = np.clip(p + step(p, x - batch.ys, slopes, damping, high), 0, high)
        there, there_slopes = batch.modelled(tried)
        left = ((there - batch.ys) ** 2).sum(axis=1)
        is_better = left < squares
        is_done = bool(np.all(np.where(is_better, squares - left, 0) <= ENOUGH * squares)) and bool(np.all(damping > 1))
        p[is_better], x[is_better], slopes[is_better] = tried[is_better], there[is_better], there_slopes[is_better]
        squares = np.where(is_better, left, squares)
        damping = np.clip(np.where(is_better, damping / 10, damping * 10), 1e-12, 1e9)
        if is_done:
            break
    return np.asarray(p)


def step(p: Array, off: Array, slopes: Array, damping: Array, high: Array) -> Array:
    """The damped step of each resample; a parameter on its bound that would leave it stays."""
    gradient = np.einsum("rmk,rm->rk", slopes, off)
    normal = np.einsum("rmk,rml->rkl", slopes, slopes)
    stays = ((p <= 0) & (gradient > 0)) | ((p >= high) & (gradient < 0))
    free = ~stays
    normal = normal * free[:, :, None] * free[:, None, :]
    diagonal = np.einsum("rkk->rk", normal)
    damped = np.where(stays | (diagonal <= 0), 1.0, diagonal * (1 + damping[:, None]))
    diagonal_index = np.arange(p.shape[1])
    normal[:, diagonal_index, diagonal_index] = damped
    return np.asarray(np.linalg.solve(normal, -(gradient * free)[:, :, None])[:, :, 0])
