"""Values as they are read, one by one -> one TraceRecord per metric and item."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ingest.records import Fact, TraceRecord, printable

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
        found = self.series.get((metric, item))
        if found is None:
            if len(self.series) >= MOST_SERIES:
                self.is_full = True
                return
            found = self.series[metric, item] = Series(line)
        if not found.samples or found.samples[-1] != sample:
            found.samples.append(sample)
            found.values.append(value)

    def traces(self, facts: Mapping[str, Fact], times: Floats | None = None) -> Iterator[TraceRecord]:
        """In the order of reading. `times`: the time of each sample, where samples are numbers."""
        for (metric, item), found in self.series.items():
            at = np.array(found.samples)
            if times is not None:
                at = times[at.astype(np.int64)]
            values = np.array(found.values)
            if (at[1:] < at[:-1]).any():
                order = np.argsort(at, kind="stable")
                at, values = at[order], values[order]
            yield TraceRecord(metric, printable(item), at, values, facts, found.line)
