"""Changes of level that a history shows now, against those that were seen: which of them are new. Pure.

A change has no name. Where it is drawn moves by some runs as more come in; it may be lost for a while and found again;
and its runs get other numbers when their log is read again. So it is known by where its levels lay when it was seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.metrics import metric
from benchdb.domain.statistics import FEWEST
from benchdb.questions.cells import Cell
from benchdb.questions.history.answer import Change, HistoryAnswer, Place, Point
from benchdb.questions.level_changes.chance import QUIET_Q
from benchdb.questions.replies.sizes import ANOTHER

#: A change moves with the runs that come in, and its size with it: a fall by 4% of then may be one by 10% today.
TIMES_AS_LARGE = 3


@dataclass(frozen=True, slots=True)
class SeenChange:
    """One change, by the places of its levels: moments as text, or versions."""

    curve: str
    begins: str  #: the first place of the level before
    before: str  #: its last place
    after: str  #: the first place of the level after
    ends: str  #: its last place, of those that were known
    level_before: float
    level_after: float  #: nan: an outage, which has none (`watches.outages`)

    @property
    def levels(self) -> tuple[float, float]:
        return self.level_before, self.level_after


@dataclass(frozen=True, slots=True)
class CurrentChange:
    """One that the history shows now."""

    seen: SeenChange
    change: Change


def current_changes(answer: HistoryAnswer) -> list[CurrentChange]:
    return [
        CurrentChange(seen_now(answer, curve.name, change), change)
        for curve in answer.curves
        for change in curve.changes
    ]


def seen_now(answer: HistoryAnswer, curve: str, change: Change) -> SeenChange:
    before, after = change.before, change.after
    return SeenChange(
        curve=curve,
        begins=place(answer, before.first),
        before=place(answer, before.last),
        after=place(answer, after.first),
        ends=place(answer, after.last),
        level_before=before.value,
        level_after=after.value,
    )


def place(answer: HistoryAnswer, point: Point | Place) -> str:
    return point.label if answer.labels else repr(point.x)


def position(answer: HistoryAnswer, text: str) -> float | None:
    """Where a place stands on the axis of today; None for a version that no run has any more."""
    if answer.question.x == "time":
        return float(text)
    return answer.labels.index(text) + 1.0 if text in answer.labels else None


def new_changes(answer: HistoryAnswer, known: Sequence[SeenChange]) -> list[CurrentChange]:
    """Those of today that are none of the known ones.

    A known change is the one of today that goes the same way, of the same curve, nearest to its place, within the runs
    that were known when it was seen, and of about its size: a fall by 20% is none of 1% that was drawn there before.
    One between the same two medians is the same, wherever it stands. Of a curve that is called otherwise today, since
    a fact of its runs was corrected, it is the one between about the same levels.
    """
    current = current_changes(answer)
    old = {index for one in known if not math.isnan(one.level_after) for index in matches(answer, one, current)}
    return [one for index, one in enumerate(current) if index not in old]


def is_shown(answer: HistoryAnswer, known: SeenChange) -> bool:
    """Whether the history shows a known change still."""
    return next(matches(answer, known, current_changes(answer)), None) is not None


def is_out_of_view(answer: HistoryAnswer, known: SeenChange) -> bool:
    """Whether an answer about the newest runs alone does not reach back to where a known change began."""
    begins = position(answer, known.begins)
    return begins is None or begins < min((point.x for curve in answer.curves for point in curve.points), default=0)


def matches(answer: HistoryAnswer, known: SeenChange, current: Sequence[CurrentChange]) -> Iterator[int]:
    """Where among today's changes a known one stands: by its levels; the nearest within its runs."""
    near: list[tuple[float, int]] = []
    is_named = any(curve.name == known.curve for curve in answer.curves)
    for index, one in enumerate(current):
        if is_up(one.seen) != is_up(known):
            continue
        if one.seen.curve != known.curve and (is_named or not are_alike(one.seen, known)):
            continue
        if one.seen.levels == known.levels:
            yield index
        distance = distance_within(answer, known, one.change)
        if distance is not None and are_as_large(one.seen, known):
            near.append((distance, index))
    if near:
        yield min(near)[1]


def are_alike(one: SeenChange, known: SeenChange) -> bool:
    """Whether both levels are nearer to the known ones than these are to each other, by half."""
    room = abs(known.level_after - known.level_before) / 2
    return all(abs(here - there) <= room for here, there in zip(one.levels, known.levels, strict=True))


def are_as_large(one: SeenChange, known: SeenChange) -> bool:
    """Whether neither moves the level more than so many times as far as the other."""
    least, most = sorted((size(one), size(known)))
    return most <= TIMES_AS_LARGE * least


def size(one: SeenChange) -> float:
    """By what factor the level moved, as a logarithm; infinite from or to 0."""
    low, high = sorted(map(abs, one.levels))
    return math.log(high / low) if low else math.inf


def distance_within(answer: HistoryAnswer, known: SeenChange, change: Change) -> float | None:
    """How far a change stands from where a known one stood; None if beyond the levels beside that."""
    places = [position(answer, text) for text in (known.begins, known.before, known.after, known.ends)]
    begins, before, after, ends = places
    if begins is None or before is None or after is None or ends is None or not begins <= change.x <= ends:
        return None
    return abs(change.x - (before + after) / 2)


def is_up(one: SeenChange) -> bool:
    return one.level_after > one.level_before


def is_worse(question_metric: str, one: SeenChange) -> bool:
    """By the metric's direction; any change, where it has none."""
    better = metric(question_metric).better
    return better == "neither" or is_up(one) != (better == "higher")


#: Verdicts of a change that stands. “Not comparable” does: the level changed, and something else did at that place.
STANDS = frozenset({"better", "worse", "differs", "not comparable"})
FEWEST_SHOWN = 2 * FEWEST  #: runs in which a change can be found at all


@dataclass(frozen=True, slots=True)
class Wish:
    """Which changes are to be told."""

    is_quiet: bool = True
    only_worse: bool = False
    least: float = 0.0  #: relative


def wanted(question_metric: str, wish: Wish, changes: Iterable[CurrentChange]) -> list[CurrentChange]:
    return [one for one in changes if is_wanted(question_metric, wish, one)]


def may_be_errors(cell: Cell) -> bool:
    """A level that is better by its errors alone, or by replies of half the size and less: redirects, error pages."""
    shorter = (one for one in cell.caveats if one.kind == ANOTHER and one["size"] < one["base"])
    return any(one.kind == "better by failing" for one in cell.caveats) or next(shorter, None) is not None


def is_wanted(question_metric: str, wish: Wish, one: CurrentChange) -> bool:
    return not reasons_against(question_metric, wish, one)


def reasons_against(question_metric: str, wish: Wish, one: CurrentChange) -> tuple[Phrase, ...]:
    """Why a change is not told; () where it is."""
    cell, reasons = one.change.after.cell, list[Phrase]()
    if wish.is_quiet and cell.verdict not in STANDS:
        reasons.append(phrase("held back by its verdict", verdict=cell.verdict))
    if wish.is_quiet and one.change.q > QUIET_Q:
        reasons.append(phrase("held back by chance", q=one.change.q, most=QUIET_Q))
    if wish.only_worse and not (is_worse(question_metric, one.seen) or may_be_errors(cell)):
        reasons.append(phrase("held back by its direction"))
    if cell.change is not None and abs(cell.change) < wish.least:
        reasons.append(phrase("held back by its size", moved=cell.change, least=wish.least))
    return tuple(reasons)
