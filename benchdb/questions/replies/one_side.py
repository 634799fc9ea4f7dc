"""Why a comparison has one side: every run of the others was stopped, or none of them has the metric.

Without a word the page said that there is one column, and a gate that there is nothing to compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.dimensions import ITEM, MISSING
from benchdb.questions.comparison.answer import Comparison
from benchdb.reads.packed.census import latest, totals
from benchdb.reads.search.select import selected
from benchdb.reads.search.stopped import is_of_setups

ALL_STOPPED = "every run of a side was stopped"
MORE_STOPPED = "every run of more sides was stopped"
ONE_FIGURE = "one side of one row"
MOST_STATED = 3  #: sides of which a sentence of their own is made; the others are counted


def all_stopped(comparison: Comparison, by_side: Mapping[str, tuple[int, int]]) -> tuple[Phrase, ...]:
    """Of each side that the answer does not have for it. `by_side`: runs stopped, all of its runs."""
    absent = {name: runs for name, runs in by_side.items() if name not in (*comparison.columns, MISSING)}
    gone = sorted((name, runs, of) for name, (runs, of) in absent.items() if runs == of)
    first, more = gone[:MOST_STATED], tuple(gone[MOST_STATED:])
    return (
        *(phrase(ALL_STOPPED, name=(comparison.question.cols, name), runs=runs) for name, runs, _ in first),
        *((phrase(MORE_STOPPED, sides=len(more), lost=more),) if more else ()),
    )


def wholly_stopped(one: Phrase) -> tuple[tuple[str, int, int], ...]:
    """(side, runs that were stopped, all of its runs) of the sides that a phrase says it of."""
    if one.kind == ALL_STOPPED:
        return ((one["name"][1], one["runs"], one["runs"]),)
    return tuple(one["lost"]) if one.kind == MORE_STOPPED else ()


def with_one_side(answer: Any) -> Any:
    """The comparison of one side, with what the runs of others lack that the question is about."""
    if not isinstance(answer, Comparison) or len(answer.columns) != 1:
        return answer
    stopped = {name for one in answer.headline for name, *_ in wholly_stopped(one)}
    others = [name for name in sides_without_figures(answer) if name not in stopped]
    if not others:
        return answer
    own = phrase("no run of a side has it", names=tuple(others), metrics=tuple(answer.question.metrics))
    return replace(answer, headline=(own, *without_its_figure(answer.headline)))


def without_its_figure(headline: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """Without the only side's figure and that it is the only one, where what became of the others is said."""
    return tuple(one for one in headline if one.kind != ONE_FIGURE)


def sides_without_figures(comparison: Comparison) -> list[str]:
    """The values of the columns' dimension that the question's runs have, and its figures do not. Of now alone."""
    question = comparison.question
    if not is_of_setups(question.cols) or question.as_of or question.stretches:
        return []
    census = latest.census()
    every = selected(census, [(name, values) for name, values in question.where if name != ITEM.key])
    runs = totals(census.coded(question.cols), every.counts.astype(np.int64))
    return sorted(name for name in runs if name not in (*comparison.columns, MISSING))
