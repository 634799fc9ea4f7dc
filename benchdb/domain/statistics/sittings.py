"""Sittings: stretches of runs on one machine without a reboot or a long gap.

Runs of one sitting share a boot's memory layout, its caches, the room's heat, the neighbours on the network: they
resemble each other more than they resemble the next sitting's. Kernels are always compared across sittings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

LONG_GAP = 3600.0  #: seconds from the end of a run, from which the next one is of another sitting
FAR_APART = 1e11  #: seconds; what parts the times of two machines
FEWEST_TOGETHER = 2  #: runs without a start, from which what they came in says that they were made together


@dataclass(frozen=True)
class Circumstances:
    """What is known of when runs were made, as columns: one entry for each run."""

    machines: Ints  #: codes
    boots: Ints  #: codes of whatever is another one after a reboot, as the kernel is; -1 where unknown
    starts: Floats  #: seconds since 1970; nan where unknown
    bundles: Ints  #: what the runs came in, for those without a start; 0 where unknown
    durations: Floats | None = None  #: seconds; nan where unknown, as None is of all: they count as none
    reboots: Mapping[int, Floats] = field(default_factory=dict)  #: machine -> when it is known to have booted

    def of(self, runs: Ints) -> Circumstances:
        """Of some of the runs."""
        durations = None if self.durations is None else self.durations[runs]
        return Circumstances(
            self.machines[runs], self.boots[runs], self.starts[runs], self.bundles[runs], durations, self.reboots
        )


def sitting_numbers(runs: Circumstances) -> Floats:
    """The number of each run's sitting, in the order of machines and time; nan where nothing says.

    Runs without a start are taken to be of one sitting if they came in one bundle: an assumption, to be said wherever
    a verdict rests on it. One that came alone says nothing.
    """
    numbers = np.full(len(runs.starts), np.nan)
    known = np.flatnonzero(~np.isnan(runs.starts))
    order = known[np.lexsort((runs.starts[known], runs.machines[known]))]
    numbers[order] = timed_numbers(runs.of(order))
    unknown = np.flatnonzero(np.isnan(runs.starts) & (runs.bundles != 0))
    if len(unknown):
        numbers[unknown] = len(known) + bundled_numbers(runs.of(unknown))
    return numbers


def timed_numbers(runs: Circumstances) -> Floats:
    """Of runs in the order of machines and starts: parted where a machine rests or boots."""
    is_other = runs.machines[1:] != runs.machines[:-1]
    apart = is_other | (gaps(runs) > LONG_GAP) | (np.diff(boots_so_far(runs)) != 0)
    boots = last_known(runs.boots, np.append(True, is_other))
    apart |= (boots[1:] != boots[:-1]) & (boots[1:] >= 0) & (boots[:-1] >= 0)
    return np.append(np.zeros(len(runs.starts[:1])), np.cumsum(apart))


def gaps(runs: Circumstances) -> Floats:
    """Seconds from the end of all runs before each but the first, on its machine, to its start."""
    if runs.durations is None:
        return np.diff(runs.starts)
    lasted = np.nan_to_num(runs.durations)
    if not (lasted > 0).any():
        return np.diff(runs.starts)
    apart = FAR_APART * runs.machines
    ends = np.maximum.accumulate(runs.starts + lasted + apart)
    return runs.starts[1:] + apart[1:] - ends[:-1]


def boots_so_far(runs: Circumstances) -> Ints:
    """How often the machine of each run is known to have booted before it."""
    counts = np.zeros(len(runs.starts), np.int64)
    for machine, moments in runs.reboots.items():
        own = runs.machines == machine
        counts[own] = np.searchsorted(np.sort(moments), runs.starts[own], side="right")
    return counts


def last_known(boots: Ints, begins: Mask) -> Ints:
    """Each unknown boot as the one before it, of the same machine: a run that says nothing parts no others."""
    places = np.where((boots >= 0) | begins, np.arange(len(boots)), 0)
    return boots[np.maximum.accumulate(places)] if len(boots) else boots


def bundled_numbers(runs: Circumstances) -> Floats:
    """Of runs without a start, by what they came in; nan for one that came alone."""
    keys = np.stack([runs.machines, runs.boots, runs.bundles])
    _, numbers, counts = np.unique(keys, axis=1, return_inverse=True, return_counts=True)
    places = numbers.reshape(-1)
    return np.where(counts[places] >= FEWEST_TOGETHER, places.astype(float), np.nan)


def are_one_stretch(starts: Floats, durations: Floats) -> Mask:
    """Of each row, whether its runs were made one after another without a long gap: one drift can run through all.

    `durations`: seconds; nan where unknown, which counts as none.
    """
    lasted = np.nan_to_num(durations)
    most = LONG_GAP * starts.shape[1] + lasted.sum(axis=1)
    results = np.ptp(starts, axis=1) <= most  # quicker than to sort them
    rows = np.flatnonzero(results)
    order = np.argsort(starts[rows], axis=1)
    rising = np.take_along_axis(starts[rows], order, axis=1)
    ends = np.maximum.accumulate(rising + np.take_along_axis(lasted[rows], order, axis=1), axis=1)
    results[rows] = (rising[:, 1:] - ends[:, :-1] <= LONG_GAP).all(axis=1)
    return np.asarray(results)
