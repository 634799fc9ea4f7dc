"""Cost of a request, as a kind of question."""

from benchdb.questions.comparison.kind import figures as cells
from benchdb.questions.cost.answer import CostAnswer
from benchdb.questions.cost.fetch import fetch_cost
from benchdb.questions.cost.question import CostQuestion
from benchdb.questions.kind import Figure, Kind


def figures(answer: CostAnswer) -> dict[str, Figure]:
    """Every cost of every side."""
    return cells(answer.comparison)


KIND = Kind(4, CostQuestion, CostAnswer, fetch_cost, figures)
