"""What the machines of two sides did otherwise: what a request cost, and which series differ. Values, no text. Pure.

A side that answers more requests also does more of everything in a second. So rates are compared per request, and the
run queue per CPU, wherever every run of both sides knows the divisor: what is left explains.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from benchdb.domain.activity.coverage import Coverage
from benchdb.domain.activity.derived import DERIVED
from benchdb.domain.activity.effects import Effect, Key, RunMean, clearest_first, effects
from benchdb.domain.metrics import Metric, metric

FIRST = 12  #: differences shown at once
SMALLEST = 0.5  #: effect below which a difference is not worth a line among the first
#: Standard errors below which it may be noise: of series that do not differ, 2 to 6% go beyond with 2 to 5 runs a side.
CLEAR = 3.0
PER_REQUEST = {"1/s": "count", "B/s": "B", "s/s": "s"}  #: unit of a rate -> of the same per request
#: Of a request, less than which is what the machine does beside it: a process started once in a second is half of one
#: for each request where twice as many are answered.
TRIFLES = {"count": 0.01, "B": 1.0}
LEAST = 0.01  #: of the time, from which on a share that was nothing on the other side comes first
PER_CPU = frozenset(("queue.run", "queue.tasks", "load.1m", "load.5m", "load.15m"))
NOTHING = Coverage(0, 0.0)


@dataclass(frozen=True, slots=True)
class RunActivity:
    """What is known of one recorded run."""

    started_at: float = 0.0  #: seconds since 1970; 0 = unknown
    rate: float | None = None  #: requests per second
    cpus: int | None = None  #: online, as the recording says; else as stated
    means: Mapping[Key, RunMean] = field(default_factory=dict)  #: of those that cover enough of the window
    derived: Mapping[str, float] = field(default_factory=dict)  #: metric -> value
    coverage: Coverage = NOTHING  #: of the mean that covers least
    shares_machine: bool = False  #: the load generator ran on the machine under load


@dataclass(frozen=True, slots=True)
class CostDifference:
    """One derived measure on both sides."""

    metric: Metric
    baseline: float
    here: float

    @property
    def change(self) -> float | None:
        return self.here / self.baseline - 1 if self.baseline else None

    @property
    def size(self) -> float:
        """Of the change, to set the largest first: of what grew from nothing infinite, if it is a share of LEAST."""
        if self.change is not None:
            return abs(self.change)
        is_visible = self.here >= LEAST if self.metric.unit == "fraction" else self.here > 0
        return math.inf if is_visible else 0.0

    @property
    def is_per_request(self) -> bool:
        return self.metric.name.endswith("_per_request")


@dataclass(frozen=True, slots=True)
class SystemDifference:
    """One column against the baseline."""

    baseline: str
    column: str
    runs: tuple[int, int]  #: recorded ones on each side
    costs: tuple[CostDifference, ...]  #: those per request first, the largest change first
    first: tuple[Effect, ...]  #: the clearest; what drifts is not among them
    drifting: tuple[Effect, ...]  #: clear differences that time explains as well
    rest: tuple[Effect, ...]
    coverage: tuple[Coverage, Coverage]  #: of the run that covers least, on each side
    on_shared_machine: tuple[int, int]  #: runs whose load generator ran on the machine under load
    row: str = ""  #: of which row, where a comparison has several: runs of several loads cost differently

    @property
    def costs_that_are_some(self) -> tuple[CostDifference, ...]:
        """Without those that are 0 on both sides."""
        return tuple(cost for cost in self.costs if cost.baseline or cost.here)

    @property
    def data(self) -> dict[str, Any]:
        """For JSON: what the panel shows, without the rest."""
        return {
            "column": self.column,
            **({"row": self.row} if self.row else {}),
            "recorded_runs": list(self.runs),
            "samples": [side.samples for side in self.coverage],
            "share_of_window": [side.share for side in self.coverage],
            "runs_with_load_generator_on_the_same_machine": list(self.on_shared_machine),
            "costs": [cost_data(cost) for cost in self.costs],
            "differences": [effect_data(effect) for effect in self.first],
            "drifting": [effect_data(effect) for effect in self.drifting],
        }


def cost_data(cost: CostDifference) -> dict[str, Any]:
    sides = {"baseline": cost.baseline, "here": cost.here, "change": cost.change}
    return {"metric": cost.metric.name, "unit": cost.metric.unit, **sides}


def effect_data(effect: Effect) -> dict[str, Any]:
    sides = {"baseline": effect.baseline, "here": effect.here, "change": effect.change, "effect": effect.effect}
    return {"series": effect.metric, "item": effect.item, "unit": effect.unit, "per": effect.per, **sides}


def system_difference(
    names: tuple[str, str], baseline: Sequence[RunActivity], here: Sequence[RunActivity], units: Mapping[Key, str]
) -> SystemDifference:
    """`names`: of the baseline, of the column. Both sides have a run."""
    ranked = ranked_effects(baseline, here, units)
    clear = [one for one in ranked if abs(one.effect) >= least_clear(one.runs) and not is_trifle(one)]
    first = [effect for effect in clear if not effect.is_drift][:FIRST]
    drifting = [effect for effect in clear if effect.is_drift][:FIRST]
    shown = {(effect.metric, effect.item) for effect in (*first, *drifting)}
    return SystemDifference(
        *names,
        runs=(len(baseline), len(here)),
        costs=tuple(cost_differences(baseline, here)),
        first=tuple(first),
        drifting=tuple(drifting),
        rest=tuple(effect for effect in ranked if (effect.metric, effect.item) not in shown),
        coverage=(least_coverage(baseline), least_coverage(here)),
        on_shared_machine=(shared(baseline), shared(here)),
    )


def least_clear(runs: tuple[int, int]) -> float:
    """The effect that a series shows at least of which the medians of so few runs say that it differs."""
    return max(SMALLEST, CLEAR * math.sqrt(sum(1 / count for count in runs)))


def ranked_effects(
    baseline: Sequence[RunActivity], here: Sequence[RunActivity], units: Mapping[Key, str]
) -> list[Effect]:
    """What explains first: series per request, per CPU and shares of the CPUs; each kind the clearest first."""
    runs = (*baseline, *here)
    per = {key: divisor_of(key[0], units.get(key, ""), runs) for key in units}
    own_units = {key: PER_REQUEST[unit] if per[key] == "request" else unit for key, unit in units.items()}
    plain = effects(gathered(baseline, per), gathered(here, per), own_units)
    listed = (with_divisor(effect, per.get((effect.metric, effect.item), "")) for effect in plain)
    return sorted(listed, key=lambda effect: (not explains(effect), *clearest_first(effect)))


def divisor_of(name: str, unit: str, runs: Sequence[RunActivity]) -> str:
    """What a series is divided by, if every run knows it."""
    if unit in PER_REQUEST and all(run.rate for run in runs):
        return "request"
    return "CPU" if name in PER_CPU and all(run.cpus for run in runs) else ""


def gathered(side: Sequence[RunActivity], per: Mapping[Key, str]) -> dict[Key, list[RunMean]]:
    """Key -> its means in the runs that have it."""
    means: dict[Key, list[RunMean]] = defaultdict(list)
    for run in side:
        divisors = {"request": run.rate, "CPU": run.cpus}
        for key, mean in run.means.items():
            means[key].append(mean.over(divisors.get(per.get(key, "")) or 1.0))
    return means


def with_divisor(effect: Effect, per: str) -> Effect:
    values = (effect.baseline, effect.here, effect.runs, effect.effect, effect.is_drift)
    return Effect(effect.metric, effect.item, effect.unit, *values, per)


def is_trifle(effect: Effect) -> bool:
    """Whether a request has next to nothing of it on both sides."""
    return effect.per == "request" and max(effect.baseline, effect.here) < TRIFLES.get(effect.unit, 0.0)


def explains(effect: Effect) -> bool:
    return bool(effect.per) or effect.metric.startswith("cpu.")


def cost_differences(baseline: Sequence[RunActivity], here: Sequence[RunActivity]) -> list[CostDifference]:
    """Every derived measure that both sides have, as the medians of their runs."""
    listed = list[CostDifference]()
    for name in DERIVED:
        one, other = ([run.derived[name] for run in side if name in run.derived] for side in (baseline, here))
        if one and other:
            listed.append(CostDifference(metric(name), float(np.median(one)), float(np.median(other))))
    return sorted(listed, key=lambda cost: (not cost.is_per_request, -cost.size))


def least_coverage(side: Sequence[RunActivity]) -> Coverage:
    return min((run.coverage for run in side), key=lambda coverage: (coverage.share, coverage.samples))


def shared(side: Sequence[RunActivity]) -> int:
    return sum(run.shares_machine for run in side)
