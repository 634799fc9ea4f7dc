"""How a series of the recordings of two sides differs: how clear the difference is, and whether it drifts. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

SCALE = 1.4826  #: median absolute deviation -> standard deviation, of normal values. Source: Rousseeuw and Croux 1993
FLOOR = 0.01  #: of the larger median: what varies less is taken to vary so much, or every trifle would rank first
FEWEST_TO_DRIFT = 3  #: runs on each side, below which nothing can be said to drift
DRIFTING = 0.8  #: Kendall's tau of a series' means with the times of their runs, on both sides
Key = tuple[str, str]  #: (metric, item)


@dataclass(frozen=True, slots=True)
class RunMean:
    """One series inside the window of one run."""

    mean: float
    mad: float  #: of its samples
    low: float = 0.0
    high: float = 0.0
    started_at: float = 0.0  #: when the run began, seconds since 1970; 0 = unknown

    @property
    def deviation(self) -> float:
        """Of the samples, robust; where most of them are equal, a quarter of their range (Hozo et al. 2005)."""
        return SCALE * self.mad or (self.high - self.low) / 4

    def over(self, divisor: float) -> RunMean:
        """The same for each of `divisor` requests or processors."""
        numbers = {name: getattr(self, name) / divisor for name in ("mean", "mad", "low", "high")}
        return replace(self, **numbers)


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
    is_drift: bool = False  #: it also rose, or fell, from run to run inside both sides
    per: str = ""  #: "request", "CPU": what the values were divided by

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
    listed = [effect(key, baseline[key], here[key], units.get(key, "")) for key in baseline.keys() & here.keys()]
    return sorted(listed, key=clearest_first)


def clearest_first(difference: Effect) -> tuple[float, str, str]:
    return -abs(difference.effect), difference.metric, difference.item


def effect(key: Key, baseline: Sequence[RunMean], here: Sequence[RunMean], unit: str) -> Effect:
    one, other = (float(np.median([run.mean for run in side])) for side in (baseline, here))
    pooled = float(np.sqrt((deviation(baseline) ** 2 + deviation(here) ** 2) / 2))
    pooled = max(pooled, FLOOR * max(abs(one), abs(other)))
    size = (other - one) / pooled if pooled else 0.0
    return Effect(*key, unit, one, other, (len(baseline), len(here)), size, drifts(baseline, here))


def deviation(side: Iterable[RunMean]) -> float:
    """The larger of the robust deviation between the runs and the usual one inside them."""
    means = np.array([run.mean for run in side])
    between = float(np.median(np.abs(means - np.median(means)))) if len(means) > 1 else 0.0
    return max(SCALE * between, float(np.median([run.deviation for run in side])))


def drifts(baseline: Sequence[RunMean], here: Sequence[RunMean]) -> bool:
    """Whether the difference goes on what happened inside both sides from run to run: time explains it as well."""
    if min(len(baseline), len(here)) < FEWEST_TO_DRIFT or not all(run.started_at for run in (*baseline, *here)):
        return False
    trends = tau(baseline), tau(here)
    later = np.median([run.started_at for run in here]) - np.median([run.started_at for run in baseline])
    more = np.median([run.mean for run in here]) - np.median([run.mean for run in baseline])
    direction = float(np.sign(later) * np.sign(more))
    return all(trend * direction >= DRIFTING for trend in trends)


def tau(side: Sequence[RunMean]) -> float:
    """Kendall's tau (a) of the means with the times of their runs: 1 where each run has more than the one before."""
    order = np.array([[run.started_at, run.mean] for run in side])
    signs = np.sign(order[:, None, :] - order[None, :, :])
    pairs = len(side) * (len(side) - 1)
    return float((signs[..., 0] * signs[..., 1]).sum() / pairs) if pairs else 0.0
