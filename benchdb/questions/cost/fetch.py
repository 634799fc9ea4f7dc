"""CostQuestion -> its answer from the database, by three SQL queries, and some where runs have no cost."""

from __future__ import annotations

import numpy as np

from benchdb.domain.caveats import Caveat
from benchdb.questions.acceptance.fetch import under_rules
from benchdb.questions.comparison.fetch import numbers, runs
from benchdb.questions.comparison.machine_noise import machine_noises
from benchdb.questions.cost.analysis import analyse
from benchdb.questions.cost.answer import CostAnswer
from benchdb.questions.cost.question import CostQuestion
from benchdb.recordings.caveats import beside, elsewhere, own_works, partly, several, too_short, waiting


def of_unrecorded(question: CostQuestion) -> tuple[Caveat, ...]:
    """Why some runs have no cost: nobody knows the day of their recordings, the load was too short or not in them, or
    they are of several machines."""
    ids = runs(question).order_by().values("pk")
    return (*waiting.caveats(ids), *too_short.caveats(ids), *elsewhere.caveats(ids), *several.caveats(ids))


def fetch_cost(question: CostQuestion) -> CostAnswer:
    seen, total = numbers(question.comparison()), runs(question).order_by().distinct().count()
    noises = machine_noises(question, seen)
    missing = of_unrecorded(question) if total > len(np.unique(seen.runs)) else ()
    ids = np.unique(seen.runs).tolist()
    known = (*own_works.caveats(ids), *beside.caveats(ids), *partly.caveats(ids))
    return under_rules(question, seen, lambda ruled: analyse(question, ruled, total, noises, missing, known))
