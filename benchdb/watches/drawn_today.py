"""What a watched history draws today, and what a reader of the watch must know of it; nothing is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchdb.domain.caveats import phrase
from benchdb.models import Watch
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.fetch import newest_runs, of_newest
from benchdb.questions.names.unmatched import unmatched
from benchdb.reads.budget import time_budget
from benchdb.watches.changes import new_changes, reasons_against
from benchdb.watches.check import asked_by, wish_of
from benchdb.watches.seen import seen_by
from benchdb.watches.sentences import sentence_of
from benchdb.wording import full_sentences, sentences


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A change that is drawn and not told."""

    sentence: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawnToday:
    """Of a watch's question."""

    held_back: tuple[HeldBack, ...] = ()
    notices: tuple[str, ...] = ()  #: what it names that is called otherwise, or that no run has


def drawn_today(watch: Watch, seconds: float) -> DrawnToday:
    """The runs are read once; BadQuestion, TooLong where it cannot be asked.

    Nothing is held back before the first look, which decides what was there before the watch.
    """
    question, leading = asked_by(watch)
    with time_budget(seconds):
        newest = newest_runs(question)
        answer = of_newest(question, newest) if watch.checked_at else None
    is_empty = not newest[1]
    empty = (phrase("no runs answer today"),) if is_empty else ()
    notices = full_sentences([*leading, *unmatched(question, is_empty), *empty])
    return DrawnToday(tuple(held_back(watch, answer)) if answer else (), notices)


def held_back(watch: Watch, answer: HistoryAnswer) -> Iterator[HeldBack]:
    """The changes that the history draws and the watch does not tell."""
    for one in new_changes(answer, seen_by(watch, answer.question)):
        if reasons := reasons_against(answer.question.metric, wish_of(watch), one):
            yield HeldBack(sentence_of(answer, one), sentences(reasons))
