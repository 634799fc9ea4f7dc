"""Sittings: stretches of runs on one machine without a reboot or a long gap.

Runs of one sitting share a boot's memory layout, its caches, the room's heat, the neighbours on the network: they
resemble each other more than they resemble the next sitting's. Kernels are always compared across sittings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LONG_GAP = 3600.0  #: seconds between the end of a run and the start of the next, from which a sitting is another one


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known of when a run was made."""

    run: int
    machine: str = ""
    start: float | None = None  #: seconds since the epoch
    duration: float = 0.0  #: seconds
    boot: str = ""  #: whatever is another one after a reboot: the boot's time or id, the kernel; "" where unknown
    bundle: str = ""  #: the upload's folder that the run came in, for runs without a start; "" where unknown


def sittings(moments: Iterable[Moment]) -> dict[int, int | None]:
    """run -> the number of its sitting, in the order of time; None where nothing says."""
    numbers: dict[int, int | None] = {}
    groups = [*_timed(moments := tuple(moments)), *_bundled(moments)]
    for number, group in enumerate(groups):
        numbers |= dict.fromkeys((moment.run for moment in group), number)
    return {moment.run: numbers.get(moment.run) for moment in moments}


def _timed(moments: Sequence[Moment]) -> Iterator[list[Moment]]:
    """The runs whose start is known, parted where a machine rests or boots."""
    group: list[Moment] = []
    timed = [moment for moment in moments if moment.start is not None]
    for moment in sorted(timed, key=lambda moment: (moment.machine, moment.start or 0.0, moment.run)):
        if group and is_apart(group, moment):
            yield group
            group = []
        group.append(moment)
    if group:
        yield group


def is_apart(group: Sequence[Moment], moment: Moment) -> bool:
    """Whether a run begins another sitting than the one of `group`, all of which began before it."""
    last = group[-1]
    end = max((earlier.start or 0.0) + earlier.duration for earlier in group[-2:])
    is_other_boot = bool(last.boot and moment.boot and last.boot != moment.boot)
    return last.machine != moment.machine or is_other_boot or (moment.start or 0.0) - end > LONG_GAP


def _bundled(moments: Sequence[Moment]) -> Iterator[list[Moment]]:
    """The runs without a start, by what they came with."""
    groups: dict[tuple[str, str, str], list[Moment]] = defaultdict(list)
    for moment in moments:
        if moment.start is None and moment.bundle:
            groups[moment.machine, moment.boot, moment.bundle].append(moment)
    yield from groups.values()


def sitting_numbers(machines: NDArray[np.int64], boots: NDArray[np.int64], starts: Floats) -> Floats:
    """The same of many runs as columns, in the order of machines and time; nan where no start is known.

    `boots` are codes of whatever is another one after a reboot, -1 where unknown.
    """
    numbers = np.full(len(starts), np.nan)
    known = np.flatnonzero(~np.isnan(starts))
    order = known[np.lexsort((starts[known], machines[known]))]
    machine, boot, start = machines[order], boots[order], starts[order]
    is_other_boot = (boot[1:] != boot[:-1]) & (boot[1:] >= 0) & (boot[:-1] >= 0)
    apart = (machine[1:] != machine[:-1]) | is_other_boot | (np.diff(start) > LONG_GAP)
    numbers[order] = np.append(np.zeros(len(order[:1])), np.cumsum(apart))
    return numbers


def is_one_stretch(starts: Floats) -> bool:
    """Whether runs were made one after another without a long gap, so that one drift can run through them all."""
    if np.ptp(starts) > LONG_GAP * len(starts):  # quicker than to sort them
        return False
    return bool((np.diff(np.sort(starts)) <= LONG_GAP).all())
