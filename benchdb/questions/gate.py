"""What stands between a question and its answer: conditions that would be mixed, and groups of like runs. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.domain.caveats import Caveat
from benchdb.questions.conditions import Difference
from benchdb.questions.numbers import Numbered, numbers_of

MOST_GROUPS = 40  #: enough for the values that are named in the gate


@dataclass(frozen=True, slots=True)
class LikeRuns:
    """Runs that are alike in the conditions that others differ in."""

    conditions: tuple[tuple[str, str], ...]  #: (dimension key, value)
    runs: int


def conflicts(differences: Iterable[Difference], caveats: Iterable[Caveat]) -> tuple[str, ...]:
    """The conditions that differ between the sides or within one, each once."""
    between = [difference.dimension for difference in differences]
    within = [caveat["dimension"] for caveat in caveats if caveat.kind == "mixes"]
    return tuple(dict.fromkeys((*between, *within)))


def like_runs(group: Numbered, keys: Sequence[str]) -> tuple[LikeRuns, ...]:
    """The largest groups of runs that have one value of each of these conditions."""
    if not keys:
        return ()
    numbers = numbers_of(group)
    _, last = np.unique(numbers.runs[::-1], return_index=True)  # each run once, as its last number has it
    kinds, counts = np.unique(numbers.kind[::-1][last], return_counts=True)
    columns = [(key, numbers.condition(key)) for key in keys]
    counted: Counter[tuple[tuple[str, str], ...]] = Counter()
    for kind, count in zip(kinds.tolist(), counts.tolist(), strict=True):
        counted[tuple((key, coded.texts[coded.codes[kind]]) for key, coded in columns)] += count
    groups = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(LikeRuns(conditions, runs) for conditions, runs in groups[:MOST_GROUPS])
