"""What people noted of the machines along a history, as its page and exports show it; and where more is said."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from benchdb.accounts.actor import WITHOUT_ACCOUNT
from benchdb.domain.dimensions import MISSING
from benchdb.questions.history.answer import Change, Curve, HistoryAnswer, numbered
from benchdb.questions.history.beside.machine_notes import DatedNote
from benchdb.wording import words
from frontend.charts.model import Span


def notes_at(answer: HistoryAnswer, curve: Curve, change: Change) -> tuple[DatedNote, ...]:
    """Those of its machine, of a day beside the stretch in which it lies."""
    ends = (change.before.last.x, change.after.first.x)
    return tuple(one for one in answer.machine_notes if one.touches(curve.name, *ends))


def in_words(note: DatedNote) -> str:
    """`jonas: “moved to rack 4, new switch”`"""
    return words("note of a machine", by=note.by, text=note.text)


def note_dict(note: DatedNote) -> dict[str, Any]:
    return {
        "id": note.note, "machine": note.machine, "since": note.since, "until": note.until, "by": note.by,
        "text": note.text,
    }  # fmt: skip


def note_sentences(answer: HistoryAnswer) -> tuple[str, ...]:
    """Each note once, with its days and the changes that it stands at."""
    return tuple(sentence_of(note, changes_at(answer, note)) for note in answer.machine_notes)


def sentence_of(note: DatedNote, changes: list[int]) -> str:
    given = {"machine": note.machine, "days": note.days, "said": in_words(note)}
    if not changes:
        return words("note at no change", **given)
    return words("note at changes", **given, count=len(changes), at=tuple(map(str, changes)))


def changes_at(answer: HistoryAnswer, note: DatedNote) -> list[int]:
    """Their numbers in chart and table."""
    return [
        number
        for curve, first in numbered(answer.curves)
        for number, change in enumerate(curve.changes, first)
        if note in notes_at(answer, curve, change)
    ]


def spans_of(answer: HistoryAnswer) -> list[Span]:
    """Beneath the chart of the only curve, as far as it reaches."""
    if len(answer.curves) != 1:
        return []
    xs = [point.x for point in answer.curves[0].points]
    first, last = min(xs), max(xs)
    return [
        Span(max(note.least, first), min(note.most, max(last, note.least)), short(note))
        for note in answer.machine_notes
    ]


def short(note: DatedNote) -> str:
    """As a lane has room for it."""
    return note.text if note.by == WITHOUT_ACCOUNT else f"{note.by}: {note.text}"


def machine_of(answer: HistoryAnswer, curve: Curve) -> str:
    """The one machine of all its runs; "" where there are several, or none is on record."""
    known = dict(answer.held_constant) | dict(curve.setup)
    name = curve.name if answer.question.by == "machine" else known.get("machine", "")
    return "" if name == MISSING else name


def say_what_changed(answer: HistoryAnswer, curve: Curve, change: Change) -> str:
    """The form for a note, with the days on both sides of the change; "" where nobody knows of which machine."""
    return form_of(answer, machine_of(answer, curve), change.before.last.x, change.after.first.x)


def form_of_all(answer: HistoryAnswer) -> str:
    """The form for the days of the question's stretch, or of the last run; "" where there is no one machine."""
    machines = {machine_of(answer, curve) for curve in answer.curves}
    if len(machines) != 1 or answer.labels:
        return ""
    stretch, last = answer.question, max(curve.points[-1].x for curve in answer.curves)
    first = stretch.since.timestamp() if stretch.since else last
    end = stretch.until.timestamp() - 1 if stretch.until else last
    return form_of(answer, machines.pop(), first, end)


def form_of(answer: HistoryAnswer, machine: str, first: float, last: float) -> str:
    """`first`, `last`: seconds since 1970; "" where nobody knows the machine."""
    if not machine:
        return ""
    days = [f"{datetime.fromtimestamp(x, UTC):%Y-%m-%d}" for x in (first, last)]
    pairs = {"machine": machine, "since": days[0], "until": days[1], "back": answer.question.path()}
    return "/notes/new/?" + urlencode(pairs)
