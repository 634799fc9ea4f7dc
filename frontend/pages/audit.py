"""`/audit/`: who changed what, newest first. For editors and admins."""

from __future__ import annotations

import json
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchdb.access import allows
from benchdb.accounts.roles import Action
from benchdb.models import AuditEntry

PAGE = 50  #: entries


@allows(Action.AUDIT)
@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """The log, by who, what and subject."""
    asked = {name: request.GET.get(name, "").replace("\0", "").strip() for name in ("who", "action", "q", "before")}
    found = AuditEntry.objects.filter(matching(asked))
    if asked["before"].isascii() and asked["before"].isdigit():
        found = found.filter(pk__lt=min(int(asked["before"]), 2**62))
    listed = list(found[: PAGE + 1])
    query = request.GET.copy()
    query.pop("before", None)
    context = {
        "entries": [(entry, changes(entry)) for entry in listed[:PAGE]],
        "older": listed[PAGE - 1].pk if len(listed) > PAGE else None,
        "asked": asked,
        "query": query.urlencode(),
        "actions": AuditEntry.objects.order_by("action").values_list("action", flat=True).distinct(),
    }
    return render(request, "frontend/audit.html", context)


def matching(asked: dict[str, str]) -> Q:
    found = Q(who__iexact=asked["who"]) if asked["who"] else Q()
    if asked["action"]:
        found &= Q(action=asked["action"])
    for word in asked["q"].split()[:8]:
        found &= Q(subject__icontains=word)
    return found


def changes(entry: AuditEntry) -> list[tuple[str, str, str]]:
    """(field, before, after) of each."""
    names = dict.fromkeys((*entry.before, *entry.after))
    return [(name.replace("_", " "), text(entry.before.get(name)), text(entry.after.get(name))) for name in names]


def text(value: Any) -> str:
    if value in (None, "", [], {}):
        return "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
