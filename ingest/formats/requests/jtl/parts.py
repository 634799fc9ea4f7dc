"""Which rows of a JTL file are no requests of their own: sub-results, and the sums of transaction controllers.

A sub-result (a redirect, an embedded resource) is called like its parent with "-0", "-1" ... behind, comes below it, in
the same thread, and lies within its time. "Home-1" below "Home" that began after it is a request of its own.
A transaction controller's row says in its message how many samples it sums up.
Source: JMeter, SampleResult.storeSubResult() and TransactionController.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
import polars as pl
from numpy.typing import NDArray

TRANSACTION = "Number of samples in transaction"
NUMBERED = re.compile(r"(.+)-\d+", re.DOTALL)
SLACK = 1  #: milliseconds; start and length of a row are rounded apart
MOST_THREADS = 20_000

Mask = NDArray[np.bool_]


def families(labels: Iterable[str]) -> dict[str, str]:
    """label -> its family's, for those that may be a sub-result or the parent of one."""
    known = set(labels)
    family: dict[str, str] = {}
    for label in sorted(known, key=len):
        match = NUMBERED.fullmatch(label)
        if match and match[1] in known:
            family[label] = family.setdefault(match[1], match[1])
    return family


class Parents:
    """Finds sub-results. Keeps the latest parent of each thread, for its sub-results may stand in the next block."""

    def __init__(self) -> None:
        self.latest: pl.DataFrame | None = None

    def sub_results(self, frame: pl.DataFrame, starts: NDArray[np.int64], family: dict[str, str]) -> Mask:
        """The rows of `frame` that are sub-results; `family` is that of their labels."""
        mask = np.zeros(frame.height, np.bool_)
        rows = _relatives(frame, starts, family)
        if not rows.height:
            return mask
        rows = pl.concat((self.latest, rows)) if self.latest is not None else rows
        is_sub = _within_the_last(rows, rows["is_top"])
        if not (is_sub | rows["is_top"]).all():  # some are called like sub-results, but may be parents themselves
            is_sub |= _within_the_last(rows, ~is_sub)
        latest = rows.filter(~is_sub).group_by("thread", maintain_order=True).last().select(rows.columns)
        self.latest = latest.tail(MOST_THREADS).with_columns(place=pl.lit(-1, pl.Int64))
        place = rows.filter(is_sub)["place"].to_numpy()
        mask[place[place >= 0]] = True
        return mask


def _relatives(frame: pl.DataFrame, starts: NDArray[np.int64], family: dict[str, str]) -> pl.DataFrame:
    """The rows that may be parents or sub-results."""
    thread = pl.col("threadName") if "threadName" in frame.columns else pl.lit("")
    rows = frame.with_columns(start=pl.Series(starts), place=pl.int_range(pl.len(), dtype=pl.Int64))
    return rows.filter(pl.col("label").is_in(list(family))).select(
        thread=thread,
        family=pl.col("label").replace(family),
        is_top=pl.col("label") == pl.col("label").replace(family),
        start=pl.col("start"),
        end=pl.col("start") + pl.col("elapsed"),
        place=pl.col("place"),
    )


def _within_the_last(rows: pl.DataFrame, is_parent: pl.Series) -> pl.Series:
    """The rows that lie within the time of the last parent above them in their thread, and are of its family."""
    last = {
        name: pl.when(pl.col("is_parent")).then(pl.col(name)).forward_fill().shift(1).over("thread")
        for name in ("family", "start", "end")
    }
    is_within = (
        (pl.col("family") == last["family"])
        & (pl.col("start") >= last["start"] - SLACK)
        & (pl.col("end") <= last["end"] + SLACK)
        & ~pl.col("is_top")
    )
    return rows.with_columns(is_parent=is_parent).select(is_within.fill_null(False)).to_series()


def transactions(frame: pl.DataFrame) -> Mask:
    """The rows of `frame` that are sums of others."""
    if "responseMessage" not in frame.columns:
        return np.zeros(frame.height, np.bool_)
    return frame["responseMessage"].str.starts_with(TRANSACTION).to_numpy()
