"""Ranks of numbers, of which equal ones share theirs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


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
