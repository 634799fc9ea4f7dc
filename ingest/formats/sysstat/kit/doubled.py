"""Samples of one moment that stand in a log twice: two programs wrote into it, or one's output was put in twice.

A clock that is set back an hour in autumn shows an hour twice. And of two samples a second apart the first may come so
late that both show one second: those are two moments, and a second is missing before them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ingest.formats.kit.samples.clocks import SINCE_BOOT
from ingest.formats.sysstat.kit.numbers import Floats

Order = npt.NDArray[np.intp]

HOUR, LONGEST_INTERVAL = 3600.0, 1200.0  #: seconds
FEWEST = 2  #: moments of one run that come again
MOST_AT_ONCE = 3  #: samples of a moment; where there are more, a pipe gave many lines at once to who wrote the time
#: Devices of one kind on one bus have one name; without an interval a tool may be called many times a second.
NOT_UNIQUE = ("usb.", SINCE_BOOT)
DOUBLED = (
    "two runs of {} wrote into this log, or one's output stands there twice: of each moment the first sample was read, "
    "expected one recording"
)


def in_order(parts: Sequence[Floats], runs: Sequence[int] | None) -> tuple[Order | None, Floats]:
    """(the order to bring the parts' values into, None where they are so already; the times in it).

    `runs`: which run of the tool each part is of; of a moment that stands there twice the first sample alone is kept
    then. None: one may be there as often as it likes.
    """
    times = parts[0] if len(parts) == 1 else np.concatenate(parts)
    steps = np.diff(times)
    if len(times) < 2 or (steps > 0).all():
        return None, times
    order = np.argsort(times, kind="stable")
    times = times[order]
    if runs is not None and not any(map(is_set_back, parts)):
        owners = np.repeat(np.array(runs), [len(part) for part in parts])
        kept = np.concatenate((np.ones(1, dtype=bool), ~repeated(times, owners[order])))
        order, times = order[kept], times[kept]
    return (None if (steps >= 0).all() and len(order) == len(steps) + 1 else order), times


def repeated(times: Floats, owners: npt.NDArray[np.int_]) -> npt.NDArray[np.bool_]:
    """Which of the times behind the first one show a moment that was there already."""
    again: npt.NDArray[np.bool_] = times[1:] == times[:-1]
    if (again & (owners[1:] != owners[:-1])).any():
        return again
    return again if are_of_two(times, again) else np.zeros_like(again)


def are_of_two(times: Floats, again: npt.NDArray[np.bool_]) -> bool:
    """Whether moments come again without a longer step before them, as a late sample leaves it."""
    begins = np.flatnonzero(np.concatenate(([True], ~again)))
    if len(begins) == len(times):
        return False
    counts = np.diff(begins, append=len(times))
    if np.median(counts[counts > 1]) > MOST_AT_ONCE:
        return False
    steps = np.diff(times[begins])
    is_late = np.concatenate(([False], steps > np.median(steps))) if len(steps) else np.zeros(1, dtype=bool)
    return int(np.count_nonzero((counts > 1) & ~is_late)) >= FEWEST


def is_set_back(times: Floats) -> bool:
    """Whether the clock was set back by an hour between two samples."""
    steps = np.diff(times)
    return bool(((steps > -HOUR) & (steps <= LONGEST_INTERVAL - HOUR)).any())
