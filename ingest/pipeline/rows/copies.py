"""Runs with the very numbers of another run of their upload: a report that was pasted twice, kept in two files, or
kept whole and broken off.

Nothing is lost: a copy is stored as every run is, but excluded with its reason; whoever knows better includes it again.
Where the numbers are few or coarse two runs may well have the same: these are told, and count.
"""

from __future__ import annotations

from array import array
from collections import ChainMap
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from math import inf
from operator import attrgetter

from benchdb.domain.caveats import caveat
from benchdb.models import Run
from ingest.pipeline.rows.alike import Copy, knows_more, may_be_of_one_setup, original
from ingest.records import Measurement, RunRecord

DIGITS = 3  #: of a figure that tells runs apart
FIGURES = 2  #: such ones that a copy has at least, or nothing is said of it
SURE = 12  #: digits of all such ones together; with fewer, two runs may have the same
SIZES = ("bytes_", "transfer_")  #: metrics that the document decides, or a factor gives digits to
REPORT, PUBLISHED = "copy of a report", "published"
BROKEN_OFF = "copy that broke off"
MOST_ALIKE = 20  #: runs that begin with the same figures and are told apart by what is said of them

Key = int  #: hash of two of the first figures that tell runs apart
Printed = tuple[str, str, float]  #: metric, item, value


@dataclass(slots=True, eq=False)
class Original:
    """A run of the upload that counts, with what its copies are known by."""

    run: Run
    is_decided: bool  #: whether it counts was said when it was read before
    numbers: int  #: hash of all it measured, in its order
    parts: array[int] = field(default_factory=lambda: array("q"))  #: hashes of what its lines say, in their order
    whole_lines: int = 0  #: how many of the parts stand above its last line, which may be cut
    digits: int = 0  #: that tell it apart
    cut_digits: int = 0  #: those above its last line; 0 where they are of too few figures

    def begins_like(self, whole: Original) -> bool:
        """Whether all that stands above its last line is in the other one, which says more."""
        above = self.parts[: self.whole_lines]
        return bool(self.cut_digits) and len(self.parts) < len(whole.parts) and set(above) <= set(whole.parts)

    def digits_in(self, whole: Original) -> int:
        """Its last line counts, too, where the other one has it."""
        return self.digits if set(self.parts) <= set(whole.parts) else self.cut_digits


@dataclass(frozen=True, slots=True)
class Held:
    """A run held against those before it."""

    copy: Copy | None  #: what it is a copy of itself
    replaced: tuple[tuple[Run, Copy], ...] = ()  #: those before it that are copies of it


Ours = dict[Key, list[Original]]


class Copies:
    """The runs of one upload by their numbers. Whoever stores them keeps `ours`; what is rolled back is forgotten."""

    def __init__(self, before: Ours) -> None:
        self.ours: Ours = {}
        self._seen: ChainMap[Key, list[Original]] = ChainMap(self.ours, before)

    def held(self, run: Run, record: RunRecord, *, is_decided: bool) -> Held:
        """Whether it, or some before it, is a copy. The first run with its numbers is kept in mind."""
        figures = proving_figures(record.measurements)
        if len(figures) < FIGURES or run.is_published:
            return Held(None)
        known = known_by(run, record.measurements, figures, is_decided=is_decided)
        keys = keys_of(list(figures))
        alike = list(dict.fromkeys(chain.from_iterable(self._seen.get(key, ()) for key in keys)))
        for other in alike:
            if copy := copy_of(known, other):
                return Held(copy)
        replaced = [(other, copy) for other in alike if (copy := copy_of(other, known))]
        gone = {other for other, _ in replaced}
        for key in keys:
            kept = [other for other in self._seen.get(key, ()) if other not in gone]
            self.ours[key] = [*kept, known][-MOST_ALIKE:]
        return Held(None, tuple((other.run, copy) for other, copy in replaced))


def keys_of(figures: Sequence[Printed]) -> tuple[Key, ...]:
    """Of its first figures, with the first of them and without it: a log that breaks off may lack what it told."""
    return tuple(hash(pair) for pair in islice(pairwise(figures), 2))


def known_by(
    run: Run, measurements: Sequence[Measurement], figures: dict[Printed, int], *, is_decided: bool
) -> Original:
    by_line = sorted((one for one in measurements if one.line), key=attrgetter("line"))
    last = by_line[-1].line if by_line else 0
    above = [one for one in by_line if one.line < last]
    printed = set(map(as_printed, above))
    cut = [digits for figure, digits in figures.items() if figure in printed]
    return Original(
        run,
        is_decided,
        hash(tuple(map(as_printed, measurements))),
        array("q", [hash(as_printed(one)) for one in by_line]),
        len(above),
        sum(figures.values()),
        sum(cut) if len(cut) >= FIGURES else 0,
    )


def copy_of(one: Original, other: Original) -> Copy | None:
    """What `one` is, beside another run that counts; None where both do.

    Of two alike the one of which more is known counts, else the one that came first, which is asked about last.
    """
    setups = one.run.setup, other.run.setup
    if one.numbers == other.numbers:
        is_same = setups[0] == setups[1] and one.run.started_at == other.run.started_at
        if is_same or (may_be_of_one_setup(one.run, other.run) and not knows_more(one.run, other.run)):
            return as_copy(REPORT, one, other, is_sure=one.digits >= SURE)
    elif one.begins_like(other) and may_be_of_one_setup(one.run, other.run):
        is_sure = one.digits_in(other) >= SURE
        if is_sure or one.run.status != Run.Status.COMPLETE:
            return as_copy(BROKEN_OFF, one, other, is_sure=is_sure)
    return None


def as_copy(kind: str, copy: Original, whole: Original, *, is_sure: bool) -> Copy:
    run, first = copy.run, whole.run
    where = {} if run.file_id == first.file_id else {"file": first.file.name, **original(run, first)}
    of = caveat(f"{kind} elsewhere" if where else kind, line=first.line, **where)
    return Copy(of, run.line, is_sure, copy.is_decided)


def as_printed(one: Measurement) -> Printed:
    return one.metric, one.item, one.value


def proving_figures(measurements: Iterable[Measurement]) -> dict[Printed, int]:
    """How many digits each of the different figures has that are another in another run: no counts, no sizes.

    In the order of the log's lines; those that were computed, and what is left of a log gives otherwise, at the end.
    """
    figures, values = dict[Printed, int](), set[float]()
    for one in sorted(measurements, key=lambda one: one.line or inf):
        value = abs(one.value)
        if one.metric.startswith(SIZES) or not value % 1 or value in values:
            continue
        values.add(value)
        if (digits := digits_of(value)) >= DIGITS:
            figures[as_printed(one)] = digits
    return figures


def proving_digits(measurements: Collection[Measurement]) -> list[int]:
    return list(proving_figures(measurements).values())


def digits_of(value: float) -> int:
    """As printed, in whatever unit: 0.00123 has three."""
    return len(f"{value:.12e}".partition("e")[0].replace(".", "").rstrip("0"))
