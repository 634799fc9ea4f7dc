"""A Tsung log's lines -> tests: what their dumps add up to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt

from ingest.formats.kit.report_scanner import Event

NUMBER = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?(?:[eE][-+]?\d{1,2})?")
TIMES = 7  #: numbers behind the name of times: count, mean, deviation, maximum, minimum, and two of before
COUNTS = 2  #: of counts: the interval's, and the sum
USUAL = 3  #: dumps from which on the distance of the first two is surely the usual one: the last comes when all ends


@dataclass(slots=True)
class Times:
    """Times of one kind so far, in milliseconds."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    low: float = 0.0
    high: float = 0.0
    line: int = 0

    def add(self, count: float, mean: float, deviation: float, high: float, low: float) -> None:
        """One interval. Minimum and maximum are those of all until now."""
        self.count += int(count)
        self.total += count * mean
        self.squares += count * (deviation * deviation + mean * mean)
        self.low, self.high = low, high

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def deviation(self) -> float:
        return sqrt(max(self.squares / self.count - self.mean**2, 0.0))


@dataclass(slots=True)
class Test:
    """One test: its dumps until EndMonitor, or where the log breaks off."""

    line: int
    last_line: int = 0
    moments: list[int] = field(default_factory=list)  #: of the dumps, seconds since 1970
    times: dict[str, Times] = field(default_factory=dict)
    sums: dict[str, tuple[int, int]] = field(default_factory=dict)  #: name -> sum, line; of users the most at once
    is_whole: bool = False
    unread: list[tuple[int, str]] = field(default_factory=list)  #: line, text
    has_lost_its_start: bool = False  #: numbers stand before the first dump's time
    gap: tuple[int, int] | None = None  #: line, times before it that no dump of this log has

    @property
    def interval(self) -> float | None:
        """Seconds from the start to the first dump; None where too few dumps say it."""
        is_known = len(self.moments) >= USUAL and not (self.has_lost_its_start or self.gap)
        return self.moments[1] - self.moments[0] if is_known else None

    def take(self, text: str, line: int) -> None:
        """A line of numbers behind their name."""
        name, numbers = _named(text)
        if len(numbers) == TIMES and not name.startswith("{"):
            times = self.times.setdefault(name, Times())
            times.line = line
            if (lost := int(numbers[-1]) - times.count) > 0:
                self.gap = self.gap or (line, lost)
            times.add(*numbers[:5])
        elif len(numbers) == COUNTS:
            self.sums[name] = int(numbers[1]), line
        elif not name.startswith("{"):
            self.unread.append((line, text))


def tests(events: Iterable[Event]) -> Iterator[Test]:
    """The tests of a log, in order. A dump before the one above it is of another test."""
    test: Test | None = None
    for line, kind, text, is_ended in events:
        moment = int(text.rpartition(" ")[2]) if kind == "dump" and len(text) < 40 else 0
        if test and moment and test.moments and moment < test.moments[-1]:
            yield test
            test = None
        test = test or Test(line)
        test.last_line = line
        if moment and is_ended:
            test.moments.append(moment)
        elif kind == "stats" and is_ended:
            test.has_lost_its_start = test.has_lost_its_start or not test.moments
            test.take(text, line)
        elif kind == "damaged" and is_ended:
            test.unread.append((line, text))
        elif kind == "end":
            test.is_whole = True
            yield test
            test = None
    if test:
        yield test


def _named(text: str) -> tuple[str, list[float]]:
    """`stats: request 3 1.5 ...` -> its name and numbers."""
    words = text.removeprefix("stats: ").split(" ")
    first = next((place for place, word in enumerate(words) if place and NUMBER.fullmatch(word)), len(words))
    numbers = [float(word) for word in words[first:] if NUMBER.fullmatch(word)]
    return " ".join(words[:first]), numbers if len(numbers) == len(words) - first else []
