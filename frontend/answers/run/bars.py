"""The bars beside the throughputs of a list: each against the highest run of its machine, for machines differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchdb.domain.metrics import metric
from benchdb.domain.units import significant
from benchdb.reads.runs import ListedRun
from benchdb.wording import words

MAIN = "requests_per_second"


def machine_of(run: ListedRun) -> str:
    return str(run.setup.machine or "")


def highest_of_machines(runs: Iterable[ListedRun]) -> dict[str, float]:
    highest: dict[str, float] = {}
    for run in runs:
        highest[machine_of(run)] = max(highest.get(machine_of(run), 0.0), run.numbers.get(MAIN) or 0.0)
    return highest


def what_bars_mean(runs: Sequence[ListedRun]) -> str:
    """ "" where there are none."""
    highest = {machine: most for machine, most in highest_of_machines(runs).items() if most}
    if len(highest) > 1:
        return words("bars of machines")
    return words("bars of one machine", most=significant(max(highest.values()), metric(MAIN).unit)) if highest else ""
