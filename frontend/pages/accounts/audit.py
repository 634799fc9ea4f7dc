"""`/audit/`: who changed what, newest first. For editors and admins."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchdb.domain.roles import Action
from benchdb.domain.units import shown
from benchdb.models import AuditEntry
from benchdb.reads.audit import audit_actions, audit_page
from benchdb.web.access import allows
from frontend.query import key_of, without_page

OF_MERGES = ("slug", "into")  #: addresses and numbers of rows, which say nothing to a reader


class FieldChange(NamedTuple):
    """One field of an entry."""

    name: str
    before: str  #: "" where only what it is now is said
    after: str


@allows(Action.AUDIT)
@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """The log, by who, what and subject."""
    filters = {name: request.GET.get(name, "").replace("\0", "").strip() for name in ("who", "action", "q")}
    page = audit_page(filters["who"], filters["action"], filters["q"], key_of(request.GET))
    context = {
        "entries": [(entry, changes(entry)) for entry in page.entries],
        "older": page.older,
        "asked": filters,
        "query": without_page(request.GET),
        "actions": audit_actions(),
    }
    return render(request, "frontend/people/audit.html", context)


def changes(entry: AuditEntry) -> list[FieldChange]:
    """What became other. Of a merge, what moved: that its row is gone and where it went stands in its name."""
    is_merge = entry.action.endswith(".merged")
    names = [name for name in dict.fromkeys((*entry.before, *entry.after)) if not (is_merge and name in OF_MERGES)]
    return [change_of(name, entry.before.get(name), entry.after.get(name), is_merge) for name in names]


def change_of(name: str, before: Any, after: Any, is_merge: bool) -> FieldChange:
    """`notes`: as the log keeps it, with blanks."""
    if is_merge and isinstance(before, list):
        return FieldChange(f"{name} moved", "", text(before, name))
    return FieldChange(name.replace("_", " "), text(before, name), text(after, name))


def text(value: Any, name: str = "") -> str:
    if value in (None, "", [], {}):
        return "–"
    if name == "memory_bytes" and isinstance(value, int):
        return shown(float(value), "B")
    if isinstance(value, list) and all(isinstance(one, int) for one in value):
        return f"{len(value):,} ({', '.join(ranges(value))})"
    if isinstance(value, dict):
        return "; ".join(f"{key}={text(one)}" for key, one in value.items())
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def ranges(numbers: Sequence[int]) -> Iterator[str]:
    """91 92 93 97 -> `91–93`, `97`."""
    for _, some in groupby(enumerate(sorted(numbers)), lambda place: place[1] - place[0]):
        row = [number for _, number in some]
        yield str(row[0]) if len(row) == 1 else f"{row[0]}–{row[-1]}"
