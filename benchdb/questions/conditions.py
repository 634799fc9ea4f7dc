"""Conditions of runs: what is held constant, in what two groups of runs differ, what one group mixes. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.dimensions import CONDITIONS, MISSING, Dimension, dimension, related
from benchdb.questions.numbers import BY_RULE, Group, Numbered, Numbers, Observation, numbers_of

__all__ = ["Group", "Observation"]  # histories know them from here
#: What `accept=` says beside conditions: every difference, and nothing by the rules of the site.
EVERYTHING, NO_RULES = "all", "no_rules"


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


def compared_conditions(laid_out: Sequence[str], group: Numbered) -> tuple[Dimension, ...]:
    """Every condition that must be equal, besides those that are laid out, or decided by what is.

    What another of them decides is left out: where the kernel is the same, so is its series. Of what only goes with a
    kernel (the commit it was built of), a kernel that has two is of two conditions.
    """
    axes, numbers = [dimension(key) for key in laid_out], numbers_of(group)
    conditions = (*CONDITIONS, *(dimension(key) for key in numbers.settings))
    free = [condition for condition in conditions if not any(is_decided(numbers, condition, axis) for axis in axes)]
    keys = {condition.key for condition in free}
    ruled = numbers.conditions
    return tuple(
        replace(condition, counts_as=by_rule) if (by_rule := BY_RULE + condition.key) in ruled else condition
        for condition in free
        if condition.of not in keys
    )


def is_decided(numbers: Numbers, condition: Dimension, axis: Dimension) -> bool:
    """Whether a condition cannot but differ where the axis does, and only there."""
    if not related(condition, axis):
        return False
    if condition.key == axis.key or condition.family != axis.family or axis.key not in numbers.conditions:
        return True
    along, values = (numbers.condition(key).of(numbers.kinds).codes for key in (axis.key, condition.key))
    return len(np.unique(along)) == len(np.unique(np.stack([along, values]), axis=1).T)


def without_accepted(
    conditions: Sequence[Dimension], accepted: Sequence[str]
) -> tuple[tuple[Dimension, ...], tuple[Dimension, ...]]:
    """(the conditions that must be equal, those that may differ on purpose)"""
    is_accepted = {condition.key: condition.key in accepted or EVERYTHING in accepted for condition in conditions}
    kept = tuple(condition for condition in conditions if not is_accepted[condition.key])
    return kept, tuple(replace(one, counts_as="") for one in conditions if is_accepted[one.key])


def values_of(group: Numbered, condition: Dimension) -> tuple[str, ...]:
    """The values that a condition takes in a group, in order."""
    return tuple(sorted(numbers_of(group).texts(condition.key), key=condition.order))


def differences(against: Numbered, group: Numbered, conditions: Sequence[Dimension]) -> tuple[Difference, ...]:
    """The conditions that are not alike on both sides: other values, or the same ones in other shares."""
    there, here = numbers_of(against), numbers_of(group)
    differing = (difference(there, here, condition) for condition in conditions)
    return tuple(one for one in differing if one)


def difference(against: Numbers, group: Numbers, condition: Dimension) -> Difference | None:
    if condition.counts_as and difference(against, group, condition.by_rule) is None:
        return None
    there, here = value_counts(against, condition), value_counts(group, condition)
    if there.keys() != here.keys():
        return Difference(condition.key, shares(there, condition), shares(here, condition))
    if any(there[value] * len(group) != here[value] * len(against) for value in there):
        return Difference(condition.key, shares(there, condition, True), shares(here, condition, True))
    return None


def value_counts(group: Numbers, condition: Dimension) -> dict[str, int]:
    """How many runs of a group have each value of a condition."""
    coded = group.condition(condition.key)
    counts = np.bincount(coded.codes[group.kind], minlength=len(coded.texts)).tolist()
    return {text: count for text, count in zip(coded.texts, counts, strict=True) if count}


def shares(counts: dict[str, int], condition: Dimension, is_counted: bool = False) -> tuple[Share, ...]:
    return tuple(Share(value, counts[value] * is_counted) for value in sorted(counts, key=condition.order))


def mixtures(group: Numbered, conditions: Sequence[Dimension]) -> tuple[Caveat, ...]:
    """A caveat for each condition that is not one value within the group."""
    numbers = numbers_of(group)
    if len(numbers.kinds) == 1:
        return ()
    return tuple(mixture(one.key, values_of(numbers, one)) for one in conditions if is_mixed(numbers, one))


def is_mixed(group: Numbered, condition: Dimension) -> bool:
    """Whether it has values that do not count as one."""
    return len(values_of(group, condition.by_rule if condition.counts_as else condition)) > 1


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
    group: Numbered, conditions: Sequence[Dimension]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """(the conditions that have one value in all runs, with it; the conditions that no run records)"""
    numbers = numbers_of(group)
    one_valued = [(condition, values_of(numbers, condition)) for condition in conditions] if len(numbers) else []
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


def provenance_caveats(group: Numbered) -> list[Caveat]:
    """Whether figures are published ones."""
    published = {bool(one) for one in np.unique(numbers_of(group).is_published)}
    kinds = {(True,): "all published", (False, True): "some published"}
    kind = kinds.get(tuple(sorted(published)))
    return [caveat(kind)] if kind else []
