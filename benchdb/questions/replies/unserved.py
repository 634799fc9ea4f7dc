"""Runs that answered nothing but errors where others of their place served: their figures tell how fast errors came."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from benchdb.domain.columns import holding
from benchdb.domain.failures import COUNTING
from benchdb.questions.numbers import Numbers
from benchdb.questions.numbers.places import place_codes
from benchdb.questions.replies.failures import NOTHING_SERVED

Unserved = Mapping[tuple[str, str, str], int]  #: (metric, row, column) -> runs that are in no figure there


def without_unserved(numbers: Numbers) -> tuple[Numbers, Unserved]:
    """The numbers without those runs, and how many each place has lost; one whose every run failed keeps them all."""
    errors = holding(numbers.failed, lambda shares: shares >= NOTHING_SERVED)
    errors &= ~numbers.metric.where(COUNTING.__contains__)
    if not errors.any():
        return numbers, {}
    codes = place_codes(numbers.metric, numbers.row, numbers.column)
    out = errors & np.isin(codes, np.unique(codes[~errors]))
    if not out.any():
        return numbers, {}
    some, counts = np.unique(codes[out], return_counts=True)
    firsts = [int(np.flatnonzero(codes == code)[0]) for code in some.tolist()]
    columns = (numbers.metric, numbers.row, numbers.column)
    keys = [tuple(coded.texts[int(coded.codes[first])] for coded in columns) for first in firsts]
    return numbers.taken(~out), dict(zip(keys, counts.tolist(), strict=True))  # type: ignore[arg-type]
