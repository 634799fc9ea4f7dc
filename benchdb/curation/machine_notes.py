"""Notes that people make of a machine, of a day or a stretch of days: made, corrected and removed, with audit entries.

A note is what somebody says, and no condition on record: it changes no verdict, and no run is the note's.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from benchdb.accounts.actor import Actor
from benchdb.domain.roles import Action
from benchdb.models import Machine, MachineNote
from benchdb.wording import words

LONGEST = 500  #: characters
MOST = 500  #: of one machine
EARLIEST, LATEST = date(1970, 1, 1), date(2199, 12, 31)


class BadNote(ValueError):
    """A note that cannot be; the message says what to do."""


@dataclass(frozen=True, slots=True)
class NoteText:
    """What somebody typed."""

    text: str
    since: str  #: 2006-07-10
    until: str = ""  #: "" = of that day alone


@transaction.atomic
def add_note(machine: Machine, typed: NoteText, actor: Actor) -> MachineNote:
    """One more note of the machine, in the name of whoever asks; sent twice, it is one. BadNote where it cannot be."""
    given = checked(typed)
    machine = Machine.objects.select_for_update().get(pk=machine.pk)  # a merge moves what was noted until now
    if same := machine.dated_notes.filter(**given, made_by=actor.name[:160]).first():
        return same
    if machine.dated_notes.count() >= MOST:
        raise BadNote(words("most notes", machine=machine.name, most=MOST))
    return MachineNote.objects.create(machine=machine, **given, writer=actor.user, made_by=actor.name[:160])


@transaction.atomic
def change_note(note: MachineNote, typed: NoteText) -> MachineNote:
    """Another text, or other days; the audit log keeps what it said."""
    given = checked(typed)
    note = MachineNote.objects.select_for_update().get(pk=note.pk)
    for name, value in given.items():
        setattr(note, name, value)
    note.save(update_fields=tuple(given))
    return note


def remove_note(note: MachineNote) -> None:
    """Take it away; the audit log keeps it, and so does what was frozen with it."""
    note.delete()


def may_change(actor: Actor, note: MachineNote) -> bool:
    """Who wrote it, and editors."""
    is_own = actor.user is not None and actor.user.pk == note.writer_id and actor.may(Action.UPLOAD)
    return is_own or actor.may(Action.EDIT)


def checked(typed: NoteText) -> dict[str, Any]:
    """The fields of a note. BadNote."""
    text = " ".join("".join(c for c in typed.text if c.isprintable() or c.isspace()).split())
    if not 0 < len(text) <= LONGEST:
        raise BadNote(words("text of a note", most=LONGEST))
    since = day(typed.since)
    until = day(typed.until) if typed.until.strip() else since
    if until < since:
        raise BadNote(words("note ends before it begins", since=str(since), until=str(until)))
    return {"text": text, "since": since, "until": until}


def day(text: str) -> date:
    """BadNote for what is none."""
    try:
        read = date.fromisoformat(text.strip())
    except ValueError as error:
        raise BadNote(words("day of a note", text=text.strip()[:40])) from error
    if not EARLIEST <= read <= LATEST:
        raise BadNote(words("day of a note", text=text.strip()[:40]))
    return read


def machine_called(name: str) -> Machine | None:
    """The machine of that name, or that had it before."""
    name = name.replace("\0", "")
    return Machine.called(name).first() or Machine.formerly(name)


def notes_of(machine: Machine) -> QuerySet[MachineNote]:
    """The newest days first."""
    return MachineNote.objects.filter(machine=machine)


def every_note() -> QuerySet[MachineNote]:
    return MachineNote.objects.select_related("machine")
