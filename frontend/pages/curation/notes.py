"""`/notes/…`: what people say was done to a machine, from a history's changes or the machine's page."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.encoding import iri_to_uri
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST

from benchdb.accounts.actor import actor_of
from benchdb.curation.machine_notes import (
    LONGEST,
    BadNote,
    NoteText,
    add_note,
    change_note,
    machine_called,
    remove_note,
)
from benchdb.domain.roles import Action
from benchdb.models import Machine, MachineNote
from benchdb.questions.days import days_between
from benchdb.web.access import allows
from benchdb.wording import words
from frontend.notes import own_note
from frontend.query import is_htmx

FIELDS = ("text", "since", "until")


@allows(Action.EDIT)
@require_http_methods(["GET", "HEAD", "POST"])
def new_note(request: HttpRequest) -> HttpResponse:
    """The form, with a machine and days filled in; a POST adds the note, and leads back."""
    given = request.POST if request.method == "POST" else request.GET
    name = given.get("machine", "")
    machine = machine_called(name)
    if machine is None:
        error = words("no machine to note", name=name[:80])
        return render(request, "frontend/notes/note.html", {"error": f"{error}."}, status=404)
    if request.method != "POST":
        return form(request, machine, given)
    try:
        note = add_note(machine, typed(given), actor_of(request))
    except BadNote as error:
        return form(request, machine, given, f"{error}.")
    messages.success(request, words("note added", machine=machine.name, days=days_between(note.since, note.until)))
    return led_back(request, given, machine)


@allows(Action.UPLOAD)
@require_http_methods(["GET", "HEAD", "POST"])
def note(request: HttpRequest, note_id: int) -> HttpResponse:
    """One note in its form; a POST changes it."""
    row = own_note(request, note_id)
    if request.method != "POST":
        kept = QueryDict(mutable=True)
        kept.update({"text": row.text, "since": str(row.since), "until": str(row.until)})
        kept["back"] = request.GET.get("back", "")
        return form(request, row.machine, kept, note=row)
    try:
        changed = change_note(row, typed(request.POST))
    except BadNote as error:
        return form(request, row.machine, request.POST, f"{error}.", note=row)
    messages.success(request, words("note changed", days=days_between(changed.since, changed.until)))
    return led_back(request, request.POST, row.machine)


@allows(Action.UPLOAD)
@require_POST
def remove(request: HttpRequest, note_id: int) -> HttpResponse:
    """Take it away; what was frozen with it keeps it."""
    row = own_note(request, note_id)
    days = days_between(row.since, row.until)
    remove_note(row)
    messages.success(request, words("note removed", days=days))
    return led_back(request, request.POST, row.machine)


def typed(given: QueryDict) -> NoteText:
    return NoteText(*(given.get(name, "") for name in FIELDS))


def form(
    request: HttpRequest, machine: Machine, given: QueryDict, error: str = "", note: MachineNote | None = None
) -> HttpResponse:
    """What was typed, and why it cannot be; in place where htmx asks."""
    context: dict[str, Any] = {
        "machine": machine.name,
        "note": note,
        "typed": {name: given.get(name, "") for name in FIELDS},
        "back": back_of(given, machine),
        "action": request.path,
        "longest": LONGEST,
        "error": error,
        "is_part": is_htmx(request),
    }
    template = "frontend/notes/_form.html" if is_htmx(request) else "frontend/notes/note.html"
    return render(request, template, context, status=400 if error else 200)


def back_of(given: QueryDict, machine: Machine) -> str:
    """The page of this site that it was asked from; else the machine's."""
    back = given.get("back", "")
    is_own = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return back if is_own else f"/machines/{machine.slug}/#notes"


def led_back(request: HttpRequest, given: QueryDict, machine: Machine) -> HttpResponse:
    back = back_of(given, machine)
    if not is_htmx(request):
        return redirect(back)
    return HttpResponse(headers={"HX-Redirect": iri_to_uri(back)})
