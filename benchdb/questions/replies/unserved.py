"""Runs that answered nothing but errors where others of their place served: their figures tell how fast errors came."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from benchdb.domain.columns import Floats, Ints, Mask, holding
from benchdb.domain.failures import COUNTING
from benchdb.questions.numbers import Numbers
from benchdb.questions.numbers.places import place_codes
from benchdb.questions.replies.failures import NOTHING_SERVED

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
