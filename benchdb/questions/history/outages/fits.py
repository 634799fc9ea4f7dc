"""Which setups a run that was stopped may have been of: what it recorded before its end contradicts none of them.

A log that ends early names no server, no document and no load, so that its setup is never that of a finished run. From
the setups of the database, which are kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from benchdb.domain.columns import Coded, Ints
from benchdb.domain.dimensions import MISSING, dimension
from benchdb.questions.base import Where
from benchdb.questions.history.answer import ConditionChange, goes_over
from benchdb.reads.packed.census import Mask
from benchdb.reads.packed.series import OF_RUNS
from benchdb.reads.packed.setups import OF_SETUPS, SETUPS, Conditions


@dataclass(frozen=True, slots=True)
class Fit:
    """A setup that a stopped run can be of."""

    setup: int
    unlike: tuple[ConditionChange, ...] = ()  #: what a history may go over, or what the setup does not record

    @property
    def there(self) -> tuple[ConditionChange, ...]:
        """What became another from that setup to the stopped run."""
        return tuple(one for one in self.unlike if one.before != MISSING)


Fits = dict[int, tuple[Fit, ...]]  #: by the setup of what was stopped


def passing(where: Where, setups: Ints, names: int) -> Ints:
    """Those that the filters let through which a setup decides; `names` is the version of the names."""
    conditions, kept = SETUPS.of(setups, names), np.ones(len(setups), bool)
    for key, values in where:
        if key in OF_SETUPS or key not in (*OF_RUNS, "item", "status", "provenance"):
            known = dimension(key)
            texts = {value if value == MISSING else known.text(known.value(value)) for value in values}
            kept &= conditions.coded(key).where(texts.__contains__)
    return setups[kept]


def fits_of(own: Collection[int], stopped: Collection[int], names: int) -> Fits:
    """Of each setup of `stopped` those of `own` that it fits; without those that fit none."""
    first, second = (np.array(sorted(set(ids)), np.int64) for ids in (stopped, own))
    if not len(first) or not len(second):
        return {}
    conditions = SETUPS.of(np.concatenate((first, second)), names)
    keys = [key for key in (*OF_SETUPS, *sorted(conditions.settings)) if not dimension(key).of]
    able = np.flatnonzero(can_fit(conditions, keys, len(first)))
    rows, columns = np.nonzero(~contradicted(conditions, keys, able, len(first)))
    pairs = able[rows], columns + len(first)
    unlike = what_differs(conditions, keys, *pairs)
    made: dict[int, list[Fit]] = {}
    for row, column, changes in zip(rows.tolist(), columns.tolist(), unlike, strict=True):
        made.setdefault(int(first[able[row]]), []).append(Fit(int(second[column]), tuple(changes)))
    return {setup: tuple(some) for setup, some in made.items()}


def can_fit(conditions: Conditions, keys: Sequence[str], count: int) -> Mask:
    """Which of the first `count` setups have, condition by condition, what some of the others has."""
    able = np.ones(count, bool)
    for key in keys:
        if not goes_over(key):
            coded = conditions.coded(key)
            codes, recorded = coded.codes, is_recorded(coded)
            if recorded[count:].all():
                able &= ~recorded[:count] | np.isin(codes[:count], np.unique(codes[count:]))
    return able


def contradicted(conditions: Conditions, keys: Sequence[str], able: Ints, count: int) -> Mask:
    """(setup of `able`, setup behind the first `count`): whether a condition that parts histories is another one."""
    against = np.zeros((len(able), len(conditions.tuning.codes) - count), bool)
    for key in keys:
        if not goes_over(key):
            coded = conditions.coded(key)
            codes, recorded = coded.codes, is_recorded(coded)
            both = recorded[able][:, None] & recorded[None, count:]
            against |= both & (codes[able][:, None] != codes[None, count:])
    return against


def what_differs(conditions: Conditions, keys: Sequence[str], ones: Ints, others: Ints) -> list[list[ConditionChange]]:
    """Of each pair, what the first one records otherwise than the second."""
    made: list[list[ConditionChange]] = [[] for _ in ones]
    for key in keys:
        coded = conditions.coded(key)
        differing = is_recorded(coded)[ones] & (coded.codes[ones] != coded.codes[others])
        for place in np.flatnonzero(differing).tolist():
            was, now = (coded.texts[coded.codes[side[place]]] for side in (others, ones))
            made[place].append(ConditionChange(key, was, now))
    return made


def is_recorded(coded: Coded) -> Mask:
    return ~coded.where(lambda text: text == MISSING)
