"""Base units -> what an axis counts in. One scale for a whole chart, so that its numbers can be compared by eye."""

from __future__ import annotations

from typing import NamedTuple

from benchdb.domain.metrics import Metric, metric
from benchdb.wording.grammar import inside


class Scale(NamedTuple):
    factor: float  #: times a value in base units
    unit: str  #: of the result, in words where there are some


PER_SECOND = "per second"
SIGNS = ("×", "%")  #: units that follow each number of an axis; others stand above it
SCALES = {
    "s": Scale(1e3, "ms"),
    "fraction": Scale(100.0, "%"),
    "B": Scale(1 / 1024, "KiB"),
    "B/s": Scale(1 / 1024, "KiB/s"),
    "1/s": Scale(1.0, PER_SECOND),
    "count": Scale(1.0, ""),
    "ratio": Scale(1.0, "×"),
}


def scale_of(known: Metric | str) -> Scale:
    """Of a metric's axis. What is counted for each second is named: `requests per second`."""
    known = metric(known) if isinstance(known, str) else known
    scale = SCALES.get(known.unit, Scale(1.0, known.unit))
    return scale._replace(unit=inside(known.title)) if known.title.endswith(PER_SECOND) else scale
