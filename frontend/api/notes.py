"""`/api/v1/notes`: what people say was done to machines, by day; it stands along their histories."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Query, Router, Schema, Status
from ninja.errors import HttpError
from pydantic import Field

from benchdb.curation.machine_notes import (
    LONGEST,
    BadNote,
    NoteText,
    add_note,
    change_note,
    every_note,
    machine_called,
    remove_note,
)
from benchdb.domain.roles import Action
from benchdb.models import MachineNote
from benchdb.web.access import require
from benchdb.web.bodies.json_body import JsonBody
from benchdb.wording import words
from frontend.api.paging import LARGEST_KEY, Before, Limit, newest_first
from frontend.notes import own_note

router = Router()
NoteId = Path(..., ge=1, le=LARGEST_KEY)


class NoteChange(JsonBody):
    text: str | None = Field(None, min_length=1, max_length=LONGEST)
    since: date | None = Field(None, description="its first day")
    until: date | None = Field(None, description="its last day; null: the first one")


class NoteIn(JsonBody):
    machine: str = Field(max_length=200, description="its name")
    text: str = Field(min_length=1, max_length=LONGEST, description="what was done to it")
    since: date = Field(description="its day, or the first of several")
    until: date | None = Field(None, description="the last day; null: the same")


class NoteOut(Schema):
    id: int
    machine: str = Field(alias="machine.name")
    text: str
    since: date
    until: date
    made_by: str
    made_at: datetime


class Notes(Schema):
    notes: list[NoteOut]
    next: str | None


@router.get("", response=Notes)
def all_notes(
    request: HttpRequest,
    machine: str = Query("", max_length=200, description="only of the machine of this name"),
    before: Before = LARGEST_KEY,
    limit: Limit = 50,
) -> dict[str, Any]:
    """The notes, the last one that was made first."""
    of = every_note().order_by("-pk")
    of = of.filter(machine=machine_called(machine)) if machine else of
    listed, following = newest_first(request, of, before, limit)
    return {"notes": listed, "next": following}


@router.post("", response={201: NoteOut})
def add(request: HttpRequest, wished: NoteIn) -> Status:
    """Say what was done to a machine, of a day or several. 409 for what no note can have. For editors."""
    actor = require(request, Action.EDIT)
    machine = machine_called(wished.machine)
    if machine is None:
        raise HttpError(404, words("no machine to note", name=wished.machine[:80]))
    try:
        made = add_note(machine, NoteText(wished.text, str(wished.since), str(wished.until or "")), actor)
    except BadNote as error:
        raise HttpError(409, str(error)) from error
    return Status(201, made)


@router.get("/{note_id}", response=NoteOut)
def one_note(request: HttpRequest, note_id: int = NoteId) -> MachineNote:
    return get_object_or_404(every_note(), pk=note_id)


@router.patch("/{note_id}", response=NoteOut)
def change(request: HttpRequest, wished: NoteChange, note_id: int = NoteId) -> MachineNote:
    """Another text, or other days; what is left out stays. For whoever wrote it, and for editors."""
    note = own_note(request, note_id)
    until = wished.until if "until" in wished.model_fields_set else note.until
    typed = NoteText(wished.text or note.text, str(wished.since or note.since), str(until or ""))
    try:
        return change_note(note, typed)
    except BadNote as error:
        raise HttpError(409, str(error)) from error


@router.delete("/{note_id}", response={204: None})
def remove(request: HttpRequest, note_id: int = NoteId) -> Status:
    """Take it away; what was frozen with it keeps it. For whoever wrote it, and for editors."""
    remove_note(own_note(request, note_id))
    return Status(204, None)
