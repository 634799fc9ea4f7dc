"""What questions about curves share: which curves are set against each other, and in what they differ. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchdb.domain.dimensions import Dimension
from benchdb.questions.conditions import Difference, Group, Observation, differences, union, values_of

MOST_CURVES = 12  #: that anybody can tell apart

Along = tuple[tuple[str, tuple[str, ...]], ...]  #: (condition, its values) that changes along a curve


def grown(own: Sequence[Observation], columns: Sequence[str]) -> list[Group]:
    """The observations of each curve that has more than one x: only those are set against each other."""
    groups = [[one for one in own if one.column == name] for name in columns]
    return [group for group in groups if len({one.row for one in group}) > 1]


def also_differs(groups: Sequence[Group], conditions: Sequence[Dimension]) -> tuple[Difference, ...]:
    """Conditions in which a curve differs from the first: at the same x, or as a whole where each has one value."""
    return union(part for group in groups[1:] for part in between(groups[0], group, conditions))


def between(one: Group, other: Group, conditions: Sequence[Dimension]) -> Iterator[tuple[Difference, ...]]:
    whole = differences(one, other, conditions)
    yield tuple(part for part in whole if len(part.baseline) == len(part.here) == 1)
    for x in sorted({seen.row for seen in one} & {seen.row for seen in other}):
        yield differences(
            [seen for seen in one if seen.row == x], [seen for seen in other if seen.row == x], conditions
        )


def along(groups: Sequence[Group], conditions: Sequence[Dimension]) -> Along:
    """Conditions that change along some curve, besides x itself."""
    changing = [condition for condition in conditions if any(len(values_of(group, condition)) > 1 for group in groups)]
    together = [one for group in groups for one in group]
    return tuple((condition.key, values_of(together, condition)) for condition in changing)
