"""How the recordings of two sides differ, the clearest difference first. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

SCALE = 1.4826  #: median absolute deviation -> standard deviation, of normal values. Source: Rousseeuw and Croux 1993
FLOOR = 0.01  #: of the larger median: what varies less is taken to vary so much, or every trifle would rank first
Key = tuple[str, str]  #: (metric, item)


@dataclass(frozen=True, slots=True)
class RunMean:
    """One series inside the window of one run."""

    mean: float
    mad: float  #: of its samples
    low: float = 0.0
    high: float = 0.0

    @property
    def deviation(self) -> float:
        """Of the samples, robust; where most of them are equal, a quarter of their range (Hozo et al. 2005)."""
        return SCALE * self.mad or (self.high - self.low) / 4


@dataclass(frozen=True, slots=True)
class Effect:
    """One series on both sides."""

    metric: str
    item: str
    unit: str
    baseline: float  #: median over the runs of their means
    here: float
    runs: tuple[int, int]  #: on the baseline's side, on this one
    effect: float  #: difference over the pooled deviation

    @property
    def change(self) -> float | None:
        """Relative; None where the baseline is 0."""
        return self.here / self.baseline - 1 if self.baseline else None


def effects(
    baseline: Mapping[Key, Sequence[RunMean]], here: Mapping[Key, Sequence[RunMean]], units: Mapping[Key, str]
) -> list[Effect]:
    """One for each series that both sides have, the largest absolute effect first.

    The effect is the difference of the medians over the pooled robust deviation (a robust form of Cohen's d). A side's
    deviation is the larger of that between its runs and that inside them, for few runs say little of the former.
    """
    found = [effect(key, baseline[key], here[key], units.get(key, "")) for key in baseline.keys() & here.keys()]
    return sorted(found, key=lambda each: (-abs(each.effect), each.metric, each.item))


def effect(key: Key, baseline: Sequence[RunMean], here: Sequence[RunMean], unit: str) -> Effect:
    one, other = (float(np.median([run.mean for run in side])) for side in (baseline, here))
    pooled = float(np.sqrt((deviation(baseline) ** 2 + deviation(here) ** 2) / 2))
    pooled = max(pooled, FLOOR * max(abs(one), abs(other)))
    size = (other - one) / pooled if pooled else 0.0
    return Effect(key[0], key[1], unit, one, other, (len(baseline), len(here)), size)


def deviation(side: Iterable[RunMean]) -> float:
    """The larger of the robust deviation between the runs and the usual one inside them."""
    means = np.array([run.mean for run in side])
    between = float(np.median(np.abs(means - np.median(means)))) if len(means) > 1 else 0.0
    return max(SCALE * between, float(np.median([run.deviation for run in side])))
