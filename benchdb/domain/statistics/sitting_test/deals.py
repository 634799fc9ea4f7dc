"""Labels that are dealt anew within each sitting, some of all ways: always the same ones for sittings of these sizes.

So the cells of a page, whose sittings mostly have as many runs each, share what is drawn. What is remembered takes a
byte for each run and deal: a megabyte at most, as more runs are not dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from threading import Lock

import numpy as np
from cachetools import LRUCache, cached
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Sizes = Sequence[tuple[int, int]]  #: of each sitting how many runs this side has, and how many both

DEALS = 4_999
MOST_REMEMBERED = 32 * 2**20  #: bytes


def sums_of_deals(values: Floats, sizes: Sizes) -> Floats:
    """What this side's values come to, DEALS times; `values` are of one sitting after the other."""
    return np.asarray(labels(tuple(sizes)) @ values)


@cached(LRUCache(MOST_REMEMBERED, getsizeof=attrgetter("nbytes")), lock=Lock(), info=True)
def labels(sizes: tuple[tuple[int, int], ...]) -> NDArray[np.bool_]:
    """[deal, run of both sides]: whether this side has it."""
    own, both = (sum(size[place] for size in sizes) for place in (0, 1))
    random = np.random.default_rng([own, both - own])
    return np.concatenate([labels_of_one(count, runs, random) for count, runs in sizes], axis=1)


def labels_of_one(own: int, both: int, random: np.random.Generator) -> NDArray[np.bool_]:
    """Of one sitting."""
    made = np.zeros((DEALS, both), bool)
    np.put_along_axis(made, drawn(own, both, random), True, axis=1)
    return made


def dealt_sums(values: Floats, n: int, random: np.random.Generator) -> Floats:
    """The sum of n of the values, DEALS times."""
    return np.asarray(values[drawn(n, len(values), random)].sum(axis=1))


def drawn(own: int, both: int, random: np.random.Generator) -> NDArray[np.intp]:
    """Which of both sides' runs are this side's, DEALS times."""
    return np.argsort(random.random((DEALS, both)), axis=1)[:, :own]
