"""Values as they are read, one by one -> one TraceRecord per metric and item."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from benchdb.domain.text.names import printable
from ingest.records import Fact, TraceRecord

MOST_SERIES = 50_000  #: a list of all processes over a day has some thousands of items
Floats = npt.NDArray[np.float64]


@dataclass(slots=True, eq=False)
class Series:
    """The values of one metric and item; `samples` are times or, where no time is printed, numbers of samples."""

    line: int
    samples: array[float] = field(default_factory=lambda: array("d"))
    values: array[float] = field(default_factory=lambda: array("d"))


@dataclass(slots=True, eq=False)
class Gathered:
    """All that was read so far."""

    series: dict[tuple[str, str], Series] = field(default_factory=dict)
    is_full: bool = False

    def add(self, metric: str, item: str, line: int, sample: float, value: float) -> None:
        """The first value counts where a sample gives two."""
        series = self.series.get((metric, item))
        if series is None:
            if len(self.series) >= MOST_SERIES:
                self.is_full = True
                return
            series = self.series[metric, item] = Series(line)
        if not series.samples or series.samples[-1] != sample:
            series.samples.append(sample)
            series.values.append(value)

    def traces(self, facts: Mapping[str, Fact], times: Floats | None = None) -> Iterator[TraceRecord]:
        """In the order of reading. `times`: the time of each sample, where samples are numbers."""
        for (metric, item), series in self.series.items():
            moments = np.array(series.samples)
            if times is not None:
                moments = times[moments.astype(np.int64)]
            values = np.array(series.values)
            if (moments[1:] < moments[:-1]).any():
                order = np.argsort(moments, kind="stable")
                moments, values = moments[order], values[order]
            yield TraceRecord(metric, printable(item), moments, values, facts, series.line)
