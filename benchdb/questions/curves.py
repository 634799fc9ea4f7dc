"""What questions about curves share: which curves are set against each other, and in what they differ. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Coded, Mask, one_of_each, picked
from benchdb.domain.dimensions import MISSING, Dimension
from benchdb.questions.acceptance.classes import ALONG
from benchdb.questions.conditions import Difference, shares, union, values_of
from benchdb.questions.gate import LikeRuns
from benchdb.questions.numbers import ARRAYS, Numbered, Numbers, numbers_of
from benchdb.questions.numbers.places import NOWHERE

EMPTIED = [name for name in ARRAYS if name != "kind"]
MOST_CURVES = 12  #: that anybody can tell apart
CALLED_BY_KIND = ("zone",)  #: whose values are adjectives
WHOLE = -1  #: the row of a curve as a whole
MIX = "accepted mix differs"  #: kind of the caveat of points that hold accepted values in unlike shares
UNLIKE = 0.1  #: a difference between two shares, which one run that is lost does not make

Along = tuple[tuple[str, tuple[str, ...]], ...]  #: (condition, its values) that changes along a curve
Counts = NDArray[np.int64]  #: [row, value]: how many numbers; the last row is of all


def grown(own: Numbered, columns: Sequence[str]) -> list[Numbers]:
    """The numbers of each curve that has more than one x: only those are set against each other."""
    numbers = numbers_of(own)
    groups = [kinds_and_rows(numbers, numbers.having("column", name)) for name in columns]
    return [group for group in groups if len(group.row.used()) > 1]


def curves_first(groups: Sequence[LikeRuns], numbers: Numbers) -> tuple[LikeRuns, ...]:
    """Those that lie at several places before those that would be one point, however many runs that has."""
    if not groups:
        return ()
    once = one_of_each(numbers.kind, numbers.row.codes)
    kind, row = picked(numbers.kind, once), picked(numbers.row.codes, once)

    def is_point(like: LikeRuns) -> bool:
        mask = np.ones(len(kind), bool)
        for key, value in like.conditions:
            coded = numbers.condition(key)
            mask &= picked(coded.codes == coded.texts.index(value), kind)
        return len(np.unique(row[mask])) < 2

    return tuple(sorted(groups, key=is_point))


def kinds_and_rows(numbers: Numbers, mask: Mask) -> Numbers:
    """Some of the numbers, with nothing but their kinds and rows: all else of a million would take 60 MB once more."""
    nothing: dict[str, Any] = {
        name: np.broadcast_to(getattr(numbers, name)[:1], (int(mask.sum()),)) for name in EMPTIED
    }
    return replace(
        numbers, kind=numbers.kind[mask], row=numbers.row.of(mask), column=NOWHERE, metric=NOWHERE, beside={}, **nothing
    )


def also_differs(groups: Sequence[Numbers], conditions: Sequence[Dimension]) -> tuple[Difference, ...]:
    """Conditions in which a curve differs from the first: at the same x, or as a whole where each has one value."""
    if len(groups) < 2:
        return ()
    first, *others = map(Kinds, groups)
    texts, differences = groups[0].row.texts, dict[tuple[int, str, int], list[Difference]]()
    for condition in conditions:
        coded = groups[0].condition(condition.key)
        if len(coded.texts) < 2:
            continue
        base = first.counts(coded)
        for curve, other in enumerate(others):
            for row, difference in differing(base, other.counts(coded), coded, condition):
                if condition.counts_as and row not in told_apart(first, other, groups[0], condition):
                    continue
                name = "" if row == WHOLE else texts[row]
                differences.setdefault((curve, name, row), []).append(difference)
    # The curve as a whole, then its rows by their texts.
    return union(differences[key] for key in sorted(differences, key=lambda key: (key[0], key[2] != WHOLE, key[1])))


def told_apart(one: Kinds, other: Kinds, numbers: Numbers, condition: Dimension) -> set[int]:
    """The rows in which two curves differ in what a condition's values count as by a rule."""
    classes = numbers.condition(condition.counts_as)
    pairs = differing(one.counts(classes), other.counts(classes), classes, condition.by_rule)
    return {row for row, _ in pairs}


def called(by: str, name: str) -> str | tuple[str, str]:
    """A curve as sentences name it: that of runs which do not record its condition says what they do not record."""
    return (by, name) if name == MISSING else name


def subject(by: str, name: str) -> str | tuple[str, str]:
    """The same as the subject of a sentence, which a zone's name alone is not: `global holds up to`."""
    return (by, name) if by in CALLED_BY_KIND else called(by, name)


class Kinds:
    """How many numbers of each kind a curve has in each row."""

    def __init__(self, group: Numbers) -> None:
        width = int(group.kind.max(initial=0)) + 1
        pairs, self.numbers = np.unique(group.row.codes.astype(np.int64) * width + group.kind, return_counts=True)
        self.row, self.kind = np.divmod(pairs, width)
        self.rows = len(group.row.texts)

    def counts(self, coded: Coded) -> Counts:
        """By the value that each kind has."""
        width = len(coded.texts)
        cells = self.row * width + coded.codes[self.kind]
        rows = np.bincount(cells, self.numbers, self.rows * width).astype(np.int64).reshape(self.rows, width)
        return np.vstack([rows, rows.sum(axis=0)])


def differing(base: Counts, own: Counts, coded: Coded, condition: Dimension) -> Iterator[tuple[int, Difference]]:
    """(row, in what it differs) of those that both curves have; as a whole, only where each has one value."""
    are_others = ((base > 0) != (own > 0)).any(axis=1)
    totals, bases = own.sum(axis=1, keepdims=True), base.sum(axis=1, keepdims=True)
    is_uneven = are_others | (base * totals != own * bases).any(axis=1)
    for row in np.flatnonzero(is_uneven & (totals[:, 0] > 0) & (bases[:, 0] > 0)).tolist():
        sides = [side(counts[row], coded) for counts in (base, own)]
        made = Difference(condition.key, *(shares(one, condition, not are_others[row]) for one in sides))
        if row < len(own) - 1:
            yield row, made
        elif len(sides[0]) == len(sides[1]) == 1:
            yield WHOLE, made


def side(counts: NDArray[np.int64], coded: Coded) -> dict[str, int]:
    """Value -> how many numbers have it."""
    return {coded.texts[code]: int(counts[code]) for code in np.flatnonzero(counts).tolist()}


def accepted_along(groups: Sequence[Numbers], accepted: Sequence[Dimension], kind: str = ALONG) -> tuple[Caveat, ...]:
    """What changes along some curve and may, on purpose: its points are of all its values together."""
    return tuple(caveat(kind, dimension=key, values=values) for key, values in along(groups, accepted))


def unlike_mixes(groups: Sequence[Numbers], accepted: Sequence[Dimension]) -> tuple[Caveat, ...]:
    """That points hold several values of what was accepted, in other shares than other points do: their middles are
    apart by that alone."""
    keys = tuple(one.key for one in accepted if has_unlike_mixes(groups, one))
    return (caveat(MIX, keys=keys, count=len(keys)),) * bool(keys)


def has_unlike_mixes(groups: Sequence[Numbers], condition: Dimension) -> bool:
    if not groups:
        return False
    counts = np.vstack([Kinds(group).counts(group.condition(condition.key))[:-1] for group in groups])
    rows = counts[counts.sum(axis=1) > 0]
    parts = rows / rows.sum(axis=1, keepdims=True)
    return bool(((rows > 0).sum(axis=1) > 1).any() and (np.ptp(parts, axis=0) > UNLIKE).any())


def along(groups: Sequence[Numbers], conditions: Sequence[Dimension]) -> Along:
    """Conditions that change along some curve, besides x itself."""
    several = [one for one in conditions if any(len(group.condition(one.key).texts) > 1 for group in groups)]
    changing = [condition for condition in several if any(len(values_of(group, condition)) > 1 for group in groups)]
    return tuple(
        (
            condition.key,
            tuple(sorted(set().union(*(group.texts(condition.key) for group in groups)), key=condition.order)),
        )
        for condition in changing
    )
