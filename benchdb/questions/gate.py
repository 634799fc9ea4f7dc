"""What stands between a question and its answer: conditions that would be mixed, and groups of like runs. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchdb.domain.caveats import Caveat
from benchdb.domain.dimensions import MISSING
from benchdb.questions.conditions import Difference, Observation

MOST_GROUPS = 4


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


def like_runs(observations: Sequence[Observation], keys: Sequence[str]) -> tuple[LikeRuns, ...]:
    """The largest groups of runs that have one value of each of these conditions."""
    if not keys:
        return ()
    values = {one.run: tuple((key, one.conditions.get(key, MISSING)) for key in keys) for one in observations}
    groups = sorted(Counter(values.values()).items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(LikeRuns(conditions, runs) for conditions, runs in groups[:MOST_GROUPS])
