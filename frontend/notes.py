"""What the pages and the API of notes share: whose a note is."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from benchdb.curation.machine_notes import every_note, may_change
from benchdb.domain.roles import Action
from benchdb.models import MachineNote
from benchdb.web.access import Forbidden, require
from benchdb.wording import words


def own_note(request: HttpRequest, note_id: int) -> MachineNote:
    """To be changed or removed. Http404; Forbidden where it is another's."""
    actor = require(request, Action.UPLOAD)
    note: MachineNote = get_object_or_404(every_note(), pk=note_id)
    if not may_change(actor, note):
        raise Forbidden(words("note is another's"))
    return note
