"""Numbers in order, of which some are equal: their ranks; and pooled runs as blocks of equal ones, dealt to two sides.

The rows of all pairs stand one after the other, whatever their lengths. Each begins with an empty block: so NumPy adds
up a row of many (`add.reduceat`) as it does one by itself (`sum`), to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.columns import Ints
from benchdb.domain.statistics.levels import Alike

Array = NDArray[np.float64]
Blocks = tuple[int, ...]  #: how many of the pooled runs share the lowest value, the next one, …


def ranks(values: Array) -> Array:
    """1, 2, 3, … along the last axis; equal numbers share the mean of theirs."""
    places = np.broadcast_to(np.arange(values.shape[-1]), values.shape)
    order = np.argsort(values, axis=-1, kind="stable")
    rising = np.take_along_axis(values, order, axis=-1)
    is_new = np.ones(values.shape, bool)
    np.not_equal(rising[..., 1:], rising[..., :-1], out=is_new[..., 1:])
    is_last = np.ones(values.shape, bool)
    is_last[..., :-1] = is_new[..., 1:]
    begins = np.maximum.accumulate(np.where(is_new, places, 0), axis=-1)
    ends = np.where(is_last, places, values.shape[-1])[..., ::-1]
    ends = np.minimum.accumulate(ends, axis=-1)[..., ::-1]
    made = np.empty(values.shape)
    np.put_along_axis(made, order, (begins + ends) / 2 + 1, axis=-1)
    return made


@dataclass(frozen=True)
class Deals:
    """Each row deals the runs of its blocks to two sides."""

    blocks: Array  #: the sizes of the blocks of all rows, in rising order of their values
    own: Array  #: how many of each are this side's
    widths: Ints  #: blocks of each row, the empty one among them

    @cached_property
    def begins(self) -> Ints:
        return np.cumsum(self.widths) - self.widths

    def sums(self, values: Array) -> Array:
        """Of each row; the first value of each must be 0."""
        return np.asarray(np.add.reduceat(values, self.begins))

    def so_far(self, counts: Array) -> Array:
        """From the begin of its row up to each; of whole numbers."""
        running = np.cumsum(counts)
        return np.asarray(running - self.of_rows(running[self.begins]))

    def of_rows(self, numbers: Array) -> Array:
        """The number of its row, beside each block."""
        return np.repeat(numbers, self.widths)

    def sizes(self, row: int) -> Blocks:
        """The blocks of one row, without the empty one."""
        return tuple(self.block_sizes(row).astype(int).tolist())

    def block_sizes(self, row: int) -> Array:
        begin, width = int(self.begins[row]), int(self.widths[row])
        return self.blocks[begin + 1 : begin + width]


def dealt(groups: Sequence[Alike]) -> Deals:
    """Of all pairs, one group after the other."""
    parts = [rising_rows(same) for same in groups]
    is_new, is_own = (np.concatenate([part[column].ravel() for part in parts]) for column in (0, 1))
    widths = np.concatenate([np.count_nonzero(part[0], axis=1) for part in parts]) + 1
    row = np.repeat(np.arange(len(widths)), np.concatenate([np.full(*new.shape) for new, _ in parts]))
    places = np.cumsum(is_new) + row
    total = int(widths.sum())
    blocks, own = (np.bincount(places, weights, total).astype(float) for weights in (None, is_own))
    return Deals(blocks, own, widths)


def rising_rows(same: Alike) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(where a block begins, whether this side's) of the pooled runs of each pair, rising."""
    pooled = np.concatenate([same.here, same.there], axis=1)
    order = np.argsort(pooled, axis=1)
    rising = np.take_along_axis(pooled, order, axis=1)
    is_new = np.ones(pooled.shape, bool)
    np.not_equal(rising[:, 1:], rising[:, :-1], out=is_new[:, 1:])
    return is_new, order < same.sizes[0]


def dealt_so(rows: NDArray[np.number], blocks: Blocks) -> Deals:
    """Of ways to deal the same blocks: rows[way, block] are what this side takes."""
    own = np.zeros((len(rows), len(blocks) + 1))
    own[:, 1:] = rows
    return Deals(np.tile(np.array([0.0, *blocks]), len(rows)), own.ravel(), np.full(len(rows), len(blocks) + 1))
