"""Which setups a run that was stopped may have been of: what it recorded before its end contradicts none of them.

A log that ends early names no server, no document and no load, so that its setup is never that of a finished run. From
the setups of the database, which are kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from benchdb.domain.columns import Coded, Ints
from benchdb.domain.dimensions import MISSING, dimension
from benchdb.questions.base import Where
from benchdb.questions.history.answer import ConditionChange, goes_over
from benchdb.reads.packed.census import Mask
from benchdb.reads.packed.series import OF_RUNS
from benchdb.reads.packed.setups import OF_SETUPS, SETUPS, Conditions, Tuning

MOST_SETUPS = 1000  #: of stopped runs, the newest: more say nothing that these do not
AT_ONCE = 2_000_000  #: pairs of setups


@dataclass(frozen=True, slots=True)
class Fits:
    """The setups that a stopped one can be of, a bit for each of `setups`: thousands have thousands."""

    setups: bytes  #: ids of 64 bits
    fitting: bytes
    exact: bytes  #: those that fit, and have all that it recorded
    recorded: tuple[tuple[str, str], ...] = ()  #: (dimension key, text) of the stopped one

    @property
    def every(self) -> Ints:
        return np.frombuffer(self.setups, np.int64)

    def ids(self) -> Ints:
        return self.every[self._mask(self.fitting)]

    def exact_ids(self) -> Ints:
        return self.every[self._mask(self.exact)]

    def among(self, own: bytes) -> Fits:
        """Of some of the setups alone, whose ids are as in `setups`."""
        setups, kept = shared(self.setups, own)
        fitting, exact = (packed(self._mask(bits)[kept]) for bits in (self.fitting, self.exact))
        return replace(self, setups=setups, fitting=fitting, exact=exact)

    def _mask(self, bits: bytes) -> Mask:
        return np.unpackbits(np.frombuffer(bits, np.uint8), count=len(self.every)).astype(bool)

    def there(self, before: Mapping[str, str]) -> tuple[ConditionChange, ...]:
        """What became another from a run of these conditions to the stopped one."""
        pairs = ((key, before.get(key, MISSING), text) for key, text in self.recorded if not dimension(key).of)
        return tuple(ConditionChange(key, was, now) for key, was, now in pairs if was not in (MISSING, now))


def packed(mask: Mask) -> bytes:
    return np.packbits(mask).tobytes()


@lru_cache(maxsize=8)
def shared(setups: bytes, own: bytes) -> tuple[bytes, Mask]:
    """(those of `setups` that are among `own`, where they are)"""
    every = np.frombuffer(setups, np.int64)
    kept = np.isin(every, np.frombuffer(own, np.int64))
    return every[kept].tobytes(), kept


def passing(where: Where, setups: Ints, names: int) -> Ints:
    """Those that the filters let through which a setup decides; `names` is the version of the names."""
    conditions, kept = SETUPS.of(setups, names), np.ones(len(setups), bool)
    for key, values in where:
        if key in OF_SETUPS or key not in (*OF_RUNS, "item", "status", "provenance"):
            known = dimension(key)
            texts = {value if value == MISSING else known.text(known.value(value)) for value in values}
            kept &= conditions.coded(key).where(texts.__contains__)
    return setups[kept]


def fits_of(own: Collection[int], stopped: Collection[int], names: int) -> dict[int, Fits]:
    """Of each setup of `stopped` those of `own` that it fits; without those that fit none."""
    first, second = (np.array(sorted(set(ids)), np.int64) for ids in (stopped, own))
    if not len(first) or not len(second):
        return {}
    columns = columns_of(compact(SETUPS.of(np.concatenate((first, second)), names)))
    able = np.flatnonzero(can_fit(columns, len(first)))[-MOST_SETUPS:]
    made: dict[int, Fits] = {}
    setups = second.tobytes()
    for rows, fitting, exact in matches(columns, able, len(first)):
        for row, fits, is_exact in zip(rows.tolist(), fitting, exact, strict=True):
            if fits.any():
                made[int(first[row])] = Fits(setups, packed(fits), packed(fits & is_exact), recorded(columns, row))
    return made


def compact(conditions: Conditions) -> Conditions:
    """Without the settings of setups that nobody asked for."""
    used, codes = np.unique(conditions.tuning.codes, return_inverse=True)
    kinds = [conditions.tuning.kinds[code] for code in used.tolist()]
    return Conditions(conditions.columns, Tuning(codes.reshape(-1), kinds))


def columns_of(conditions: Conditions) -> dict[str, Coded]:
    return {key: conditions.coded(key) for key in (*OF_SETUPS, *sorted(conditions.settings))}


def recorded(columns: Mapping[str, Coded], row: int) -> tuple[tuple[str, str], ...]:
    texts = ((key, coded.texts[coded.codes[row]]) for key, coded in columns.items())
    return tuple((key, text) for key, text in texts if text != MISSING)


def can_fit(columns: Mapping[str, Coded], count: int) -> Mask:
    """Which of the first `count` setups have, condition by condition, what some of the others has."""
    able = np.ones(count, bool)
    for key, coded in columns.items():
        if parts(key):
            codes, has = coded.codes, is_recorded(coded)
            if has[count:].all():
                able &= ~has[:count] | np.isin(codes[:count], np.unique(codes[count:]))
    return able


def matches(columns: Mapping[str, Coded], able: Ints, count: int) -> Iterator[tuple[Ints, Mask, Mask]]:
    """(some of `able`; whether each fits the setups behind the first `count`; whether all it recorded is theirs)"""
    others = len(next(iter(columns.values())).codes) - count
    step = max(1, AT_ONCE // others)
    for begin in range(0, len(able), step):
        rows = able[begin : begin + step]
        fitting, exact = np.ones((2, len(rows), others), bool)
        for key, coded in columns.items():
            if dimension(key).of:
                continue
            codes, has = coded.codes, is_recorded(coded)
            unlike = has[rows][:, None] & (codes[rows][:, None] != codes[None, count:])
            exact &= ~unlike
            if parts(key):
                fitting &= ~(unlike & has[None, count:])
        yield rows, fitting, exact


def parts(key: str) -> bool:
    """Whether no history goes over another value of it."""
    return not goes_over(key) and not dimension(key).of


def is_recorded(coded: Coded) -> Mask:
    return ~coded.where(lambda text: text == MISSING)
