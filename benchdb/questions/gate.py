"""What stands between a question and its answer: conditions that would be mixed, and groups of like runs. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchdb.domain.caveats import Caveat
from benchdb.domain.columns import Ints, Mask, blocks, counted, distinct, first_and_every, one_of_each, picked
from benchdb.domain.dimensions import dimension
from benchdb.questions.conditions import Difference
from benchdb.questions.numbers import Numbered, Numbers, numbers_of
from benchdb.questions.numbers.places import Places

MOST_GROUPS = 40  #: enough for the values that are named in the gate
MOST_TRIED = 8  #: groups that are looked at for one that both sides are in

Held = tuple[tuple[str, str], ...]  #: (dimension key, value) of conditions that are held still


@dataclass(frozen=True, slots=True)
class LikeRuns:
    """Runs that are alike in the conditions that others differ in."""

    conditions: Held
    runs: int
    by_side: tuple[int, ...] = ()  #: runs of each side, in the order of the columns; () where there are no sides


@dataclass(frozen=True, slots=True)
class Spread:
    """How the runs of each side share the values of a condition."""

    dimension: str
    runs: Mapping[str, tuple[int, ...]]  #: value -> runs of each side that have it, in the order of the columns


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
    runs = counted(numbers.kind[one_of_each(numbers.runs)])
    kinds = np.flatnonzero(runs)
    columns = [(key, numbers.condition(key)) for key in keys]
    alike: Ints = np.zeros(len(kinds), np.int64)
    for _, coded in columns:
        alike = first_and_every(alike * len(coded.texts) + coded.ranks()[coded.codes[kinds]])[1]
    first, alike = first_and_every(alike)  # in the order of their conditions
    counts = np.bincount(alike, runs[kinds]).astype(np.int64)
    most = np.argsort(-counts, kind="stable")[:MOST_GROUPS].tolist()
    held = (tuple((key, coded.texts[coded.codes[kinds[first[one]]]]) for key, coded in columns) for one in most)
    return tuple(map(LikeRuns, held, counts[most].tolist()))


class RunsOfSides:
    """Each run of each side once, with the conditions that it was made under."""

    def __init__(self, numbers: Numbers, side: Ints, sides: int) -> None:
        """`side`: of each number, from 0."""
        once = one_of_each(numbers.runs, side)
        self.numbers, self.sides = numbers, sides
        self.kind, self.side = picked(numbers.kind, once), picked(side, once)

    def spread(self, key: str) -> Spread:
        """The values that most runs have first."""
        coded, order = self.numbers.condition(key), dimension(key).order
        counts = np.zeros((len(coded.texts), self.sides), np.int64)
        for some in blocks(len(self.kind)):
            places = coded.codes[self.kind[some]].astype(np.int64) * self.sides + self.side[some]
            counts += np.bincount(places, minlength=counts.size).reshape(counts.shape)
        runs = {text: tuple(row) for text, row in zip(coded.texts, counts.tolist(), strict=True) if any(row)}
        return Spread(key, dict(sorted(runs.items(), key=lambda pair: (-sum(pair[1]), order(pair[0])))))

    def holding(self, like: LikeRuns) -> LikeRuns:
        """The same group, with the runs of each side that are in it."""
        mask = np.ones(len(self.kind), bool)
        for key, value in like.conditions:
            coded = self.numbers.condition(key)
            mask &= picked(coded.codes == coded.texts.index(value), self.kind)
        return replace(like, by_side=tuple(counted(self.side[mask], self.sides).tolist()))


def sides_of(places: Places, columns: Sequence[str]) -> RunsOfSides:
    """The columns of a comparison as its sides."""
    codes = {name: code for code, name in enumerate(columns)}
    of_place = np.array([codes[column] for _, _, column in places.keys], np.int32)
    return RunsOfSides(places.numbers, np.repeat(of_place, places.counts), len(columns))


def spreads(numbers: Numbers, columns: Sequence[str], keys: Sequence[str]) -> tuple[Spread, ...]:
    """Of numbers that are not placed yet; without columns, all are one side."""
    if not keys:
        return ()
    codes = {name: code for code, name in enumerate(columns)}
    of_text = np.array([codes.get(text, 0) for text in numbers.column.texts], np.int32)
    return tuple(map(RunsOfSides(numbers, picked(of_text, numbers.column.codes), max(len(columns), 1)).spread, keys))


def comparable_group(places: Places, keys: Sequence[str], groups: Sequence[LikeRuns]) -> LikeRuns | None:
    """The largest group of like runs in which two sides are, held by no more of the conditions than it takes.

    A condition that is the same for all sides of each row need not be held: the number of requests that rises with
    the concurrency. None where every group is of one side.
    """
    kinds = KindsByPlace(places, keys)
    tried = dict.fromkeys(kinds.fewest(dict(like.conditions)) for like in groups[:MOST_TRIED])
    made = [LikeRuns(held, kinds.runs(held)) for held in tried if kinds.sides(held) > 1]
    return max(made, key=lambda like: like.runs, default=None)


class KindsByPlace:
    """The kinds of numbers that are in each row and column, each once."""

    def __init__(self, places: Places, keys: Sequence[str]) -> None:
        self.numbers = places.numbers
        rows = {key: code for code, key in enumerate(dict.fromkeys((metric, row) for metric, row, _ in places.keys))}
        columns = {key: code for code, key in enumerate(dict.fromkeys(column for _, _, column in places.keys))}
        self.columns = len(columns)
        place_row = np.array([rows[metric, row] for metric, row, _ in places.keys], np.int64)
        place_column = np.array([columns[column] for _, _, column in places.keys], np.int64)
        both = [distinct(self.numbers.kind[places.slice(place)]) for place in range(len(places.keys))]
        self.kind, place = np.concatenate(both), np.repeat(np.arange(len(both)), [len(kinds) for kinds in both])
        self.row, self.column = place_row[place], place_column[place]
        self.conditions = {key: self.numbers.condition(key) for key in keys}

    def having(self, held: Iterable[tuple[str, str]]) -> Mask:
        mask = np.ones(len(self.kind), bool)
        for key, value in held:
            coded = self.conditions[key]
            mask &= coded.codes[self.kind] == coded.texts.index(value)
        return mask

    def fewest(self, held: dict[str, str]) -> Held:
        """What of these conditions must be held, so that no row mixes any."""
        for key in tuple(held):
            fewer = {name: value for name, value in held.items() if name != key}
            mask = self.having(fewer.items())
            if all(self.is_alike(mask, name) for name in self.conditions if name not in fewer):
                held = fewer
        return tuple(held.items())

    def is_alike(self, mask: Mask, key: str) -> bool:
        """Whether each row has one value of a condition."""
        codes, rows = self.conditions[key].codes[self.kind[mask]], self.row[mask]
        return len(np.unique(rows)) == len(np.unique(rows * (int(codes.max(initial=0)) + 1) + codes))

    def sides(self, held: Held) -> int:
        """The columns in the row that has the most of them."""
        mask = self.having(held)
        rows = np.unique(self.row[mask] * self.columns + self.column[mask]) // self.columns
        return int(np.bincount(rows).max(initial=0))

    def runs(self, held: Held) -> int:
        kinds = np.unique(self.kind[self.having(held)])
        return len(self.numbers.run_ids(np.isin(self.numbers.kind, kinds)))
