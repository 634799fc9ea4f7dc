"""`{% offers_of uploads as offers %}`: the questions that it makes sense to ask of what was uploaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django import template

from benchdb.models import Run
from benchdb.questions.history.question import HistoryQuestion
from benchdb.reads.runs import in_setup, setup_filters
from benchdb.reads.varied.machines import of_selection
from frontend.answers.offers import Offer, offer

register = template.Library()

MOST_OFFERS = 4
LEAST_RUNS = 3  #: of a history
MOST_HISTORIES = 2


@register.simple_tag
def offers_of(uploads: Sequence[int]) -> list[Offer]:
    """What was varied among the runs of these uploads, those of the most runs first."""
    if not uploads:
        return []
    varied = of_selection((("upload", tuple(sorted(map(str, uploads)))),))
    return [offer("compare", one) for one in varied[:MOST_OFFERS]]


@register.simple_tag
def histories_of(runs: Iterable[Run]) -> list[tuple[str, str, int]]:
    """(what the setup is called, its history, its runs) of setups that were measured before."""
    setups = {run.setup_id: run for run in runs}
    links = []
    for setup, run in setups.items():
        count = in_setup(setup)
        if count >= LEAST_RUNS:
            path = HistoryQuestion(where=tuple(setup_filters(run))).path()
            links.append((str(run.setup.server or run.setup.tool), path, count))
    return links[:MOST_HISTORIES]
