"""Runs of very different length: a short one is half start-up, and a long one drifts, ages and averages more. Pure.

No verdict changes; who reads it learns what else differs. Only of runs whose start and duration are on record, and not
of as many requests on both sides (`ab -n`): there the length is the result once more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Floats, holding
from benchdb.domain.dimensions import MISSING
from benchdb.domain.units import places as decimals
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.numbers import DURATION, Numbers
from benchdb.questions.numbers.places import Places
from benchdb.questions.replies.counted import RATE, SENT

APART, MIXED = "other lengths", "mixed lengths"  #: kinds of caveats
Lengths = tuple[float, float, float]  #: the shortest, the middle and the longest, in seconds

MANY_TIMES = 10.0  #: from which on two lengths are said to differ
AS_MANY = 1.05  #: times as many requests, up to which runs are said to have made as many


def with_lengths(answer: Comparison, places: Places) -> Comparison:
    """The comparison, with a caveat in each cell whose runs are much longer or shorter than others of theirs or than
    the baseline's."""
    known = lengths(places)
    if not known or np.ptp(np.log([end for ends in known.values() for end in ends])) <= np.log(MANY_TIMES):
        return answer
    return replace(answer, rows=tuple(noted(row, answer.baseline, places, known) for row in answer.rows))


def lengths(places: Places) -> dict[int, Lengths]:
    """Place -> those of its runs."""
    lasted, known = places.numbers.durations, dict[int, Lengths]()
    if holding(lasted, np.isnan).all():
        return known
    for place in range(len(places)):
        own = in_seconds(lasted[places.slice(place)])
        if len(own):
            known[place] = float(own.min()), float(np.median(own)), float(own.max())
    return known


def in_seconds(lasted: Floats) -> Floats:
    return lasted[lasted > 0]  # which nan is not


def noted(row: Row, baseline: str, places: Places, known: dict[int, Lengths]) -> Row:
    numbered = {name: places.place[row.metric, row.key, name] for name in row.cells}
    own = {name: known.get(place) for name, place in numbered.items()}
    cells = {name: with_length(row, cell, own[name], own.get(baseline)) for name, cell in row.cells.items()}
    for name, cell in cells.items():
        if cell is not row.cells[name] and made_as_many(
            places, {numbered[name], numbered.get(baseline, numbered[name])}
        ):
            cells[name] = row.cells[name]
    return Row(row.metric, row.key, cells)


def made_as_many(places: Places, some: Iterable[int]) -> bool:
    """Whether all runs of these places made as many requests, so that the faster ones were over sooner."""
    made = np.concatenate([requests(places, place) for place in some])
    return bool(made.min() > 0 and made.max() <= AS_MANY * made.min())  # which nan is not


def requests(places: Places, place: int) -> Floats:
    """Of each run: as they were counted, or a rate and a length make them, or were asked for; nan = nobody knows."""
    numbers, own = places.numbers, places.slice(place)
    made = np.asarray(numbers.beside[SENT][own]) if SENT in numbers.beside else np.full(own.stop - own.start, np.nan)
    if places.keys[place][0] == RATE:
        made = np.where(np.isnan(made), numbers.values[own] * numbers.durations[own], made)
    return np.where(np.isnan(made), requests_asked_for(numbers, own), made)


def requests_asked_for(numbers: Numbers, own: slice) -> Floats:
    """Of each run without a limit of time; nan = nobody knows."""
    planned, limited = (numbers.condition(key) for key in ("requests", "duration_planned"))
    kinds = numbers.kind[own]
    counts = np.array([float(text) if text != MISSING else np.nan for text in planned.texts])
    return np.where(limited.where(MISSING.__eq__)[kinds], counts[planned.codes[kinds]], np.nan)


def with_length(row: Row, cell: Cell, own: Lengths | None, base: Lengths | None) -> Cell:
    if own is None or row.metric == DURATION:
        return cell
    made = list[Caveat]()
    if own[2] > MANY_TIMES * own[0]:
        made.append(caveat(MIXED, least=quantity(own[0]), most=quantity(own[2])))
    elif base and cell.is_compared and max(own[1], base[1]) > MANY_TIMES * min(own[1], base[1]):
        made.append(caveat(APART, length=quantity(own[1]), base=quantity(base[1])))
    return cell.but(caveats=(*cell.caveats, *made)) if made else cell


def quantity(seconds: float) -> tuple[float, str, int]:
    value = float(f"{seconds:.3g}")
    return value, DURATION, decimals((value,))
