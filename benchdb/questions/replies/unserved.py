"""Runs that answered nothing but errors where others of their place served: their figures tell how fast errors came."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Floats, Ints, Mask, holding
from benchdb.domain.failures import COUNTING
from benchdb.questions.numbers import Numbers
from benchdb.questions.numbers.places import place_codes
from benchdb.questions.replies.failures import NOTHING_SERVED

SIDE_FAILING, SIDES_FAILING = "runs of a side served nothing", "runs of sides served nothing"  #: kinds of caveats
BESIDE_COUNTS = ", but in counts"  #: how these kinds end where metrics that count failures are among those compared
SIDE_KINDS, SIDES_KINDS = ((kind, kind + BESIDE_COUNTS) for kind in (SIDE_FAILING, SIDES_FAILING))
MOST_NAMED = 2  #: sides

Unserved = Mapping[tuple[str, str, str], Ints]  #: (metric, row, column) -> the runs that are in no figure there


def without_unserved(numbers: Numbers) -> tuple[Numbers, Unserved]:
    """The numbers without those runs, and which each place has lost; one whose every run failed keeps them all."""
    errors = holding(numbers.failed, are_errors_alone)
    errors &= ~numbers.metric.where(COUNTING.__contains__)
    if not errors.any():
        return numbers, {}
    codes = place_codes(numbers.metric, numbers.row, numbers.column)
    out = errors & np.isin(codes, np.unique(codes[~errors]))
    if not out.any():
        return numbers, {}
    return numbers.taken(~out), by_place(numbers, codes, np.flatnonzero(out))


def are_errors_alone(shares: Floats) -> Mask:
    """Infinite is a share of which nobody knows how large it is."""
    return np.isfinite(shares) & (shares >= NOTHING_SERVED)


def by_place(numbers: Numbers, codes: Ints, rows: Ints) -> Unserved:
    """The runs of these rows, by the place that each row's code stands for."""
    rows = rows[np.argsort(codes[rows], kind="stable")]
    _, firsts = np.unique(codes[rows], return_index=True)
    columns = [coded.of(rows[firsts]).rows() for coded in (numbers.metric, numbers.row, numbers.column)]
    return dict(zip(zip(*columns, strict=True), np.split(numbers.runs[rows], firsts[1:]), strict=True))


def of_sides(every: Numbers, unserved: Unserved, cols: str, columns: Sequence[str]) -> tuple[Caveat, ...]:
    """How many runs of which columns, laid out by `cols`, answered nothing but errors and are in no figure."""
    lost = [(name, runs_of(runs for (*_, column), runs in unserved.items() if column == name)) for name in columns]
    sides = [(name, runs, len(every.run_ids(every.having("column", name)))) for name, runs in lost if runs]
    ending = BESIDE_COUNTS if sides and every.metric.where(COUNTING.__contains__).any() else ""
    if len(sides) > MOST_NAMED:
        return (caveat(SIDES_FAILING + ending, sides=len(sides), lost=tuple(sides)),)
    return tuple(caveat(SIDE_FAILING + ending, name=(cols, name), runs=runs, of=of) for name, runs, of in sides)


def runs_of(parts: Iterable[Ints]) -> int:
    """How many different ones."""
    return len(np.unique(np.concatenate([np.empty(0, np.int64), *parts])))


def lost_by_side(caveats: Iterable[Caveat]) -> list[tuple[str, int, int]]:
    """(column, runs that answered nothing but errors, all of its runs), from what an answer says."""
    lost: list[tuple[str, int, int]] = []
    for one in caveats:
        if one.kind in SIDE_KINDS:
            lost.append((one["name"][1], one["runs"], one["of"]))
        elif one.kind in SIDES_KINDS:
            lost.extend(one["lost"])
    return lost
