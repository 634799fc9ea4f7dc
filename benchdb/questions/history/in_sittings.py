"""Whether the runs of a curve were made in sittings, and where along it each begins. Pure.

Single runs, a night apart or of which nobody knows when, are as many sittings as runs; and one stretch without a gap is
one sitting of all: then there is nothing to tell apart, and runs count as they come.
"""

from __future__ import annotations

import numpy as np

from benchdb.domain.statistics import SittingNoise
from benchdb.domain.statistics.sides import Floats
from benchdb.questions.comparison.judged import Noises, pooled_noise, sittings_of
from benchdb.questions.level_changes.change_points import Series
from benchdb.questions.level_changes.sitting_series import SittingSeries
from benchdb.questions.level_changes.strengths import Array, Ints
from benchdb.questions.numbers import Numbers

MOST_SHARED = 0.5  #: of sittings that measured several versions, from which on versions were measured in turn


def series_of(numbers: Numbers, plain: Series, is_time: bool, noise: SittingNoise | None) -> Series | SittingSeries:
    """What splits the numbers of one curve, which stand in its order."""
    begins = begins_of(sittings_of(numbers), plain.places, is_time)
    is_single = len(begins) in (min(1, len(numbers)), len(numbers))
    return plain if is_single else SittingSeries(plain, begins, noise)


def without_ends(series: Series | SittingSeries, first: int, last: int) -> Series | SittingSeries:
    """The same without so many runs at its ends."""
    runs = series.runs if isinstance(series, SittingSeries) else series
    end = len(runs.values) - last
    plain = Series(runs.values[first:end].tolist(), runs.places[first:end].tolist(), runs.runs[first:end])
    if not isinstance(series, SittingSeries):
        return plain
    begins = np.unique(np.clip(series.begins[series.begins < end] - first, 0, None))
    is_single = len(begins) in (1, end - first)
    return plain if is_single else SittingSeries(plain, begins, series.noise)


def begins_of(sittings: Floats, places: Array, is_time: bool) -> Ints:
    """The first run of each sitting; along versions, of each of one version. One of all where they took turns."""
    is_other = (sittings[1:] != sittings[:-1]) | np.isnan(sittings[1:])
    if not is_time:
        is_other |= places[1:] != places[:-1]
    begins = np.flatnonzero(np.append(True, is_other)) if len(sittings) else np.zeros(0, np.int64)
    return begins if is_time or not take_turns(sittings[begins]) else begins[:1]


def take_turns(sittings: Floats) -> bool:
    """Whether most stretches of one version share their sitting with another: no difference of sittings parts them."""
    _, places, counts = np.unique(sittings[~np.isnan(sittings)], return_inverse=True, return_counts=True)
    return len(places) > 0 and int((counts[places] > 1).sum()) >= MOST_SHARED * len(sittings)


def noise_of(numbers: Numbers, name: str, noises: Noises) -> SittingNoise | None:
    """Of the machines that were measured, as one."""
    machines = sorted(numbers.texts("machine"))
    return pooled_noise(noises[key] for one in machines if (key := (one, name)) in noises)
