"""What a plow report says, text or JSON."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.formats.kit.command_lines import kinds_of
from ingest.formats.kit.doubts import check, contradicted
from ingest.formats.kit.measured import Measured
from ingest.records import Fact

MEGABYTE = 1024.0**2
PARTS = {"Min": "min", "Mean": "mean", "StdDev": "stddev", "Max": "max"}
GRAIN = 0.1  #: seconds to which 1.3 cuts the elapsed time


@dataclass(slots=True)
class Report:
    """Numbers in base units, and what is missing at its end."""

    numbers: Measured = field(default_factory=Measured)
    facts: dict[str, Fact] = field(default_factory=dict)
    count: float = 0  #: requests that ended, in whatever way
    errors: list[tuple[int, str]] = field(default_factory=list)
    errors_line: int = 0
    expected: str = ""
    unread: list[tuple[int, str, str]] = field(default_factory=list)  #: (line, name, text) that says nothing

    def settled(self) -> Report:
        """With what only the whole of a report says."""
        numbers = self.numbers
        replies = sum(number.value for (name, _), number in numbers.by_name.items() if name == "responses")
        if replies:
            line = next(number.line for (name, _), number in numbers.by_name.items() if name == "responses")
            numbers.add("requests_completed", replies, line)
        for item, count in kinds_of(self.errors).items():
            numbers.add("requests_failed", count, self.errors_line, item)
        self._doubt(replies)
        return self

    def _doubt(self, replies: float) -> None:
        numbers = self.numbers
        check(numbers)
        duration, rate = numbers.value("duration") or 0.0, numbers.value("requests_per_second") or 0.0
        if self.count and duration > GRAIN:
            numbers.doubt(contradicted(self.count, duration, GRAIN, rate, 0.001))
        if replies and self.errors:
            failed = sum(count for count, _ in self.errors)
            numbers.doubt(f"{failed:,} requests failed; plow counts them in the rate and the times.")
