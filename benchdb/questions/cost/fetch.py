"""CostQuestion -> its answer from the database, by two SQL queries, and one where runs have no cost."""

from __future__ import annotations

import numpy as np

from benchdb.questions.acceptance.fetch import under_rules
from benchdb.questions.comparison.fetch import numbers, runs
from benchdb.questions.comparison.machine_noise import machine_noises
from benchdb.questions.cost.analysis import analyse
from benchdb.questions.cost.answer import CostAnswer
from benchdb.questions.cost.question import CostQuestion
from benchdb.recordings.waiting import caveats


def fetch_cost(question: CostQuestion) -> CostAnswer:
    seen, total = numbers(question.comparison()), runs(question).order_by().distinct().count()
    noises = machine_noises(question, seen)
    waiting = caveats(runs(question).order_by().values("pk")) if total > len(np.unique(seen.runs)) else ()
    return under_rules(question, seen, lambda ruled: analyse(question, ruled, total, noises, waiting))
