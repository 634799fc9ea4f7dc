"""Rows of processors that were offline: older releases of sysstat print zeros, for the idle share as well.

Of a processor that ran the shares come to 1. All of them 0 would make it seem full: what is not idle counts as busy.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ingest.formats.sysstat.kit.columns import Column
from ingest.formats.sysstat.kit.numbers import Floats

IDLE = "cpu.idle"
FEWEST = 3  #: shares; sadf -p has one in a row, and an idle share of 0 by itself is that of a full processor


def shares(columns: Sequence[Column], is_whole: bool = True) -> list[int]:
    """The places of the columns that come to 1 together; [] where the idle share is not among them, if `is_whole`."""
    places = [place for place, one in enumerate(columns) if one.metric.startswith("cpu.") and one.unit == "fraction"]
    has_all = len(places) >= FEWEST and any(columns[place].metric == IDLE for place in places)
    return places if has_all or not is_whole else []


def without_offline(columns: Sequence[Column], values: Floats) -> Floats:
    """(rows, columns) of one table, NaN for the shares of a processor that had none."""
    if places := shares(columns):
        offline = (values[:, places] == 0).all(axis=1)
        if offline.any():
            values = values.copy()
            values[np.ix_(offline, places)] = np.nan
    return values
