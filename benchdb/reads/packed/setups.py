"""The conditions of setups as columns of codes, read once and kept: a setup never changes.

What can change is the name of a machine, a kernel or a server; then all of them are read anew.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from django.db.models import TextField
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast
from numpy.typing import NDArray

from benchdb.domain.columns import Coded, Ints, encoded
from benchdb.domain.dimensions import CONDITIONS, MISSING, TUNING
from benchdb.models import Setup
from benchdb.reads.packed.binary import listed

SETUP = "setup__"
#: The conditions that a setup decides, with the paths from it; status and provenance are a run's own.
OF_SETUPS = {known.key: known.path.removeprefix(SETUP) for known in CONDITIONS if known.path.startswith(SETUP)}
TEXTS = {known.key: known.text for known in CONDITIONS}
AT_ONCE = 2_000  #: setups of one query
NAMED = "SELECT unnest(%s::bigint[])"  #: thousands as one text: as parameters of Django's they took most of the time


@dataclass(slots=True)
class CodedCondition:
    """One condition of all setups that are known: a code for each, and the text that it stands for."""

    codes: Ints
    texts: list[str] = field(default_factory=list)
    _known: dict[Any, int] = field(default_factory=dict)

    def coded(self, values: Sequence[Any], text: Callable[[Any], str]) -> Ints:
        """The codes of values of the database."""
        keys = values
        if list in set(map(type, values)):
            keys = [tuple(value) if isinstance(value, list) else value for value in values]
        for key in dict.fromkeys(keys):  # in the order of the setups, so that every process has the same codes
            if key in self._known:
                continue
            written = text(list(key) if isinstance(key, tuple) else key)
            code = self.texts.index(written) if written in self.texts else len(self.texts)
            self.texts += [written] if code == len(self.texts) else []
            self._known[key] = code
        return np.fromiter(map(self._known.__getitem__, keys), np.int32, len(keys))


@dataclass(frozen=True, slots=True)
class Tuning:
    """All settings of each setup as a code: setups by the thousand have the same ones."""

    codes: Ints
    kinds: list[Mapping[str, str]]  #: `tuning.NAME` -> text

    def names(self, rows: Ints | slice = slice(None)) -> set[str]:
        """The settings that some of the setups record."""
        return {name for code in np.unique(self.codes[rows]).tolist() for name in self.kinds[code]}


def kinds_of(rows: Iterable[Mapping[str, str]], known: dict[int, int], kinds: list[Mapping[str, str]]) -> Ints:
    """The code of each row; those that are new are added. `known`: the identity of a mapping -> its code."""
    codes = []
    for settings in rows:
        if id(settings) not in known:
            known[id(settings)] = len(kinds)
            kinds.append(settings)
        codes.append(known[id(settings)])
    return np.array(codes, np.int32)


class SetupColumns:
    """The conditions of the setups that were asked for so far."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._forget(-1)

    def _forget(self, version: int) -> None:
        self.version = version
        self.ids: Ints = np.empty(0, np.int64)  #: sorted
        self.columns = {key: CodedCondition(np.empty(0, np.int32)) for key in OF_SETUPS}
        self.tuning = Tuning(np.empty(0, np.int32), [])

    def of(self, setups: Ints, names: int) -> Conditions:
        """The conditions of these setups, which must exist; `names` is the version of the names."""
        with self._lock:
            if names != self.version and len(setups):  # of no setups nobody knows the version
                self._forget(names)
            if len(missing := np.unique(setups[~self._has(setups)])):
                self._read(missing)
            rows = np.searchsorted(self.ids, setups)
            columns = {key: Coded(column.codes[rows], tuple(column.texts)) for key, column in self.columns.items()}
            return Conditions(columns, Tuning(self.tuning.codes[rows], self.tuning.kinds))

    def _has(self, setups: Ints) -> NDArray[np.bool_]:
        places = np.searchsorted(self.ids, setups)
        known = places < len(self.ids)
        known[known] = self.ids[places[known]] == setups[known]
        return known

    def _read(self, setups: Ints) -> None:
        ids, kinds, tunings = [self.ids], [*self.tuning.kinds], [self.tuning.codes]
        known = {id(settings): code for code, settings in enumerate(kinds)}
        codes: dict[str, list[Ints]] = {key: [column.codes] for key, column in self.columns.items()}
        for first in range(0, len(setups), AT_ONCE):
            some = Setup.objects.filter(pk__in=RawSQL(NAMED, [listed(setups[first : first + AT_ONCE])]))
            rows = some.order_by("pk").values_list("pk", Cast("tuning", TextField()), *OF_SETUPS.values())
            own, tuning, *values = zip(*rows, strict=True) if rows else ((), ())
            ids.append(np.array(own, np.int64))
            tunings.append(kinds_of(map(texts_of, tuning), known, kinds))
            for (key, column), part in zip(self.columns.items(), values, strict=True):
                codes[key].append(column.coded(part, TEXTS[key]))
        every = np.concatenate(ids)
        order = np.argsort(every, kind="stable")
        for key, column in self.columns.items():
            column.codes = np.concatenate(codes[key])[order]
        self.ids, self.tuning = every[order], Tuning(np.concatenate(tunings)[order], kinds)


@lru_cache(maxsize=1024)
def texts_of(tuning: str) -> Mapping[str, str]:
    """Settings as the database writes them; setups with the same ones share a mapping."""
    return {f"{TUNING}{name}": str(value) for name, value in json.loads(tuning).items()}


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of some setups, in their order."""

    columns: Mapping[str, Coded]
    tuning: Tuning

    def coded(self, key: str) -> Coded:
        """One condition; a setting that a setup does not have is MISSING."""
        if key in self.columns:
            return self.columns[key]
        of_kinds = encoded(settings.get(key, MISSING) for settings in self.tuning.kinds)
        return of_kinds.of(self.tuning.codes)

    @property
    def settings(self) -> set[str]:
        """The tuning that some setup records."""
        return self.tuning.names()


SETUPS = SetupColumns()
