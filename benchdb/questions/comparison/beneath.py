"""What an answer takes from the comparison of its runs that lies beneath it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.gate import LikeRuns, Spread


class OverComparison:
    """An answer with a `comparison` of the same runs: they are its runs, and what they share it shares."""

    __slots__ = ()

    comparison: Comparison

    @property
    def groups(self) -> tuple[LikeRuns, ...]:
        return self.comparison.groups

    @property
    def spreads(self) -> tuple[Spread, ...]:
        return self.comparison.spreads

    @property
    def runs(self) -> Sequence[int]:
        return self.comparison.runs

    @property
    def held_constant(self) -> tuple[tuple[str, str], ...]:
        return self.comparison.held_constant

    @property
    def unknown(self) -> tuple[str, ...]:
        return self.comparison.unknown
