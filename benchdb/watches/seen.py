"""The changes that a watch has seen: where they stand today, and whether they are there still."""

from __future__ import annotations

from dataclasses import replace

from django.utils import timezone

from benchdb.models import Watch, WatchedChange
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.question import HistoryQuestion, axis_of
from benchdb.reads.search.former_names import of_today
from benchdb.watches import outages
from benchdb.watches.changes import SeenChange, is_out_of_view, is_shown


def seen_by(watch: Watch, question: HistoryQuestion) -> list[SeenChange]:
    """A curve and a place on an axis of names are known by what they are called today."""
    fields = ("curve", "begins", "before", "after", "ends", "level_before", "level_after")
    rows = [SeenChange(*values) for values in watch.changes.values_list(*fields)]
    axis = axis_of(question.x)
    return [
        replace(
            one,
            curve=of_today(question.by, one.curve),
            begins=of_today(axis, one.begins),
            before=of_today(axis, one.before),
            after=of_today(axis, one.after),
            ends=of_today(axis, one.ends),
        )
        for one in rows
    ]


def mark_gone(watch: Watch, answer: HistoryAnswer, is_cut: bool) -> None:
    """What was seen and is there no longer says so from now on; what is found again no more.

    Where the answer leaves out older runs (`is_cut`), what began among them stays as it was.
    """
    now = timezone.now()
    for row, known in zip(watch.changes.all(), seen_by(watch, answer.question), strict=True):
        if (outages.is_shown if outages.is_outage(known) else is_shown)(answer, known):
            gone = None
        elif is_cut and is_out_of_view(answer, known):
            gone = row.gone_at
        else:
            gone = row.gone_at or now
        if gone != row.gone_at:
            WatchedChange.objects.filter(pk=row.pk).update(gone_at=gone)
