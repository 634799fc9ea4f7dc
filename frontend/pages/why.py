"""Why do two sides differ? What their machines were doing inside the load windows, and what one request cost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchdb.comparison.answer import Comparison
from benchdb.metrics import Metric, metric
from benchdb.models import Measurement, Tie, WindowSummary
from benchdb.recordings.derived import DERIVED
from benchdb.recordings.effects import Effect, RunMean, effects

MOST_RUNS = 400  #: of which summaries are read
FIRST = 12  #: differences shown at once
SMALLEST = 0.5  #: effect below which a difference is not worth a line among the first


@dataclass(frozen=True, slots=True)
class Cost:
    """One derived measure on both sides."""

    metric: Metric
    baseline: float
    here: float

    @property
    def change(self) -> float | None:
        return self.here / self.baseline - 1 if self.baseline else None


@dataclass(frozen=True, slots=True)
class Why:
    """One column against the baseline."""

    baseline: str
    column: str
    runs: tuple[int, int]  #: recorded ones on each side
    costs: list[Cost]
    first: list[Effect]
    rest: list[Effect]


def why(comparison: Comparison) -> list[Why]:
    """One for each column that has recorded runs, as the baseline has; [] where there is nothing to say."""
    sides = {column: runs_of(comparison, column) for column in comparison.columns}
    base = sides.get(comparison.baseline, set())
    asked = set().union(*sides.values()) if base else set()
    if not base or len(asked) > MOST_RUNS:
        return []
    means, units = summaries(asked)
    numbers = derived_numbers(asked)
    found = []
    for column, runs in sides.items():
        recorded = [[run for run in side if run in means] for side in (sorted(base), sorted(runs - base))]
        if column == comparison.baseline or not all(recorded):
            continue
        ranked = effects(gathered(means, recorded[0]), gathered(means, recorded[1]), units)
        first = [each for each in ranked if abs(each.effect) >= SMALLEST][:FIRST]
        found.append(
            Why(
                comparison.baseline,
                column,
                (len(recorded[0]), len(recorded[1])),
                costs(numbers, recorded[0], recorded[1]),
                first,
                ranked[len(first) :],
            )
        )
    return found


def runs_of(comparison: Comparison, column: str) -> set[int]:
    return {run for row in comparison.rows if column in row.cells for run in row.cells[column].runs}


Key = tuple[str, str]


def summaries(runs: Iterable[int]) -> tuple[dict[int, dict[Key, RunMean]], dict[Key, str]]:
    """Run -> (metric, item) -> what it says inside the window; and the units. One query."""
    inside = WindowSummary.objects.filter(tie__window_start__isnull=False, tie__side=Tie.Side.SERVER)
    rows = inside.filter(tie__run__in=list(runs)).order_by("-tie_id")
    means: dict[int, dict[Key, RunMean]] = defaultdict(dict)
    units: dict[Key, str] = {}
    for run, name, item, unit, *numbers in rows.values_list(
        "tie__run", "trace__metric", "trace__item", "trace__unit", "mean", "mad", "low", "high"
    ):
        means[run][name, item] = RunMean(*numbers)
        units[name, item] = unit
    return dict(means), units


def gathered(means: dict[int, dict[Key, RunMean]], runs: Sequence[int]) -> dict[Key, list[RunMean]]:
    found: dict[Key, list[RunMean]] = defaultdict(list)
    for run in runs:
        for key, mean in means[run].items():
            found[key].append(mean)
    return found


def derived_numbers(runs: Iterable[int]) -> dict[int, dict[str, float]]:
    found: dict[int, dict[str, float]] = defaultdict(dict)
    rows = Measurement.objects.filter(run__in=list(runs), metric__in=DERIVED, item="")
    for run, name, value in rows.values_list("run", "metric", "value"):
        found[run][name] = value
    return found


def costs(numbers: dict[int, dict[str, float]], baseline: Sequence[int], here: Sequence[int]) -> list[Cost]:
    """Every derived measure that both sides have, as the medians of their runs."""
    found = []
    for name in DERIVED:
        one, other = ([numbers[run][name] for run in side if name in numbers[run]] for side in (baseline, here))
        if one and other:
            found.append(Cost(metric(name), median(one), median(other)))
    return found


def median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
