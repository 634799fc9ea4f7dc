"""Runs that were stopped before their end, and where along each curve every run was. From the database.

They count nowhere else; many print no figure at all, so that no series has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby

import numpy as np

from benchdb.models.runs import MOMENT
from benchdb.questions.comparison.fetch import runs
from benchdb.questions.history.answer import Curve, HistoryAnswer, Outage, Place, Point
from benchdb.questions.history.axis import MINUTES
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.unfinished import UNFINISHED, counts_all
from benchdb.reads.packed.census import latest
from benchdb.reads.packed.setups import SETUPS
from benchdb.reads.search.stopped import is_of_setups, stopped_runs

FEWEST = 2  #: in a row; one is an accident


@dataclass(frozen=True, slots=True)
class StoppedRun:
    """One that was not in time to say anything."""

    run: int
    moment: datetime  #: UTC
    setup: int


def stopped_along(question: HistoryQuestion, most: int) -> tuple[StoppedRun, ...]:
    """The newest of them, oldest first; () along versions, and where the question counts them itself."""
    if question.x != "time" or counts_all(question):
        return ()
    if not question.as_of and not stopped_runs(question.where, UNFINISHED, question.laid_out).runs:
        return ()
    made = runs(question.comparison()).filter(status__in=UNFINISHED).annotate(made=MOMENT)
    if question.since:
        made = made.filter(made__gte=question.since)
    if question.until:
        made = made.filter(made__lt=question.until)
    rows = made.order_by("-made", "-pk").values_list("pk", "made", "setup_id")[:most]
    return tuple(StoppedRun(*row) for row in rows)[::-1]


def with_stopped_stretches(answer: HistoryAnswer, stopped: Sequence[StoppedRun]) -> HistoryAnswer:
    """The answer with the stretches of each curve in which every run was stopped."""
    if not stopped:
        return answer
    keys = {key for curve in answer.curves for key, _ in conditions_of(answer, curve)}
    if not all(map(is_of_setups, keys)):
        return answer
    values = values_of(sorted({one.setup for one in stopped}), keys)
    return replace(answer, curves=tuple(with_own(answer, curve, stopped, values) for curve in answer.curves))


def conditions_of(answer: HistoryAnswer, curve: Curve) -> tuple[tuple[str, str], ...]:
    """What its runs have in common that those of other curves have not."""
    by = answer.question.by
    return ((by, curve.name), *curve.setup) if by else curve.setup


def values_of(setups: Sequence[int], keys: set[str]) -> Mapping[int, Mapping[str, str]]:
    """Setup -> its value of each condition."""
    coded = SETUPS.of(np.array(setups, np.int64), latest.census().names).coded
    columns = {key: [one.texts[code] for code in one.codes.tolist()] for key in keys for one in [coded(key)]}
    return {setup: {key: column[place] for key, column in columns.items()} for place, setup in enumerate(setups)}


def with_own(
    answer: HistoryAnswer, curve: Curve, stopped: Sequence[StoppedRun], values: Mapping[int, Mapping[str, str]]
) -> Curve:
    held = conditions_of(answer, curve)
    own = [one for one in stopped if all(values[one.setup][key] == value for key, value in held)]
    return replace(curve, outages=(*curve.outages, *stretches(curve, own))) if own else curve


def stretches(curve: Curve, stopped: Sequence[StoppedRun]) -> Iterator[Outage]:
    """Of one curve: between two of its points, or behind the last."""
    xs = np.array([point.x for point in curve.points])
    places = np.searchsorted(xs, [one.moment.timestamp() for one in stopped], side="right").tolist()
    total = sum(len(point.runs) for point in curve.points) + len(stopped)
    for behind, pairs in groupby(zip(places, stopped, strict=True), lambda pair: pair[0]):
        rows = [one for _, one in pairs]
        if len(rows) >= FEWEST:
            before = curve.points[behind - 1] if behind else None
            yield stretch(rows, before, is_last=behind == len(xs), total=total)


def stretch(rows: Sequence[StoppedRun], before: Point | None, *, is_last: bool, total: int) -> Outage:
    return Outage(
        kind="stopped",
        first=place(rows[0]),
        last=place(rows[-1]),
        runs=tuple(one.run for one in rows),
        before=Place(before.x, before.label) if before else None,
        last_run_before=before.runs[-1] if before else None,
        is_last=is_last,
        total=total,
    )


def place(one: StoppedRun) -> Place:
    return Place(one.moment.timestamp(), one.moment.astimezone(UTC).isoformat(" ")[:MINUTES])
