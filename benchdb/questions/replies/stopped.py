"""Runs that were stopped before their end, and are not in an answer: also those that printed no figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from benchdb.domain.caveats import Phrase, caveat, phrase
from benchdb.questions.base import Question
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.unfinished import STATUS, STOPPED, UNFINISHED, WITHOUT_FIGURES, counts_all
from benchdb.reads.search.stopped import stopped_runs

MANY = 0.2  #: share of a side's runs, from which on its answer is one of those that held out
MOST_NAMED = 2  #: sides in one headline


def with_stopped(question: Question, answer: Any) -> Any:
    """The answer with how many there are, and in a comparison the sides that lost many.

    Where the question takes such runs in, those that it could not: nothing else tells of them.
    """
    in_stretches = isinstance(question, ComparisonQuestion) and question.stretches
    if in_stretches or STATUS in question.laid_out:
        return answer
    are_in = counts_all(question)
    taken_in = np.array(list(answer.runs), np.int64) if are_in else None
    stopped = stopped_runs(question.where, UNFINISHED, question.laid_out[-1], taken_in, question.as_of)
    if not stopped.runs:
        return answer
    others = tuple(one for one in answer.caveats if one.kind != STOPPED)
    own = caveat(WITHOUT_FIGURES if are_in else STOPPED, runs=stopped.runs)
    answer = replace(answer, caveats=(own, *others))
    if not isinstance(answer, Comparison) or not answer.headline:
        return answer
    return replace(answer, headline=(*answer.headline, *stopped_limit(answer, stopped.by_side)))


def many_stopped(headline: Iterable[Phrase]) -> list[tuple[str, int, int]]:
    """(side, runs that were stopped, all of its runs) of the sides that lost many, from what the headline says."""
    lost: list[tuple[str, int, int]] = []
    for one in headline:
        if one.kind == "many stopped":
            lost.append((one["name"][1], one["runs"], one["of"]))
        elif one.kind == "many stopped in some":
            lost.extend(one["lost"])
    return lost


def stopped_limit(comparison: Comparison, by_side: Mapping[str, tuple[int, int]]) -> tuple[Phrase, ...]:
    """That a side's figures are those of the runs that came to their end, where many did not."""
    sides = [(name, *by_side[name]) for name in comparison.columns if name in by_side]
    lost = [(name, runs, of) for name, runs, of in sides if runs >= MANY * of]
    if len(lost) > MOST_NAMED:
        return (phrase("many stopped in some", sides=len(lost), lost=tuple(lost)),)
    return tuple(
        phrase("many stopped", name=(comparison.question.cols, name), runs=runs, of=of) for name, runs, of in lost
    )
