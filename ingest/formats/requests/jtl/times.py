"""timeStamp of a JTL file -> milliseconds, whether it is a number or a date.

Source: JMeter, CSVSaveService: the date formats that JMeter itself can read back.
A date names no zone: lengths can be told from it, the moment cannot.
"""

from __future__ import annotations

import re

import numpy as np
import polars as pl
from numpy.typing import NDArray

FORMATS = {
    re.compile(r"\d{4}/\d\d/\d\d \d\d:\d\d:\d\d(?:\.\d+)?"): "%Y/%m/%d %H:%M:%S%.f",
    re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?"): "%Y-%m-%d %H:%M:%S%.f",
    re.compile(r"\d\d/\d\d/\d\d \d\d:\d\d:\d\d"): "%m/%d/%y %H:%M:%S",
}
WRITTEN = re.compile(r"(?!\d+$).*[^\d\s]", re.DOTALL)  #: a time stamp that is no number


def milliseconds(frame: pl.DataFrame) -> NDArray[np.int64]:
    """When each row began; 0 where it does not say."""
    if "timeStamp" not in frame.columns:
        return np.zeros(frame.height, np.int64)
    times = frame["timeStamp"]
    if times.dtype != pl.String:
        return times.to_numpy()
    pattern = _format(str(times[0]))
    dates = times.str.strip_chars().str.to_datetime(pattern, strict=False, time_unit="ms")
    return dates.cast(pl.Int64).fill_null(0).to_numpy()


def _format(date: str) -> str:
    return next((form for pattern, form in FORMATS.items() if pattern.fullmatch(date.strip())), "%Y/%m/%d %H:%M:%S%.f")


def grain(date: str) -> int:
    """Milliseconds between dates that can be told apart."""
    return 1 if "." in date else 1000
