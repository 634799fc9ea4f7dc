"""What an upload leads to: `{% offers_of uploads as offers %}`, `{% histories_of … %}`, `{% sides_of … %}`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django import template

from benchdb.models import Run
from benchdb.questions.base import Where
from benchdb.questions.comparison.suggest import FIRST_METRICS
from benchdb.questions.history.question import HistoryQuestion
from benchdb.reads.runs import in_setup, setup_filters
from benchdb.reads.varied.machines import of_selection, swept_along
from benchdb.wording.grammar import first_few
from benchdb.wording.values import named_value
from frontend.answers.offers import Offer, along_commits, offer
from frontend.answers.run.compared_with import OtherSide, other_sides

register = template.Library()

MOST_OFFERS = 4
LEAST_RUNS = 3  #: of a history
MOST_HISTORIES = 2
MOST_NAMED = 3  #: conditions in a setup's name


@register.simple_tag
def offers_of(uploads: Sequence[int]) -> list[Offer]:
    """What was varied among the runs of these uploads, and what was only raised: what has an answer first.

    Of these, what has the most runs.
    """
    if not uploads:
        return []
    where = (("upload", tuple(sorted(map(str, uploads)))),)
    varied = of_selection(where)
    laid_out = {key for one in varied for key in (one.varied, one.along)}
    raised = [one for one in of_selection(where, swept_along) if one.along not in laid_out]
    offers = [along_commits(one) or offer("compare", one) for one in varied]
    offers += [offer("scaling", one) for one in raised]
    return sorted(offers, key=lambda one: not one.has_answer)[:MOST_OFFERS]


@register.simple_tag
def histories_of(runs: Iterable[Run]) -> list[tuple[str, str, int]]:
    """(what the setup is called, its history, its runs) of setups that were measured before."""
    links: list[tuple[Run, Where, int]] = []
    complete = [run for run in runs if run.status == Run.Status.COMPLETE]
    for setup, run in {run.setup_id: run for run in complete}.items():
        if len(links) < MOST_HISTORIES and (count := in_setup(setup)) >= LEAST_RUNS:
            links.append((run, tuple(setup_filters(run)), count))
    return [(called(run, where, links), HistoryQuestion(where=where).path(), count) for run, where, count in links]


@register.simple_tag
def sides_of(runs: Sequence[Run]) -> list[OtherSide]:
    """What a run that came alone can be compared with: what is here already and differs in one condition."""
    if len(runs) != 1 or runs[0].status != Run.Status.COMPLETE:
        return []
    measured = set(runs[0].measurements.filter(item="").values_list("metric", flat=True))
    metric = next((name for name in FIRST_METRICS if name in measured), "")
    return other_sides(runs[0], metric)[:MOST_OFFERS] if metric else []


def called(run: Run, where: Where, links: Sequence[tuple[Run, Where, int]]) -> str:
    """A setup by its server, and by what tells it from the other setups that are offered."""
    named = "server" if run.setup.server else "tool"
    own = [pair for pair in where if pair[0] != named and any(pair not in other for _, other, _ in links)]
    names = [named_value(key, *values) for key, values in own]
    return ", ".join([str(run.setup.server or run.setup.tool), *first_few(names, MOST_NAMED)])
