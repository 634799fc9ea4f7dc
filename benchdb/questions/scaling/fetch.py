"""ScalingQuestion -> its answer from the database."""

from __future__ import annotations

from functools import partial

import numpy as np

from benchdb.domain.dimensions import MISSING
from benchdb.questions.acceptance.fetch import under_rules
from benchdb.questions.comparison.fetch import numbers
from benchdb.questions.scaling.analysis import analyse, shown_latency
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.question import LATENCIES, ScalingQuestion
from benchdb.questions.unfinished import STATUS, counts_all, is_unfinished
from benchdb.reads.packed.series import Series


def fetch_scaling(question: ScalingQuestion) -> ScalingAnswer:
    seen = numbers(question.comparison(question.metrics), partial(needed, question))
    return under_rules(question, seen, lambda ruled: analyse(question, ruled))


def needed(question: ScalingQuestion, counted: Series) -> frozenset[str]:
    """The metrics without the latencies that are not shown: a report of ab has three, and the page shows one.

    A latency of which some runs are unfinished is read nevertheless: these runs are counted.
    """
    metric, stopped = counted.coded("metric"), is_unfinished(counted.coded(STATUS))
    if counts_all(question):
        stopped[:] = False
    counts = ~stopped & (counted.coded(question.x).where(MISSING.__ne__))
    totals = np.bincount(metric.codes, counted.counts * counts, len(metric.texts)).tolist()
    shown = shown_latency(dict(zip(metric.texts, totals, strict=True)))
    counted_out = {metric.texts[code] for code in np.unique(metric.codes[stopped]).tolist()}
    return frozenset(metric.texts) - (set(LATENCIES) - {shown, question.metric} - counted_out)
