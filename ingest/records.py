"""What a log says, as values: RunRecord, TraceRecord, Problem.

Parsers yield them, `parselog` prints them, `store` turns them into rows. They know no database, clock or locale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from benchdb.domain.text.names import printable

if TYPE_CHECKING:  # half of the start of a program that reads a load log, which has no arrays
    import numpy as np

Fact = str | int | float | bool
Status = Literal["complete", "aborted", "interrupted"]

EXCERPT_LENGTH = 160


@dataclass(frozen=True, slots=True, init=False)
class Measurement:
    """One number of a run, in the base unit that `benchdb.domain.metrics` gives its metric."""

    metric: str
    value: float
    line: int  #: 1-based line of the log the number stands on; 0 = computed, or the log has no lines
    item: str = ""  #: a CPU, a lock, a status class; "" where the metric has no parts
    printed: str = ""  #: what the log shows, kept only where `value` corrects it

    def __init__(self, metric: str, value: float, line: int, item: str = "", printed: str = "") -> None:
        """Reports are little but measurements: filling the slots takes 60 % of the time of a frozen class's own way."""
        _set_metric(self, metric)
        _set_value(self, value)
        _set_line(self, line)
        _set_item(self, item)
        _set_printed(self, printed)


_set_metric, _set_value, _set_line, _set_item, _set_printed = (
    vars(Measurement)[name].__set__ for name in ("metric", "value", "line", "item", "printed")
)


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One execution of a load tool, as its log tells it."""

    tool: str
    tool_version: str
    facts: Mapping[str, Fact]
    measurements: tuple[Measurement, ...]
    line: int = 1  #: where the run begins in the log
    status: Status = "complete"
    caveats: tuple[str, ...] = ()  #: sentences that must travel with these numbers
    is_kept_beside: bool = False  #: of a log that the tool keeps beside its report, which tells the same load


@dataclass(frozen=True, slots=True, eq=False)
class TraceRecord:
    """One time series recorded beside a run. A day of them is millions of values, so they are arrays."""

    metric: str
    item: str
    times: np.ndarray  #: float64 (n,): seconds since the epoch; since midnight of the first day where no date is known
    values: np.ndarray  #: float64 (n,): base units; NaN = not measured at that time
    facts: Mapping[str, Fact] = field(default_factory=dict)  #: one mapping for all traces of a log: host, kernel, cpus…
    line: int = 1
    unit: str = ""  #: the base unit of `values`; "" where nobody knows it, and they are as printed


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a log that could not be read. The rest of the log still counts."""

    line: int  #: 1-based; 0 = the file as a whole
    message: str  #: what was expected, and what stands there instead
    column: int = 0  #: 1-based; 0 = the line as a whole
    excerpt: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "excerpt", printable(self.excerpt)[:EXCERPT_LENGTH])


@dataclass(frozen=True, slots=True)
class Fault(Problem):
    """Reading failed for what is wrong with us or the machine, not with the log: it is read where it comes again."""


Record = RunRecord | TraceRecord
Parsed = Iterator[Record | Problem]
