"""Numbers: every number that a question is about, as columns; `places` has the cells that they fall into. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from benchdb.domain.caveats import Caveat
from benchdb.domain.columns import (
    Coded,
    Floats,
    Ints,
    Mask,
    Repeated,
    among,
    blocks,
    distinct,
    encoded,
    fingerprint,
    part_of,
    stretch,
)
from benchdb.domain.dimensions import MISSING, TUNING
from benchdb.questions.acceptance.rule import Rule

BY_RULE = "by rule: "  #: before a condition's key: what its values count as by a rule of the site


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
    caveats: tuple[Caveat, ...] = ()  #: what speaks against it
    failed: float | None = None  #: share of the run's requests that failed; None = nobody counted
    start: float | None = None  #: seconds since 1970; None = nobody knows
    bundle: int = 0  #: what it came in, where its start is not known: another number for another one; 0 = unknown
    duration: float | None = None  #: seconds, of a run whose start is known; None = nobody knows
    beside: Mapping[str, float] = field(default_factory=dict)  #: what is known of its replies, by name


@dataclass(frozen=True)
class Numbers:
    """Columns with one entry for each number. What it was measured under is that of its kind."""

    values: Floats  #: base units
    runs: Ints
    order: Ints  #: rises with the trials and the age of the runs: the zones protocol drops the first run
    metric: Coded
    row: Coded
    column: Coded
    kind: Ints
    conditions: Mapping[str, Coded]  #: dimension key -> what each kind has of it; a key that is not here: nothing
    is_published: Mask
    failed: Floats | Repeated  #: share of the run's requests that failed; nan = nobody counted
    starts: Floats  #: seconds since 1970; nan = nobody knows
    bundles: Ints  #: what the runs without a start came in; 0 = unknown, or the start is known
    durations: Floats | Repeated  #: seconds that a run with a start took; nan = nobody knows
    caveats: Mapping[int, tuple[Caveat, ...]]  #: run -> what speaks against its numbers, where anything does
    reboots: Mapping[str, Floats] = field(default_factory=dict)  #: machine -> when it booted, seconds since 1970
    rules: tuple[Rule, ...] = ()  #: of the site, of conditions that are in `conditions` under BY_RULE, too
    beside: Mapping[str, Floats | Repeated] = field(
        default_factory=dict
    )  #: of each run's replies, as `Replies` names it, or nan

    def __len__(self) -> int:
        return len(self.values)

    def condition(self, key: str) -> Coded:
        """What each kind has of a dimension."""
        if key in self.conditions:
            return self.conditions[key]
        return Coded(np.zeros(int(self.kind.max(initial=-1)) + 1, np.int64), (MISSING,))

    @cached_property
    def first_of_kinds(self) -> Ints:
        """Where the first number of each kind comes; behind all others where none has it."""
        firsts = np.full(int(self.kind.max(initial=-1)) + 1, np.iinfo(np.int64).max)
        for some in blocks(len(self)):
            np.minimum.at(firsts, self.kind[some], self.order[some])
        return firsts

    def as_they_come(self, key: str) -> Coded:
        """A condition with its codes in the order in which the numbers come, whatever was read before: the last digits
        of what is summed over sittings hang on the order of these."""
        coded = self.condition(key)
        firsts = np.full(len(coded.texts), np.iinfo(np.int64).max)
        np.minimum.at(firsts, coded.codes[: len(self.first_of_kinds)], self.first_of_kinds)
        rising = np.argsort(firsts, kind="stable")
        ranks = np.empty_like(rising)
        ranks[rising] = np.arange(len(rising))
        return Coded(ranks[coded.codes], tuple(coded.texts[code] for code in rising.tolist()))

    @cached_property
    def kinds(self) -> Ints:
        """Those that some number has."""
        return distinct(self.kind)

    @cached_property
    def machines_with_starts(self) -> tuple[str, ...]:
        """Those of which the starts of some runs are known: what boots can part."""
        machine = self.condition("machine")
        parts = [distinct(self.kind[some][~np.isnan(self.starts[some])]) for some in blocks(len(self))]
        codes = np.unique(machine.codes[distinct(np.concatenate([self.kind[:0], *parts]))])
        return tuple(machine.texts[code] for code in codes.tolist() if machine.texts[code] != MISSING)

    @cached_property
    def settings(self) -> list[str]:
        """The tuning that some run records."""
        keys = sorted(key for key in self.conditions if key.startswith(TUNING))
        return [key for key in keys if self.texts(key) != {MISSING}]

    def texts(self, key: str) -> set[str]:
        """What the runs have of a condition."""
        coded = self.condition(key)
        return {coded.texts[code] for code in coded.of(self.kinds).used()}

    def run_ids(self, mask: Mask | None = None) -> Ints:
        """Each run once, in order."""
        return distinct(self.runs if mask is None else self.runs[mask])

    def having(self, column: str, text: str) -> Mask:
        """Which numbers stand so: in a row, in a column, of a metric."""
        coded: Coded = getattr(self, column)
        return coded.codes == coded.texts.index(text) if text in coded.texts else np.zeros(len(self), bool)

    def taken(self, chosen: Mask | Ints) -> Numbers:
        """Only some of them. Of a mask that leaves none out, or that is one stretch, nothing is copied: a million
        numbers take 60 MB once more."""
        if chosen.dtype == bool and chosen.all():
            return self
        places = stretch(chosen.astype(bool, copy=False)) if chosen.dtype == bool else chosen
        columns: dict[str, Any] = {name: part_of(getattr(self, name), places) for name in ARRAYS}
        return replace(
            self,
            **columns,
            **{name: coded.of(places) for name in CODED if (coded := getattr(self, name)).texts},
            beside={name: part_of(numbers, places) for name, numbers in self.beside.items()},
        )

    def in_order(self, chosen: Ints | None = None) -> Numbers:
        """Those chosen, as they are named, or all as their order says; each then stands where its order says."""
        taken = self.taken(np.argsort(self.order) if chosen is None else chosen)
        return replace(taken, order=np.arange(len(taken)))

    def compact(self) -> Numbers:
        """Without the kinds and the texts that no number has: those of a whole site are many."""
        conditions = {key: coded.of(self.kinds).compact() for key, coded in self.conditions.items()}
        coded = {name: getattr(self, name).compact() for name in CODED}
        return replace(self, kind=np.searchsorted(self.kinds, self.kind), conditions=conditions, **coded)

    def observations(self) -> list[Observation]:
        """One by one, in their order: for a few thousand at the most."""
        held, order = {kind: self.conditions_of(kind) for kind in self.kinds.tolist()}, np.argsort(self.order)
        columns = [getattr(self, name).codes[order].tolist() for name in CODED]
        besides = self.besides(order)
        names = ("runs", "values", "kind", "is_published", "failed", "starts", "bundles", "durations")
        plain = [getattr(self, name)[order].tolist() for name in names]
        return [
            Observation(
                run=run,
                metric=self.metric.texts[metric],
                value=value,
                row=self.row.texts[row],
                column=self.column.texts[column],
                conditions=held[kind],
                is_published=is_published,
                caveats=self.caveats.get(run, ()),
                failed=None if math.isnan(failed) else failed,
                start=None if math.isnan(start) else start,
                bundle=bundle,
                duration=None if math.isnan(duration) else duration,
                beside=beside,
            )
            for metric, row, column, run, value, kind, is_published, failed, start, bundle, duration, beside in zip(
                *columns, *plain, besides, strict=True
            )
        ]

    def besides(self, order: Ints) -> list[dict[str, float]]:
        """What is known of the replies of each number's run, in this order."""
        known = [(name, numbers[order].tolist()) for name, numbers in self.beside.items()]
        return [
            {name: numbers[place] for name, numbers in known if not math.isnan(numbers[place])}
            for place in range(len(order))
        ]

    def conditions_of(self, kind: int) -> Mapping[str, str]:
        """As texts; settings that its runs do not have are left out."""
        texts = {key: coded.texts[coded.codes[kind]] for key, coded in self.conditions.items()}
        return {key: text for key, text in texts.items() if text != MISSING or not key.startswith(TUNING)}

    def fingerprint(self) -> bytes:
        """The same for the same numbers, with all that is known of them."""
        named: Iterable[tuple[str, Any]] = ((name, getattr(self, name)) for name in (*ARRAYS, *CODED))
        by_name = (sorted(self.conditions.items()), sorted(self.beside.items()), sorted(self.reboots.items()))
        whole = (
            (name, np.asarray(column) if isinstance(column, Repeated) else column)
            for name, column in chain(named, *by_name)
        )
        return fingerprint(whole, (sorted(self.caveats.items()), self.rules))

    def log_caveats(self) -> Iterable[Caveat]:
        """What speaks against these runs, in the order of the numbers."""
        if not self.caveats:
            return
        places = np.flatnonzero(among(self.runs, np.array([*self.caveats], np.int64)))
        for place in places[np.argsort(self.order[places], kind="stable")].tolist():
            yield from self.caveats[int(self.runs[place])]


DURATION = "duration"  #: the metric
ARRAYS = ("values", "runs", "order", "kind", "is_published", "failed", "starts", "bundles", "durations")
CODED = ("metric", "row", "column")
Group = list[Observation]
Numbered = Numbers | Sequence[Observation]  #: as columns, or one by one


def numbers_of(group: Numbered) -> Numbers:
    """The same as columns."""
    if isinstance(group, Numbers):
        return group
    kinds: dict[int, int] = {}  # by the mapping's identity: runs of one setup share theirs
    held: list[Mapping[str, str]] = []
    kind = []
    for one in group:
        if id(one.conditions) not in kinds:
            kinds[id(one.conditions)] = len(held)
            held.append(one.conditions)
        kind.append(kinds[id(one.conditions)])
    keys = dict.fromkeys(key for conditions in held for key in conditions)
    unknown = float("nan")
    besides = sorted({name for one in group for name in one.beside})
    return Numbers(
        values=np.array([one.value for one in group], float),
        runs=np.array([one.run for one in group], np.int64),
        order=np.arange(len(group)),
        metric=encoded(one.metric for one in group),
        row=encoded(one.row for one in group),
        column=encoded(one.column for one in group),
        kind=np.array(kind, np.int64),
        conditions={key: encoded(conditions.get(key, MISSING) for conditions in held) for key in keys},
        is_published=np.array([one.is_published for one in group], bool),
        failed=np.array([unknown if one.failed is None else one.failed for one in group], float),
        starts=np.array([unknown if one.start is None else one.start for one in group], float),
        bundles=np.array([one.bundle for one in group], np.int64),
        durations=np.array([unknown if one.duration is None else one.duration for one in group], float),
        caveats={one.run: one.caveats for one in group if one.caveats},
        beside={name: np.array([one.beside.get(name, unknown) for one in group], float) for name in besides},
    )
