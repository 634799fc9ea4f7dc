"""Which runs and recordings of one directory belong together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from benchdb.models import Recording, Run
from benchdb.recordings.matching import Together
from benchdb.recordings.windows import LoadTimes

MOST_UNSURE = 20_000  #: pairs of which nothing but their directory says that they belong together
MOST = 200_000  #: pairs, whatever says so

Places = NDArray[np.intp]  #: of runs, in the order in which they are given
Counted = tuple[Recording, Sequence[Run], int]  #: with how many of the runs nothing but their directory says so


def of_directory(runs: Sequence[Run], recordings: Sequence[Recording], times: LoadTimes) -> Iterator[Counted]:
    """Each recording with its runs: all, but where names, tools or times say more.

    A recording that is named after a log (run1.sar or run1-sar.txt after run1.log) belongs to the runs of that log, and
    what a load tool recorded of its own load to the runs of that tool. A run whose load some of the recordings overlap
    belongs to those.
    """
    by_name = places_by(run.file.place.stem for run in runs)
    by_tool = places_by(run.setup.tool for run in runs)
    timed = np.zeros(len(runs), bool)
    for recording in recordings:
        timed |= times.overlap(recording)
    everything = np.arange(len(runs))
    for recording in recordings:
        named = named_so(recording.file.place.stem, by_name)
        ours = by_tool.get(recording.tool, everything) if named is None else named
        ours = ours[~timed[ours] | times.overlap(recording)[ours]]
        unsure = int(np.count_nonzero(~timed[ours])) if named is None else 0
        yield recording, [runs[place] for place in ours.tolist()], unsure


def places_by(names: Iterable[str]) -> dict[str, Places]:
    places = defaultdict[str, list[int]](list)
    for place, name in enumerate(names):
        places[name].append(place)
    return {name: np.array(ours) for name, ours in places.items()}


def named_so(name: str, by_name: Mapping[str, Places]) -> Places | None:
    """Those with that name, or with the longest beginning of it."""
    while name:
        if name in by_name:
            return by_name[name]
        name = name[: max(name.rfind(sign) for sign in "._-") + 1].rstrip("._-")
    return None


def bounded(belonging: Iterable[Counted]) -> tuple[list[Together], list[Recording]]:
    """(the first pairs that are not too many, the recordings that are left out): nobody could look at them all."""
    kept, left_out, pairs, unsure = list[Together](), list[Recording](), 0, 0
    for recording, runs, of_these in belonging:
        if pairs + len(runs) <= MOST and unsure + of_these <= MOST_UNSURE:
            kept.append((recording, runs))
            pairs, unsure = pairs + len(runs), unsure + of_these
        else:
            left_out.append(recording)
    return kept, left_out
