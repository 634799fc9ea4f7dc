"""Finds where programs wrote into one log at once: `wrk URL1 & wrk URL2 & wait`. Whose a number is, nobody knows.

Either the lines of two reports alternate, so that some stand twice in what looks like one; or each tool says that it
begins, and the results follow behind each other: the last beginning then stands above the first result, whosever it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from ingest.records import Parsed, Problem

FEWEST_DOUBLED = 2  #: different lines; one may have been pasted twice
BY_TURNS = "Several programs wrote here by turns: whose each number is cannot be known, and none was read."
BEGUN, WHOLE, RESULT = "begun", "whole", "result"  #: only its beginning, both, only its result


@dataclass(slots=True, kw_only=True, eq=False)
class Mixable:
    """A report that notes which of its lines stand there twice and say different things, or in no order of its tool."""

    doubled: set[str] = field(default_factory=set)

    @property
    def is_mixed(self) -> bool:
        """Whether the lines of another report stand between its own."""
        return len(self.doubled) >= FEWEST_DOUBLED


class AnyReport(Protocol):
    """Of a load tool."""

    line: int

    @property
    def is_mixed(self) -> bool: ...
    @property
    def part(self) -> str:
        """Which part of a report it is: BEGUN, WHOLE, RESULT, or another one."""


R = TypeVar("R", bound=AnyReport)


def items_apart(reports: Iterable[R], items: Callable[[R], Parsed]) -> Parsed:
    """The items of each report, and a problem in the place of those that cannot be told apart."""
    for report in told_apart(reports):
        if isinstance(report, Problem):
            yield report
        elif report.is_mixed:
            yield Problem(report.line, BY_TURNS)
        else:
            yield from items(report)


def told_apart(reports: Iterable[R]) -> Iterator[R | Problem]:
    """The reports, and a problem in the place of a result that may be of either of two."""
    waiting, is_followed, left = list[R](), False, 0
    for report in reports:
        name = report.part
        if name == RESULT and (left or is_followed):
            if is_followed:
                yield Problem(waiting[0].line, BY_TURNS)
                waiting, is_followed, left = [], False, len(waiting) - 1
            left -= 1
            continue
        left = 0
        if is_followed or name not in (BEGUN, WHOLE):
            yield from waiting
            waiting, is_followed = [], False
        if name == BEGUN or (name == WHOLE and waiting):
            waiting.append(report)
            is_followed = name == WHOLE
        else:
            yield report
    yield from waiting
