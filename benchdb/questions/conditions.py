"""Conditions of runs: what is held constant, in what two groups of runs differ, what one group mixes. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.dimensions import CONDITIONS, MISSING, TUNING, Dimension, dimension, related


@dataclass(frozen=True, slots=True)
class Observation:
    """One measured number with the conditions it was measured under."""

    run: int
    metric: str
    value: float
    row: str
    column: str
    conditions: Mapping[str, str]  #: dimension key -> value as text
    is_published: bool = False
    caveats: tuple[str, ...] = ()  #: sentences of the log's parser
    failed: float | None = None  #: share of the run's requests that failed; None = nobody counted


Group = list[Observation]


@dataclass(frozen=True, slots=True)
class Share:
    """A value that a condition takes on one side."""

    value: str
    runs: int = 0  #: that have it, where both sides have the same values in other shares

    def __str__(self) -> str:
        return f"{self.value} ({self.runs} runs)" if self.runs else self.value


@dataclass(frozen=True, slots=True)
class Difference:
    """A condition other than the one compared, in which the two sides differ."""

    dimension: str
    baseline: tuple[Share, ...]  #: its values there
    here: tuple[Share, ...]

    @property
    def title(self) -> str:
        return dimension(self.dimension).title

    @property
    def common(self) -> tuple[str, ...]:
        """The values that both sides have."""
        here = {share.value for share in self.here}
        return tuple(dict.fromkeys(share.value for share in self.baseline if share.value in here))

    def __str__(self) -> str:
        there, here = (", ".join(map(str, side)) for side in (self.baseline, self.here))
        return f"{self.title}: {there} against {here}"


def compared_conditions(laid_out: Sequence[str], observations: Sequence[Observation]) -> tuple[Dimension, ...]:
    """Every condition that must be equal, besides those that are laid out, or decided by what is.

    What another of them decides is left out: where the kernel is the same, so is its series.
    """
    settings = sorted({key for one in observations for key in one.conditions if key.startswith(TUNING)})
    axes = [dimension(key) for key in laid_out]
    conditions = (*CONDITIONS, *(dimension(key) for key in settings))
    free = [condition for condition in conditions if not any(related(condition, axis) for axis in axes)]
    keys = {condition.key for condition in free}
    return tuple(condition for condition in free if condition.of not in keys)


def without_accepted(
    conditions: Sequence[Dimension], accepted: Sequence[str]
) -> tuple[tuple[Dimension, ...], tuple[Dimension, ...]]:
    """(the conditions that must be equal, those that may differ on purpose)"""
    is_accepted = {condition.key: condition.key in accepted or "all" in accepted for condition in conditions}
    kept = tuple(condition for condition in conditions if not is_accepted[condition.key])
    return kept, tuple(condition for condition in conditions if is_accepted[condition.key])


def values_of(group: Sequence[Observation], condition: Dimension) -> tuple[str, ...]:
    """The values that a condition takes in a group, in order."""
    values = {one.conditions.get(condition.key, MISSING) for one in group}
    return tuple(sorted(values, key=condition.order))


def differences(against: Group, group: Group, conditions: Sequence[Dimension]) -> tuple[Difference, ...]:
    """The conditions that are not alike on both sides: other values, or the same ones in other shares."""
    kinds = distinct(group, conditions)
    if len(kinds) == 1 and kinds == distinct(against, conditions):
        return ()  # nearly always, and much faster than to count
    differing = (difference(against, group, condition) for condition in conditions)
    return tuple(one for one in differing if one)


def difference(against: Group, group: Group, condition: Dimension) -> Difference | None:
    there, here = value_counts(against, condition), value_counts(group, condition)
    if there.keys() != here.keys():
        return Difference(condition.key, shares(there, condition), shares(here, condition))
    if any(there[value] * len(group) != here[value] * len(against) for value in there):
        return Difference(condition.key, shares(there, condition, True), shares(here, condition, True))
    return None


def distinct(group: Group, conditions: Sequence[Dimension]) -> set[tuple[str | None, ...]]:
    """Every combination of conditions that a group has."""
    keys = [condition.key for condition in conditions]
    return {tuple(map(one.conditions.get, keys)) for one in group}


def value_counts(group: Group, condition: Dimension) -> Counter[str]:
    """How many runs of a group have each value of a condition."""
    return Counter(one.conditions.get(condition.key, MISSING) for one in group)


def shares(counts: Counter[str], condition: Dimension, is_counted: bool = False) -> tuple[Share, ...]:
    return tuple(Share(value, counts[value] * is_counted) for value in sorted(counts, key=condition.order))


def mixtures(group: Group, conditions: Sequence[Dimension]) -> tuple[Caveat, ...]:
    """A caveat for each condition that is not one value within the group."""
    if len(distinct(group, conditions)) == 1:
        return ()
    pairs = ((condition.key, values_of(group, condition)) for condition in conditions)
    return tuple(mixture(key, values) for key, values in pairs if len(values) > 1)


def mixture(key: str, values: tuple[str, ...]) -> Caveat:
    return caveat("mixes", dimension=key, count=len(values), values=values)


def merged_mixtures(caveats: Iterable[Caveat]) -> tuple[Caveat, ...]:
    """What several groups mix, each condition once, with all its values."""
    values: dict[str, set[str]] = {}
    for one in caveats:
        if one.kind == "mixes":
            values.setdefault(one["dimension"], set()).update(one["values"])
    return tuple(mixture(key, tuple(sorted(mixed, key=dimension(key).order))) for key, mixed in values.items())


def held_constant(
    observations: Sequence[Observation], conditions: Sequence[Dimension]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """(the conditions that have one value in all runs, with it; the conditions that no run records)"""
    one_valued = [(condition, values_of(observations, condition)) for condition in conditions] if observations else []
    constant = tuple(
        (condition.key, values[0]) for condition, values in one_valued if len(values) == 1 and values[0] != MISSING
    )
    return constant, tuple(condition.key for condition, values in one_valued if values == (MISSING,))


def union(parts: Iterable[Iterable[Difference]]) -> tuple[Difference, ...]:
    """The differences of all cells, one per dimension, with all values that occur on each side."""
    sides: dict[str, tuple[set[Share], set[Share]]] = {}
    for part in parts:
        for one in part:
            there, here = sides.setdefault(one.dimension, (set(), set()))
            there.update(one.baseline)
            here.update(one.here)
    return tuple(
        Difference(key, tuple(sorted(there, key=str)), tuple(sorted(here, key=str)))
        for key, (there, here) in sides.items()
    )


def provenance_caveats(observations: Sequence[Observation]) -> list[Caveat]:
    """Whether figures are published ones."""
    published = {one.is_published for one in observations}
    kinds = {(True,): "all published", (False, True): "some published"}
    kind = kinds.get(tuple(sorted(published)))
    return [caveat(kind)] if kind else []
