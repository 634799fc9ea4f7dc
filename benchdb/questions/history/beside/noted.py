"""HistoryAnswer -> the same with what people noted of its machines, between its first and its last run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime

from benchdb.models import MachineNote
from benchdb.questions.history.answer import Change, Curve, HistoryAnswer
from benchdb.questions.history.beside.machine_notes import DatedNote
from benchdb.questions.history.fetch import fetch_history
from benchdb.questions.history.headline import headline
from benchdb.questions.history.question import HistoryQuestion
from benchdb.reads.varied.recorded_along import machine_notes_between, machines_of

MOST_RUNS = 5_000  #: of versions there may be any number


def fetch_noted_history(question: HistoryQuestion) -> HistoryAnswer:
    """The answer to `question`, with the notes of its moment."""
    return with_notes(fetch_history(question))


def with_notes(answer: HistoryAnswer) -> HistoryAnswer:
    """Versions stand at no day, so that nothing is beside them."""
    if answer.labels or not answer.curves or len(answer.runs) > MOST_RUNS:
        return answer
    xs = [point.x for curve in answer.curves for point in curve.points]
    rows = machine_notes_between(day(min(xs)), day(max(xs)), answer.question.as_of)
    notes = tuple(of_curves(answer, rows)) if rows else ()
    if not notes:
        return answer
    noted = replace(answer, machine_notes=notes, curves=tuple(with_noted(curve, notes) for curve in answer.curves))
    return replace(noted, headline=headline(noted)) if noted.curves != answer.curves else noted


def day(x: float) -> date:
    return datetime.fromtimestamp(x, UTC).date()


def of_curves(answer: HistoryAnswer, rows: list[MachineNote]) -> Iterator[DatedNote]:
    """Those of machines on which runs of some curve were made."""
    on = machines_of(answer.runs, {row.machine_id for row in rows})
    machines = {curve.name: {on.get(run) for point in curve.points for run in point.runs} for curve in answer.curves}
    for row in rows:
        if curves := tuple(name for name, known in machines.items() if row.machine_id in known):
            days = (row.since.isoformat(), row.until.isoformat())
            yield DatedNote(row.pk, row.machine.name, *days, row.text, row.made_by, curves)


def with_noted(curve: Curve, notes: tuple[DatedNote, ...]) -> Curve:
    """Its changes, with those that have a note beside them."""

    def has_note(change: Change) -> bool:
        return any(one.touches(curve.name, change.before.last.x, change.after.first.x) for one in notes)

    changes = tuple(replace(change, is_noted=True) if has_note(change) else change for change in curve.changes)
    return replace(curve, changes=changes) if changes != curve.changes else curve
