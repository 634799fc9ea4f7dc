"""`/audit/`: who changed what, newest first. For editors and admins."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchdb.domain.roles import Action
from benchdb.reads.audit import AuditFilter, audit_actions, audit_names, audit_page
from benchdb.web.access import allows
from benchdb.wording import words
from frontend.pages.accounts.audit_groups import days, written
from frontend.query import key_of, without_page

FIELDS = ("who", "action", "q", "since", "until")


@allows(Action.AUDIT)
@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """The log, by who, what, subject and day."""
    typed = {name: request.GET.get(name, "").replace("\0", "").strip() for name in FIELDS}
    try:
        wanted = AuditFilter(typed["who"], typed["action"], typed["q"], day_of(typed["since"]), day_of(typed["until"]))
    except ValueError as error:
        return render(request, "frontend/people/audit.html", {"asked": typed, "error": str(error)}, status=400)
    page = audit_page(wanted, key_of(request.GET))
    context = {
        "entries": page.entries,
        "days": days(page.entries),
        "older": page.older,
        "asked": typed,
        "is_filtered": any(typed.values()),
        "query": without_page(request.GET),
        "actions": [(action, written(action)) for action in audit_actions()],
        "names": audit_names(),
    }
    return render(request, "frontend/people/audit.html", context)


def day_of(text: str) -> date | None:
    """ValueError, with what to type, for what is no day."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise ValueError(words("no day", text=text[:40])) from error
