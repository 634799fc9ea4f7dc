"""QUESTIONS: every kind of question, found by its folder."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module, util
from typing import Any

from django.conf import settings

from benchdb import questions
from benchdb.questions.base import BadQuestion, Pairs, Question, TooCostly
from benchdb.questions.effort import TooMuchWork, effort, somebody_waits
from benchdb.questions.kind import Kind
from benchdb.questions.names.former import with_names_of_today
from benchdb.questions.names.unmatched import unmatched
from benchdb.questions.replies.one_side import with_one_side
from benchdb.questions.replies.stopped import with_stopped
from benchdb.questions.unfinished import excluded
from benchdb.reads.budget import TooLong, time_budget
from benchdb.reads.runs import excluded_runs


def every_kind() -> Iterator[Kind]:
    """Of each folder here that has a `kind.py`."""
    for folder in pkgutil.iter_modules(questions.__path__, f"{questions.__name__}."):
        name = f"{folder.name}.kind"
        if folder.ispkg and util.find_spec(name):
            yield import_module(name).KIND


QUESTIONS = {kind.name: kind for kind in sorted(every_kind(), key=lambda kind: kind.position)}


def kind_of(name: str) -> Kind:
    """The kind called so. BadQuestion if there is none."""
    if name not in QUESTIONS:
        raise BadQuestion("no such kind of question", name=name, known=tuple(QUESTIONS))
    return QUESTIONS[name]


def question_of(name: str, pairs: Pairs) -> Question:
    return kind_of(name).question.from_query(pairs)


def as_it_is(answer: Any) -> Any:
    return answer


def ask(question: Question, seconds: float | None = None, completed: Callable[[Any], Any] = as_it_is) -> Any:
    """The answer to a question of any kind, from the database. BadQuestion where it would be too large to read.

    `completed` may ask for more, within the same budgets.

    TooCostly where a statement would take the database longer than so many seconds, or more is to be computed than
    `QUESTION_SECONDS`; None is somebody who may wait. ReaderGone where nobody waits any more.
    """
    if seconds is None:
        return completed(answered(question))
    try:
        with time_budget(seconds), effort(settings.QUESTION_SECONDS):
            return completed(answered(question))
    except (TooLong, TooMuchWork) as error:
        somebody_waits()
        raise TooCostly("too costly", why=error.phrase) from error


def answered(question: Question) -> Any:
    """Under the names of today; with what was excluded of its runs, and what its filters name that no run has."""
    renamed, leading = with_names_of_today(question)
    answer = with_one_side(with_stopped(renamed, QUESTIONS[question.kind].fetch(renamed)))
    left_out = excluded(excluded_runs(renamed.where, renamed.as_of))
    more = (*leading, *unmatched(renamed, not answer.runs), *left_out)
    return replace(answer, caveats=(*answer.caveats, *more)) if more else answer
