"""The two laws of scaling, as functions. Pure.

Amdahl's law (Amdahl 1967): X(N) = gamma N / (1 + alpha (N - 1)).
Universal Scalability Law (Gunther 1993, 2007): X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1)).
gamma is the throughput at N = 1, alpha the contention (the share that is done one at a time), beta the coherency
(what each pair costs to agree). Amdahl's law is the Universal Scalability Law with beta = 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Law:
    """One law; its parameters are alpha, then beta where it has one, then gamma where that is not fixed."""

    name: str
    title: str
    spoken: str  #: in a sentence
    short: str
    formula: str
    has_coherency: bool

    def parameters(self, *, fixed: bool) -> int:
        """How many numbers the fit may choose."""
        return 1 + self.has_coherency + (not fixed)


AMDAHL = Law("amdahl", "Amdahl's law", "Amdahl's law", "Amdahl", "X(N) = γN / (1 + α(N − 1))", has_coherency=False)
USL = Law(
    "usl",
    "Universal Scalability Law",
    "the Universal Scalability Law",
    "USL",
    "X(N) = γN / (1 + α(N − 1) + βN(N − 1))",
    has_coherency=True,
)
LAWS = {law.name: law for law in (AMDAHL, USL)}


def capacity(n: Array, alpha: float, beta: float) -> Array:
    """Throughput over that at N = 1."""
    return np.asarray(n / (1 + alpha * (n - 1) + beta * n * (n - 1)))


def peak(alpha: float, beta: float) -> float:
    """The N of the highest throughput, sqrt((1 - alpha) / beta); infinite without coherency. Source: Gunther 2007."""
    return math.sqrt((1 - alpha) / beta) if beta > 0 else math.inf
