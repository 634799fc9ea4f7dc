"""CostAnswer: what the page and the exports show of a CostQuestion. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from benchdb.domain.caveats import Caveat, Phrase
from benchdb.questions.base import question_named
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.beneath import OverComparison
from benchdb.questions.conditions import Difference
from benchdb.questions.cost.question import CostQuestion


@dataclass(frozen=True, slots=True)
class CostAnswer(OverComparison):
    """Everything that is shown."""

    query: str  #: the canonical CostQuestion
    comparison: Comparison  #: the costs down the side, `by` across
    unrecorded: int  #: runs that the question lets through and that no recording of the server belongs to
    caveats: tuple[Caveat, ...]
    headline: tuple[Phrase, ...] = ()

    @property
    def question(self) -> CostQuestion:
        return question_named(CostQuestion, self.query)

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Conditions that differ between the sides or within one, and that nobody accepted."""
        return self.comparison.conflicts

    @property
    def also_differs(self) -> tuple[Difference, ...]:
        return self.comparison.also_differs

    @property
    def accepted(self) -> tuple[Difference, ...]:
        return self.comparison.accepted
