"""One load that a tool's report tells, and a log that the tool keeps beside it: siege.log, what ab -e and ab -g write.

Of both the report counts. They are known by the figures that both have: what was printed twice is the same, times may
be off by the step of the coarser one. Each report takes one log of a format, so that of three loads three count.
"""

from __future__ import annotations

from array import array
from collections import ChainMap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from posixpath import commonprefix, dirname, splitext

from benchdb.domain.caveats import caveat
from benchdb.domain.metrics import metric
from benchdb.models import Run
from ingest.pipeline.rows.alike import Copy, may_be_of_one_setup, original
from ingest.records import Measurement, RunRecord

TWOFOLD = "load that is told twice"
RATE, LONGEST = "requests_per_second", "latency_max"  #: by which two that may be of one load are found
STEP = 0.001  #: s, of the coarsest report that has such logs: ab's
FEWEST = 4  #: figures that both have
STEPS = 2  #: different times, of those that are no less than one step
MOST_ALIKE = 20  #: that are kept of those found alike
SIZES = ("bytes_", "transfer_", "document_")  #: in megabytes without digits in siege.log, so that rates differ as well
RANKED = ("latency_p", "latency_median", "connect_time_median", "processing_time_median", "first_byte_time_median")

Figure = tuple[str, str]  #: metric, item
Key = tuple[str, str, float]  #: tool, metric, about which value


@dataclass(frozen=True, slots=True, eq=False)
class Account:
    """What one log tells of a load."""

    run: Run
    is_decided: bool  #: whether it counts was said when it was read before
    is_beside: bool
    names: tuple[Figure, ...]  #: in their order; one tuple for all logs alike
    values: array[float]
    rate: float | None
    taken: frozenset[str] = frozenset()  #: formats of the logs beside this report that were found

    def may_be(self, other: Account) -> bool:
        """Whether both are of one load, by what they say. Where no rate agrees, they also stand in one folder."""
        if not may_be_of_one_setup(self.run, other.run, but=("started_at",)):
            return False
        ours, theirs = (dict(zip(one.names, one.values, strict=True)) for one in (self, other))
        both = ours.keys() & theirs.keys()
        is_near = self.rate == other.rate is not None or dirname(self.run.file.name) == dirname(other.run.file.name)
        return is_near and len(both) >= FEWEST and all(agree(name, ours[name], theirs[name]) for name in both)


Ours = dict[Key, list[Account]]


class Twofold:
    """The loads of one upload. Whoever stores them keeps `ours`; what is rolled back is forgotten."""

    def __init__(self, before: Ours) -> None:
        self.ours: Ours = {}
        self._seen: ChainMap[Key, list[Account]] = ChainMap(self.ours, before)
        self._names: dict[tuple[Figure, ...], tuple[Figure, ...]] = {}

    def copies(self, run: Run, record: RunRecord, *, is_decided: bool) -> list[tuple[Run, Copy]]:
        """The runs that are a load told twice: this one, or those that came before. It is kept in mind otherwise."""
        own = self._account(run, record, is_decided=is_decided)
        keys = list(keys_of(own)) if len(own.names) >= FEWEST else []
        near = dict.fromkeys(one for key in keys for one in self._seen.get(key, ()))
        if own.is_beside:
            return self._beside(own, [one for one in near if not one.is_beside], keys)
        waiting = {one.run.format: one for one in nearest(own, [one for one in near if one.is_beside])}
        own = replace(own, taken=frozenset(waiting))
        for one in waiting.values():
            self._put(list(keys_of(one)), one, None)
        self._put(keys, None, own)
        return [(one.run, as_copy(one, own)) for one in waiting.values()]

    def _beside(self, own: Account, reports: Sequence[Account], keys: Sequence[Key]) -> list[tuple[Run, Copy]]:
        free = [one for one in reports if own.run.format not in one.taken]
        for report in nearest(own, free)[-1:]:
            taken = replace(report, taken=report.taken | {own.run.format})
            self._put(list(keys_of(report)), report, taken)
            return [(own.run, as_copy(own, report))]
        self._put(keys, None, own)
        return []

    def _put(self, keys: Sequence[Key], old: Account | None, new: Account | None) -> None:
        """In the place of the old one, or at the end."""
        for key in keys:
            kept = [one for one in self._seen.get(key, ()) if one is not old]
            self.ours[key] = [*kept, *([new] if new else [])][-MOST_ALIKE:]

    def _account(self, run: Run, record: RunRecord, *, is_decided: bool) -> Account:
        kept = {(one.metric, one.item): one.value for one in record.measurements if is_compared(one)}
        names = tuple(kept)
        rate = next((one.value for one in record.measurements if one.metric == RATE and one.line), None)
        shared = self._names.setdefault(names, names)
        return Account(run, is_decided, record.is_kept_beside, shared, array("d", kept.values()), rate)


def is_compared(one: Measurement) -> bool:
    """Rates and ranks that were computed from single requests are not those that a tool prints."""
    if one.metric.startswith(SIZES) or (one.item and metric(one.metric).unit != "s"):
        return False
    return bool(one.line) or not (one.metric in (RATE, "duration") or one.metric.startswith(RANKED))


def agree(name: Figure, one: float, other: float) -> bool:
    """Counts and rates to the last digit; times to the step of the coarser log."""
    return one == other or (is_time(name) and abs(one - other) <= STEP * 1.001)


def is_time(name: Figure) -> bool:
    return metric(name[0]).unit == "s"


def keys_of(account: Account) -> Iterator[Key]:
    """By its rate as printed, and by its longest time in whole milliseconds, on either side."""
    if account.rate is not None:
        yield account.run.setup.tool, RATE, account.rate
    if (LONGEST, "") in account.names:
        longest = account.values[account.names.index((LONGEST, ""))] / STEP
        yield from (
            (account.run.setup.tool, LONGEST, whole) for whole in dict.fromkeys((floor(longest), ceil(longest)))
        )


def nearest(one: Account, others: Sequence[Account]) -> list[Account]:
    """Those that may be of the same load, the one whose file is called most alike at the end."""
    alike = [other for other in others if one.may_be(other)]
    return sorted(alike, key=lambda other: len(commonprefix([one.run.file.name, other.run.file.name])))


def as_copy(beside: Account, report: Account) -> Copy:
    where = {"line": report.run.line, "file": report.run.file.name, **original(beside.run, report.run)}
    is_sure = is_sure_of(beside, report)
    return Copy(caveat(TWOFOLD, **where), beside.run.line, is_sure=is_sure, is_decided=beside.is_decided)


def is_sure_of(beside: Account, report: Account) -> bool:
    """By the rate, by the names of the files (run1.log, run1.csv), or by times that are not all the same few steps.

    Where a page is answered within a millisecond every table agrees with every report of ab's.
    """
    stems = [splitext(one.run.file.name)[0] for one in (beside, report)]
    shown = {value for value in both_tell(beside, report) if value >= STEP}
    return beside.rate == report.rate is not None or stems[0] == stems[1] or len(shown) >= STEPS


def both_tell(one: Account, other: Account) -> list[float]:
    """The times of a report that a log beside it has, too."""
    known = set(one.names)
    return [value for name, value in zip(other.names, other.values, strict=True) if name in known and is_time(name)]
