"""What questions about curves share: which curves are set against each other, and in what they differ. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from benchdb.domain.dimensions import Dimension
from benchdb.questions.conditions import Difference, differences, union, values_of
from benchdb.questions.numbers import Numbered, Numbers, numbers_of

MOST_CURVES = 12  #: that anybody can tell apart

Along = tuple[tuple[str, tuple[str, ...]], ...]  #: (condition, its values) that changes along a curve


def grown(own: Numbered, columns: Sequence[str]) -> list[Numbers]:
    """The numbers of each curve that has more than one x: only those are set against each other."""
    numbers = numbers_of(own)
    groups = [numbers.taken(numbers.having("column", name)) for name in columns]
    return [group for group in groups if len(np.unique(group.row.codes)) > 1]


def also_differs(groups: Sequence[Numbers], conditions: Sequence[Dimension]) -> tuple[Difference, ...]:
    """Conditions in which a curve differs from the first: at the same x, or as a whole where each has one value."""
    return union(part for group in groups[1:] for part in between(groups[0], group, conditions))


def between(one: Numbers, other: Numbers, conditions: Sequence[Dimension]) -> Iterator[tuple[Difference, ...]]:
    whole = differences(one, other, conditions)
    yield tuple(part for part in whole if len(part.baseline) == len(part.here) == 1)
    shared = np.intersect1d(one.row.codes, other.row.codes).tolist()
    for code in sorted(shared, key=lambda code: one.row.texts[code]):
        yield differences(one.taken(one.row.codes == code), other.taken(other.row.codes == code), conditions)


def along(groups: Sequence[Numbers], conditions: Sequence[Dimension]) -> Along:
    """Conditions that change along some curve, besides x itself."""
    changing = [condition for condition in conditions if any(len(values_of(group, condition)) > 1 for group in groups)]
    return tuple(
        (
            condition.key,
            tuple(sorted(set().union(*(group.texts(condition.key) for group in groups)), key=condition.order)),
        )
        for condition in changing
    )
