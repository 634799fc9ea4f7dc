"""`/audit/`: who changed what, newest first. For editors and admins."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchdb.domain.roles import Action
from benchdb.domain.units import shown
from benchdb.reads.audit import audit_actions, audit_page
from benchdb.web.access import allows
from frontend.query import key_of, without_page


@allows(Action.AUDIT)
@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """The log, by who, what and subject."""
    filters = {name: request.GET.get(name, "").replace("\0", "").strip() for name in ("who", "action", "q")}
    page = audit_page(filters["who"], filters["action"], filters["q"], key_of(request.GET))
    context = {
        "entries": [(entry, changes(entry.before, entry.after)) for entry in page.entries],
        "older": page.older,
        "asked": filters,
        "query": without_page(request.GET),
        "actions": audit_actions(),
    }
    return render(request, "frontend/people/audit.html", context)


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[tuple[str, str, str]]:
    """(field, before, after) of each."""
    names = dict.fromkeys((*before, *after))
    return [(name.replace("_", " "), text(before.get(name), name), text(after.get(name), name)) for name in names]


def text(value: Any, name: str = "") -> str:
    if value in (None, "", [], {}):
        return "–"
    if name == "memory_bytes" and isinstance(value, int):
        return shown(float(value), "B")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
